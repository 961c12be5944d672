import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { inTeamSnapshot } from '../../db/transaction.ts';
import { compareSums } from '../../features/analytics/compare-sums.ts';
import { keepSums, keptUntil } from '../../features/analytics/keep-sums.ts';
import { codeOf } from '../../shared/errors/system-error-code.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { every } from '../../shared/time/every.ts';

const INTERVAL_MS = 10_000;

/** Keeps the sums of the analytics up to date. Only one worker at a time makes the sums of a team. */
export function startKeepingSums(deps: KeepingDeps): { stop(): Promise<void> } {
  return every(INTERVAL_MS, (stopping) => keepAllSums(deps, stopping), {
    log: deps.log,
    name: 'keeping the sums of analytics',
    failed: (err) => deps.log.warn({ err }, 'the sums of analytics could not be kept'),
  });
}

type KeepingDeps = { pool: pg.Pool; clock: Clock; log: Logger };

const TEAMS = 100;

/** How many notes one statement reads in its search for teams. */
const NOTES = 500;
const nextNotes = `select c.tenant_id, c.at from analytics_change c where c.tenant_id > $1
  order by c.tenant_id, c.at limit ${NOTES}`;
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
  const forEach = async (teams: readonly string[], work: (db: TeamDb) => Promise<void>) => {
    for (const tenant_id of teams) {
      if (stopping?.aborted) return;
      await inTeamSnapshot(pool, tenant_id, work).catch((err: unknown) => {
        if (!isTaken(err)) log.warn({ err, tenant_id }, 'the sums of analytics could not be kept');
      });
    }
  };
  await forEach(await teamsWithChanges(pool, until), (db) => keepSums(db, until));
  const { rows } = await pool.query<{ tenant_id: string }>(unchecked, [now]);
  const teams = rows.map(({ tenant_id }) => tenant_id);
  await forEach(teams, async (db) => {
    const wrong = await compareSums(db, now);
    if (wrong > 0) {
      log.warn(
        { tenant_id: db.tenantId, members: wrong },
        'the sums of a team were wrong, and are made anew',
      );
    }
  });
}

/**
 * Finds the teams with a note from before this time. A team may have many notes: after some of them, the next
 * statement begins behind the team. PostgreSQL could do all this in one statement, but not on several servers.
 */
async function teamsWithChanges(pool: pg.Pool, before: Date): Promise<string[]> {
  const found: string[] = [];
  let seen = '';
  for (;;) {
    const { rows } = await pool.query<{ tenant_id: string; at: Date }>(nextNotes, [seen]);
    for (const { tenant_id, at } of rows) {
      // The first note of a team is the earliest.
      if (tenant_id !== seen && at < before) found.push(tenant_id);
      seen = tenant_id;
    }
    if (rows.length < NOTES || found.length >= TEAMS) return found.slice(0, TEAMS);
  }
}

/** True if another worker is making the sums of the same team. */
function isTaken(error: unknown): boolean {
  return ['40001', '55P03'].includes(codeOf(error));
}
