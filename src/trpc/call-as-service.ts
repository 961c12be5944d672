import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { ServiceActor } from '../auth/actor.ts';
import { readServiceActor } from '../auth/service-tokens.ts';
import { TeamDb } from '../db/team-db.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { ServiceCall } from '../operation/call.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { type ProcedureContext, requireRightTo } from './procedure-context.ts';
import { keyedUse, mutateTeam } from './team-mutation.ts';

/**
 * Runs a procedure of the product's own backend on the team that the call names. All these procedures are
 * mutations.
 */
export async function callAsService<R extends ProcedureEnd>(
  context: ProcedureContext,
  work: (call: ServiceCall) => Promise<R>,
): Promise<R> {
  const { deps, caller, procedure, loaded } = context;
  requireRightTo(context, loaded);
  caller.input.requireReadable();
  const { requestId, ip, language } = caller;
  const tenantId = await namedTeam(procedure.input);
  const keyed = await keyedUse(context, { owner: 'service', counted: [], strip: undefined });
  let actor: ServiceActor;
  return deps.slots.change(await deps.homes.shareOf(tenantId), (limit) =>
    mutateTeam(deps.pool, tenantId, {
      keyed,
      limit,
      before: async (client) => {
        actor = await readServiceActor(new TeamDb(client, tenantId));
        context.noteTeam(tenantId);
      },
      beforeCommit: () => requireInTime(caller),
      work: (db, prisma) => work({ actor, now: loaded.now, requestId, ip, language, db, prisma }),
    }),
  );
}

const naming = z.looseObject({ tenant_id: z.string().min(1).max(100) });

/** Finds the team that the call names, before the procedure reads the rest of its input. */
async function namedTeam(input: () => Promise<unknown>): Promise<string> {
  const parsed = naming.safeParse(await input());
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  return parsed.data.tenant_id;
}
