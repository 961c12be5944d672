import type { Queryable } from '../db/team-db.ts';
import { hashToken } from './token.ts';

export type CommandLineActor = {
  tokenId: string;
  tenantId: string;
  personId: string;
  memberId: string;
};

/** Null for a token that may do nothing any more. */
export async function readCommandLineToken(
  db: Queryable,
  token: string,
): Promise<CommandLineActor | null> {
  const { rows } = await db.query<CommandLineActor>({
    name: 'command line token',
    text: 'select null where $1::bytea is null',
    values: [hashToken(token)],
  });
  return rows[0] ?? null;
}
