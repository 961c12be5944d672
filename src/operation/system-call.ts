import type pg from 'pg';
import type { TeamDb } from '../db/team-db.ts';
import { inTeamTransaction } from '../db/transaction.ts';
import type { Call, PrismaCall } from './call.ts';

/** A call by the operator or by the product itself, which sees everything of the team. */
export function systemCall(db: TeamDb, now: Date): Call {
  const privacy = { memberDetailEnabled: true, leaderboardEnabled: true };
  return { db, actor: { kind: 'system', tenantId: db.tenantId, privacy }, now, requestId: null };
}

/** Runs one operation in its own transaction. The operation may be the one that creates the team. */
export function asSystem<T>(
  pool: pg.Pool,
  tenantId: string,
  now: Date,
  work: (call: PrismaCall) => Promise<T>,
): Promise<T> {
  return inTeamTransaction(pool, tenantId, (db, prisma) =>
    work({ ...systemCall(db, now), prisma }),
  );
}
