import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';

const WAIT_LIMIT_MS = 5_000;
/** Connections that no team's work can take: they decide who comes in. */
const KEPT_FREE = 2;

type Waiter = { start: () => void };
type Team = { running: number; waiting: Set<Waiter> };

/**
 * How many of the pool's connections one team may hold at once: half of them. Whatever keeps a
 * team's statements waiting or slow, the others still find a connection. Who waits is served team
 * by team, and longer than D83 allows nobody.
 */
export class TeamSlots {
  readonly #all: number;
  readonly #perTeam: number;
  readonly #teams = new Map<string, Team>();
  #running = 0;

  constructor(connections: number) {
    this.#all = Math.max(1, connections - KEPT_FREE);
    this.#perTeam = Math.max(1, Math.floor(this.#all / 2));
  }

  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const team = this.#teams.get(tenantId) ?? { running: 0, waiting: new Set() };
    this.#teams.set(tenantId, team);
    if (this.#mayRun(team)) this.#take(team);
    else await this.#turn(tenantId, team);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      team.running -= 1;
      this.#forget(tenantId, team);
      this.#startNext();
    }
  }

  #mayRun(team: Team): boolean {
    return this.#running < this.#all && team.running < this.#perTeam;
  }

  #take(team: Team): void {
    this.#running += 1;
    team.running += 1;
  }

  #forget(tenantId: string, team: Team): void {
    if (team.running === 0 && team.waiting.size === 0) this.#teams.delete(tenantId);
  }

  #turn(tenantId: string, team: Team): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      start: () => {
        clearTimeout(late);
        this.#take(team);
        resolve();
      },
    };
    const late = setTimeout(() => {
      team.waiting.delete(waiter);
      this.#forget(tenantId, team);
      const cause = new Overload(
        'team_connections',
        'no connection came free for this team in time',
      );
      reject(new ApiError('unavailable', { cause }));
    }, WAIT_LIMIT_MS);
    team.waiting.add(waiter);
    return promise;
  }

  /** The team that is served goes to the end of the row. */
  #startNext(): void {
    for (const [tenantId, team] of this.#teams) {
      if (this.#running >= this.#all) return;
      const [waiter] = team.waiting;
      if (!waiter || !this.#mayRun(team)) continue;
      team.waiting.delete(waiter);
      this.#teams.delete(tenantId);
      this.#teams.set(tenantId, team);
      waiter.start();
      return;
    }
  }
}
