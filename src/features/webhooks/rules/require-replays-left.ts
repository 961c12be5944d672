import { idFloor } from '../../../db/ids.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { lockEndpointsOfFamily } from './require-endpoints-left.ts';

/** The most deliveries that the replays of a team and its sandboxes may send in 24 hours (D181). */
export const MOST_REPLAYED = 100_000;

/** How many deliveries the family may still send again, by the replays that began in the day before `at`. */
export async function replaysLeft(db: TeamDb, at: Date): Promise<number> {
  const row = await db.row<{ replayed: string }>('select replayed_by_family($1, $2) as replayed', [
    idFloor('whr', new Date(at.getTime() - DAY_MS)),
  ]);
  return MOST_REPLAYED - Number(row?.replayed ?? 0);
}

type Wanted = {
  /** Null: not counted yet. Then each step of the worker counts (`step-bulk-retry.ts`). */
  expected: number | null;
  field: 'since' | 'from';
};

/** Locks the family, so that two replays at once are counted one after the other. */
export async function requireReplaysLeft(call: Call, { expected, field }: Wanted): Promise<void> {
  await lockEndpointsOfFamily(call);
  const left = await replaysLeft(call.db, call.now);
  if ((expected ?? 1) <= Math.max(left, 0)) return;
  throw new ApiError('validation_error', { field, because: ['too_many_replayed', MOST_REPLAYED] });
}
