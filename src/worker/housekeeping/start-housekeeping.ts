import type pg from 'pg';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { acrossTeams } from '../../db/transaction.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { unlockJobsOfTheDead } from '../queue/runner-presence.ts';
import { removeIdleSandboxes } from './idle-sandboxes.ts';
import { keepLogPartitions } from './log-partitions.ts';
import { retention } from './retention.ts';
import type { Done, RetentionRule } from './retention-rule.ts';
import { removeUnansweredContacts } from './unanswered-contacts.ts';
import { observeWaitingSessions } from './waiting-sessions.ts';
import { observeWaitingWork } from './waiting-work.ts';
import { warnOfExpiringKeys } from './warn-of-expiring-keys.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; links: LinkSeal };

const INTERVAL_MS = 60_000;
/** The longest time for one rule in each minute, so that the other rules have their turn too. */
const SHARE_MS = 5_000;

export type Housekeeping = { stop(): Promise<void> };

/** Removes expired data every minute. If several processes try at once, one of them works. */
export function startHousekeeping(deps: Deps): Housekeeping {
  const stopping = new AbortController();
  const rules = retention();
  // A worker that starts tells at once what waits, so that no restart ends an alert.
  let running: Promise<void> | undefined = observe(deps).finally(() => {
    running = undefined;
  });
  const timer = setInterval(() => {
    running ??= runHousekeeping(deps, { rules, stopping: stopping.signal }).finally(() => {
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

type Round = { rules?: RetentionRule[]; stopping?: AbortSignal; shareMs?: number };

/** Applies all rules once. A failure is logged, and the next minute tries again. */
export async function runHousekeeping(
  { pool, clock, log, links }: Deps,
  { rules = retention(), stopping, shareMs = SHARE_MS }: Round = {},
): Promise<void> {
  for (const rule of rules) {
    const until = performance.now() + shareMs;
    try {
      let removed = 0;
      for (let more = true; more && !stopping?.aborted && performance.now() < until; ) {
        const done = await removeBatch({ pool, clock }, rule);
        removed += done.count;
        more = done.more;
      }
      if (removed > 0) log.debug({ removed }, `removed old ${rule.name}`);
    } catch (err) {
      log.warn({ err }, `removing old ${rule.name} failed`);
    }
  }
  await keepLogPartitions({ pool, clock, log });
  await warnOfExpiringKeys({ pool, clock, log, links });
  await removeIdleSandboxes({ pool, clock, log, links });
  await removeUnansweredContacts({ pool, clock, log });
  await observe({ pool, clock, log });
  await unlockJobsOfTheDead(pool).catch((err: unknown) => {
    log.warn({ err }, 'the jobs of dead workers could not be given back');
  });
}

/** Sets the metrics of what waits. */
async function observe({ pool, clock, log }: Omit<Deps, 'links'>): Promise<void> {
  await observeWaitingSessions({ pool, clock }).catch((err: unknown) => {
    log.warn({ err }, 'waiting training sessions could not be counted');
  });
  await observeWaitingWork({ pool, log });
}

function removeBatch(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  rule: RetentionRule,
): Promise<Done> {
  return acrossTeams(pool, async (prisma, client) => {
    const { rows } = await client.query<{ locked: boolean; before: Date }>(
      `select pg_try_advisory_xact_lock($1) as locked,
         case when $4 then outgoing_ago(coalesce($2::timestamptz, now()), $3 * interval '1 ms')
           else coalesce($2::timestamptz, now()) - $3 * interval '1 ms' end as before`,
      [advisoryLocks.housekeeping, clock.stoppedAt(), rule.keptMs, rule.standsStill === true],
    );
    const [batch] = rows;
    // Another process is removing now.
    if (!batch?.locked) return { count: 0, more: false };
    return rule.run(client, batch.before, prisma);
  });
}
