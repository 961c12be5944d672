import type pg from 'pg';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';
import { RenewedMap } from '../shared/renewed-map.ts';
import type { Queryable } from './team-db.ts';

const WAIT_LIMIT_MS = 5_000;
/** Connections reserved for admission, so that requests can still be checked. */
const RESERVED = 2;

/** The name under which all callers who are not signed in share their turns. */
export const STRANGERS = 'strangers';

type WaitingWork = { start: () => void };
type Team = { id: string; running: number; waiting: WaitingWork[] };

/**
 * Limits each team, each person outside a team, and all strangers together to half of the
 * connections that remain after the two reserved ones (P9). While the statements of one team wait
 * or are slow, the other teams still get connections. Waiting work is started team by team. Work
 * that has waited for 5 s gets 503. Each replica has turns of its own, with a shorter wait.
 */
export class TeamSlots {
  readonly #limit: number;
  readonly #perTeam: number;
  readonly #teams = new RenewedMap<string, Team>();
  /** The teams with waiting work. The first one has waited longest for its turn. */
  readonly #queue: Team[] = [];
  readonly #waitMs: number;
  #running = 0;

  constructor(connections: number, waitMs = WAIT_LIMIT_MS) {
    this.#waitMs = waitMs;
    this.#limit = Math.max(1, connections - RESERVED);
    this.#perTeam = Math.max(1, Math.floor(this.#limit / 2));
  }

  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const team = this.#teams.get(tenantId) ?? { id: tenantId, running: 0, waiting: [] };
    this.#teams.set(tenantId, team);
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

  /** The pool, with a turn of its own for each statement. */
  inTurns(tenantId: string, pool: Queryable): Queryable {
    const query = (statement: pg.QueryConfig) => this.run(tenantId, () => pool.query(statement));
    // pg declares many signatures for `query`. This one stands for all of them.
    return { query: query as Queryable['query'] };
  }

  #mayRun(team: Team): boolean {
    return this.#running < this.#limit && team.running < this.#perTeam;
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

  /** Starts the longest waiting work of the next team, which then goes to the end of the queue. */
  #startNext(): void {
    const team = this.#queue.find((each) => this.#mayRun(each));
    const next = team?.waiting.shift();
    if (!team || !next) return;
    remove(this.#queue, team);
    if (team.waiting.length > 0) this.#queue.push(team);
    next.start();
  }
}

function remove<Each>(list: Each[], entry: Each): void {
  list.splice(list.indexOf(entry), 1);
}
