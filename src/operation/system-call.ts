import type pg from 'pg';
import type { TeamDb } from '../db/team-db.ts';
import { inTeamTransaction } from '../db/transaction.ts';
import type { Call, PrismaCall } from './call.ts';

/** An actor that sees everything of the team: the operator, or the product itself. */
export function systemCall(db: TeamDb, now: Date): Call {
  const privacy = { memberDetailEnabled: true, leaderboardEnabled: true };
  return { db, actor: { kind: 'system', tenantId: db.tenantId, privacy }, now, requestId: null };
}

/** One operation in its own transaction. The team may be one that the operation is about to create. */
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
