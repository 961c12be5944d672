import { TRPCError } from '@trpc/server';
import { z } from 'zod';

const naming = z.looseObject({ tenant_id: z.string().min(1).max(100) });

/** The team that a call of the product's backend names, before the procedure reads the rest. */
export async function namedTeam(input: () => Promise<unknown>): Promise<string> {
  const parsed = naming.safeParse(await input());
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  return parsed.data.tenant_id;
}
