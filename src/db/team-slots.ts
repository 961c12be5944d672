import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ApiError } from '../shared/errors/errors.ts';
import { FairQueue } from '../shared/load/fair-queue.ts';
import { type Guard, Overload } from '../shared/load/overload.ts';
import type { ShareHolder } from '../shared/load/share-holder.ts';
import { isLocked } from './database-error.ts';
import type { Queryable } from './team-db.ts';
import type { LockLimit } from './transaction.ts';

export const WAIT_LIMIT_MS = 5_000;
/** Connections reserved for admission, so that requests can still be checked. */
const RESERVED = 2;
/** This part of the other connections is kept for teams that hold none. */
const KEPT_PART = 4;

/**
 * A change waits this long for a lock of the database while it holds a connection. `lock_timeout` covers advisory
 * locks, rows and triggers, in all processes. Each transaction sets it, because a setting of the connection would also
 * limit admission.
 */
const LOCK_LIMIT_MS = 200;
/** A change that finds its rows locked begins again for this long. */
export const LOCKED_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 800;

type Limits = { waitMs?: number; lockMs?: number };

/**
 * Limits each team, each person outside a team, and all strangers together to half of the
 * connections that remain after the two reserved ones. Teams that hold connections already leave a
 * quarter to teams that hold none: otherwise two teams with half each would have all. While the statements of some
 * teams wait or are slow, the other teams still get connections. Work that has waited for 5 s gets 503.
 */
export class TeamSlots {
  readonly #queue: FairQueue<ShareHolder>;
  readonly #lockLimit: LockLimit;

  constructor(
    connections: number,
    { waitMs = WAIT_LIMIT_MS, lockMs = LOCK_LIMIT_MS }: Limits = {},
  ) {
    const running = Math.max(1, connections - RESERVED);
    this.#lockLimit = { lockMs };
    this.#queue = new FairQueue({
      running,
      runningOfHolder: Math.max(1, Math.floor(running / 2)),
      runningOfBusyHolders: running - Math.max(1, Math.floor(running / KEPT_PART)),
      waitMs,
      refusal: () => unavailable('team_connections', 'no connection became free in time'),
    });
  }

  run<T>(holder: ShareHolder, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(holder, work);
  }

  /**
   * Runs a change. While another transaction holds what the change must lock, the change gives its connection
   * back, and begins again after a pause. So `work` must be one transaction with this limit, and may run twice.
   */
  async change<T>(holder: ShareHolder, work: (limit: LockLimit) => Promise<T>): Promise<T> {
    const until = performance.now() + LOCKED_LIMIT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.run(holder, () => work(this.#lockLimit));
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() + pauseMs > until) {
          throw unavailable('team_locks', 'another change of this team holds its rows');
        }
      }
      await sleep(pauseMs);
    }
  }

  /** The pool, with a slot for each statement. */
  withSlots(holder: ShareHolder, pool: Queryable): Queryable {
    const query = (statement: pg.QueryConfig) => this.run(holder, () => pool.query(statement));
    // pg declares many signatures for `query`. This one stands for all of them.
    return { query: query as Queryable['query'] };
  }
}

function unavailable(guard: Guard, why: string): ApiError {
  return new ApiError('unavailable', { cause: new Overload(guard, why) });
}
