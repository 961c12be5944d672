import type pg from 'pg';
import { inTeamTransaction } from '../db/transaction.ts';
import type { Call } from './call.ts';

/**
 * The operator's way to an operation: one transaction, an actor that sees everything of the team.
 * The team may be one that the operation is about to create.
 */
export function asSystem<T>(
  pool: pg.Pool,
  tenantId: string,
  now: Date,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const privacy = { memberDetailEnabled: true, leaderboardEnabled: true };
  const actor = { kind: 'system', tenantId, privacy } as const;
  return inTeamTransaction(pool, tenantId, (db) => work({ db, actor, now, requestId: null }));
}
