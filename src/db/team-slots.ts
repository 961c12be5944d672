import type pg from 'pg';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';
import type { Queryable } from './team-db.ts';

const WAIT_LIMIT_MS = 5_000;
/** Connections reserved for admission, so that requests can still be checked. */
const RESERVED = 2;

/** The turn of all who are not signed in. */
export const STRANGERS = 'strangers';

type WaitingWork = { start: () => void };
type Team = { running: number; waiting: Set<WaitingWork> };

/**
 * Limits each team, each person outside of a team, and all strangers together to half of the connections that are left after the reserved two (P9). While the
 * statements of one team wait or are slow, the other teams still get connections. Waiting work is
 * started team by team. Work that has waited for 5 s gets 503.
 */
export class TeamSlots {
  readonly #limit: number;
  readonly #perTeam: number;
  readonly #teams = new Map<string, Team>();
  #running = 0;

  constructor(connections: number) {
    this.#limit = Math.max(1, connections - RESERVED);
    this.#perTeam = Math.max(1, Math.floor(this.#limit / 2));
  }

  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const team = this.#teams.get(tenantId) ?? { running: 0, waiting: new Set() };
    this.#teams.set(tenantId, team);
    if (this.#mayRun(team)) this.#take(team);
    else await this.#waitForSlot(tenantId, team);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      team.running -= 1;
      this.#forget(tenantId, team);
      this.#startNext();
    }
  }

  /** The pool, with a turn for each statement. */
  inTurns(tenantId: string, pool: Queryable): Queryable {
    const query = (statement: pg.QueryConfig) => this.run(tenantId, () => pool.query(statement));
    // One signature stands for the many of pg.
    return { query: query as Queryable['query'] };
  }

  #mayRun(team: Team): boolean {
    return this.#running < this.#limit && team.running < this.#perTeam;
  }

  #take(team: Team): void {
    this.#running += 1;
    team.running += 1;
  }

  #forget(tenantId: string, team: Team): void {
    if (team.running === 0 && team.waiting.size === 0) this.#teams.delete(tenantId);
  }

  #waitForSlot(tenantId: string, team: Team): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: WaitingWork = {
      start: () => {
        clearTimeout(timeout);
        this.#take(team);
        resolve();
      },
    };
    const timeout = setTimeout(() => {
      team.waiting.delete(waiting);
      this.#forget(tenantId, team);
      const cause = new Overload(
        'team_connections',
        'no connection became free for this team in time',
      );
      reject(new ApiError('unavailable', { cause }));
    }, WAIT_LIMIT_MS);
    team.waiting.add(waiting);
    return promise;
  }

  /** Starts the longest waiting work of the next team, which then goes to the end of the queue. */
  #startNext(): void {
    for (const [tenantId, team] of this.#teams) {
      if (this.#running >= this.#limit) return;
      const [waiting] = team.waiting;
      if (!waiting || !this.#mayRun(team)) continue;
      team.waiting.delete(waiting);
      this.#teams.delete(tenantId);
      this.#teams.set(tenantId, team);
      waiting.start();
      return;
    }
  }
}
