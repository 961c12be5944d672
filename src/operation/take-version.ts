import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { editVersion } from '../shared/edit-version-input.ts';

const withVersion = z.looseObject({ version: editVersion });

/**
 * Takes the version out of the input of an edit in the app. The schema of the input is that of REST, and does
 * not contain the version.
 */
export function takeVersion(input: unknown): {
  version?: string;
  getRawInput?: () => Promise<unknown>;
} {
  const parsed = withVersion.safeParse(input);
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  const { version, ...rest } = parsed.data;
  return { version, getRawInput: async () => rest };
}
