import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';
import { RenewedMap } from '../shared/renewed-map.ts';
import type { ShareHolder } from '../shared/share-holder.ts';
import { isLocked } from './database-error.ts';
import type { Queryable } from './team-db.ts';
import type { LockLimit } from './transaction.ts';

const WAIT_LIMIT_MS = 5_000;
/** Connections reserved for admission, so that requests can still be checked. */
const RESERVED = 2;
/** This part of the other connections is kept for teams that hold none. */
const KEPT_PART = 4;

/** A change waits this long for a lock of the database while it holds a connection. */
const LOCK_LIMIT_MS = 200;
/** A change that finds its rows locked begins again for this long. */
const LOCKED_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 800;

type Limits = { waitMs?: number; lockMs?: number };
type WaitingWork = { start: () => void };
type Team = { id: ShareHolder; running: number; waiting: WaitingWork[] };

/**
 * Limits each team, each person outside a team, and all strangers together to half of the
 * connections that remain after the two reserved ones (P9). Teams that hold connections already leave a
 * quarter to teams that hold none (P811). While the statements of some teams wait or are slow, the other teams
 * still get connections. Waiting work is started team by team. Work that has waited for 5 s gets 503. Each
 * replica has turns of its own, with a shorter wait.
 */
export class TeamSlots {
  readonly #limit: number;
  readonly #perTeam: number;
  readonly #forHolders: number;
  readonly #teams = new RenewedMap<ShareHolder, Team>();
  /** The teams with waiting work. The first one has waited longest for its turn. */
  readonly #queue: Team[] = [];
  readonly #waitMs: number;
  readonly #lockLimit: LockLimit;
  #running = 0;

  constructor(
    connections: number,
    { waitMs = WAIT_LIMIT_MS, lockMs = LOCK_LIMIT_MS }: Limits = {},
  ) {
    this.#waitMs = waitMs;
    this.#lockLimit = { lockMs };
    this.#limit = Math.max(1, connections - RESERVED);
    this.#perTeam = Math.max(1, Math.floor(this.#limit / 2));
    this.#forHolders = this.#limit - Math.max(1, Math.floor(this.#limit / KEPT_PART));
  }

  async run<T>(holder: ShareHolder, work: () => Promise<T>): Promise<T> {
    const team = this.#teams.get(holder) ?? { id: holder, running: 0, waiting: [] };
    this.#teams.set(holder, team);
    if (this.#mayRun(team)) this.#take(team);
    else await this.#waitForSlot(team);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      team.running -= 1;
      this.#forget(team);
      this.#startNext();
    }
  }

  /**
   * Runs a change. While another transaction holds what the change must lock, the change gives its connection
   * back, and begins again after a pause (P812). So `work` must run in one transaction with this limit.
   */
  async change<T>(holder: ShareHolder, work: (limit: LockLimit) => Promise<T>): Promise<T> {
    const until = performance.now() + LOCKED_LIMIT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.run(holder, () => work(this.#lockLimit));
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() + pauseMs > until) {
          const cause = new Overload('team_locks', 'another change of this team holds its rows');
          throw new ApiError('unavailable', { cause });
        }
      }
      await sleep(pauseMs);
    }
  }

  /** The pool, with a turn of its own for each statement. */
  inTurns(holder: ShareHolder, pool: Queryable): Queryable {
    const query = (statement: pg.QueryConfig) => this.run(holder, () => pool.query(statement));
    // pg declares many signatures for `query`. This one stands for all of them.
    return { query: query as Queryable['query'] };
  }

  #mayRun(team: Team): boolean {
    const most = team.running === 0 ? this.#limit : this.#forHolders;
    return this.#running < most && team.running < this.#perTeam;
  }

  #take(team: Team): void {
    this.#running += 1;
    team.running += 1;
  }

  #forget({ id, running, waiting }: Team): void {
    if (running === 0 && waiting.length === 0) this.#teams.delete(id);
  }

  #waitForSlot(team: Team): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => {
      clearTimeout(timeout);
      this.#take(team);
      resolve();
    };
    const waiting: WaitingWork = { start };
    const timeout = setTimeout(() => {
      remove(team.waiting, waiting);
      if (team.waiting.length === 0) remove(this.#queue, team);
      this.#forget(team);
      const cause = new Overload(
        'team_connections',
        'no connection became free for this team in time',
      );
      reject(new ApiError('unavailable', { cause }));
    }, this.#waitMs);
    if (team.waiting.push(waiting) === 1) this.#queue.push(team);
    return promise;
  }

  /**
   * Starts the longest waiting work of the next team, which then goes to the end of the queue. A team that now
   * holds no connection may take one that was kept, so more than one work may start.
   */
  #startNext(): void {
    for (;;) {
      const team = this.#queue.find((each) => this.#mayRun(each));
      const next = team?.waiting.shift();
      if (!team || !next) return;
      remove(this.#queue, team);
      if (team.waiting.length > 0) this.#queue.push(team);
      next.start();
    }
  }
}

function remove<Each>(list: Each[], entry: Each): void {
  list.splice(list.indexOf(entry), 1);
}
