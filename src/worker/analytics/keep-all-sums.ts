import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { inTeamSnapshot } from '../../db/transaction.ts';
import { compareSums } from '../../features/analytics/compare-sums.ts';
import { keepSums, keptUntil } from '../../features/analytics/keep-sums.ts';
import type { Clock } from '../../shared/clock.ts';
import { codeOf } from '../../shared/error-code.ts';
import type { Logger } from '../../shared/log.ts';

export type KeepingDeps = { pool: pg.Pool; clock: Clock; log: Logger };

const TEAMS = 100;

/** Looks up only the earliest note of each team, because a busy team may have many notes. */
const changed = `with recursive earliest as (
    (select c.tenant_id, c.at from analytics_change c order by c.tenant_id, c.at limit 1)
    union all
    select n.tenant_id, n.at from earliest e cross join lateral (
      select c.tenant_id, c.at from analytics_change c where c.tenant_id > e.tenant_id
      order by c.tenant_id, c.at limit 1) n
  )
  select e.tenant_id from earliest e where e.at < $1::timestamptz limit ${TEAMS}`;
/** Each round compares the sums of one team only, because a comparison reads all sessions of the team. */
const unchecked = `select s.tenant_id from analytics_state s
  where s.checked_at < $1::timestamptz - interval '24 hours' order by s.checked_at limit 1`;

/** Updates the sums of all teams with changes. A failure is logged, and the next round tries again. */
export async function keepAllSums(
  { pool, clock, log }: KeepingDeps,
  stopping?: AbortSignal,
): Promise<void> {
  const now = await currentTime(pool, clock);
  const until = keptUntil(now);
  const forEach = async (which: string, before: Date, work: (db: TeamDb) => Promise<void>) => {
    const { rows } = await pool.query<{ tenant_id: string }>(which, [before]);
    for (const { tenant_id } of rows) {
      if (stopping?.aborted) return;
      await inTeamSnapshot(pool, tenant_id, work).catch((err: unknown) => {
        if (!isTaken(err)) log.warn({ err, tenant_id }, 'the sums of analytics could not be kept');
      });
    }
  };
  await forEach(changed, until, (db) => keepSums(db, until));
  await forEach(unchecked, now, async (db) => {
    const wrong = await compareSums(db, now);
    if (wrong > 0) {
      log.warn(
        { tenant_id: db.tenantId, members: wrong },
        'the sums of a team were wrong, and are made anew',
      );
    }
  });
}

/** True if another worker is making the sums of the same team. */
function isTaken(error: unknown): boolean {
  return ['40001', '55P03'].includes(codeOf(error));
}
