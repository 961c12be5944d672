import type pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { acrossTeams } from '../db/transaction.ts';
import type { Clock } from '../shared/clock.ts';
import type { Logger } from '../shared/log.ts';
import { announceExpiringKeys } from './expiring-keys.ts';
import { unlockJobsOfTheDead } from './queue/runner-presence.ts';
import { type Chore, type Done, retention } from './retention.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

const INTERVAL_MS = 60_000;
/** Of each minute: whatever one chore has to do, every other gets its turn. */
const SHARE_MS = 5_000;

export type Housekeeping = { stop(): Promise<void> };

/** Removes every minute what has run out. Several processes may do so: one works, the others pass. */
export function startHousekeeping(deps: Deps): Housekeeping {
  const stopping = new AbortController();
  const chores = retention();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= keepHouse(deps, { chores, stopping: stopping.signal }).finally(() => {
      running = undefined;
    });
  }, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

type Round = { chores?: Chore[]; stopping?: AbortSignal; shareMs?: number };

/** One round. Failing is no reason to end: the next minute comes. */
export async function keepHouse(
  { pool, clock, log }: Deps,
  { chores = retention(), stopping, shareMs = SHARE_MS }: Round = {},
): Promise<void> {
  for (const chore of chores) {
    const until = performance.now() + shareMs;
    try {
      let removed = 0;
      for (let more = true; more && !stopping?.aborted && performance.now() < until; ) {
        const done = await doBatch({ pool, clock }, chore);
        removed += done.count;
        more = done.more;
      }
      if (removed > 0) log.debug({ removed }, `removed old ${chore.name}`);
    } catch (err) {
      log.warn({ err }, `removing old ${chore.name} failed`);
    }
  }
  await announceExpiringKeys({ pool, clock, log });
  await unlockJobsOfTheDead(pool).catch((err: unknown) => {
    log.warn({ err }, 'the jobs of dead workers could not be given back');
  });
}

function doBatch({ pool, clock }: Pick<Deps, 'pool' | 'clock'>, chore: Chore): Promise<Done> {
  return acrossTeams(pool, async (prisma, client) => {
    const { rows } = await client.query<{ mine: boolean; before: Date }>(
      `select pg_try_advisory_xact_lock($1) as mine,
         coalesce($2::timestamptz, now()) - $3 * interval '1 ms' as before`,
      [advisoryLocks.housekeeping, clock.stoppedAt(), chore.keptMs],
    );
    const [turn] = rows;
    if (!turn?.mine) return { count: 0, more: false };
    return chore.run(client, turn.before, prisma);
  });
}
