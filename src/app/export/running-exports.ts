import { ApiError } from '../../shared/errors.ts';

/** How many exports one process runs at once, and how many of them for one team. */
const MAX_RUNNING = 8;
const MAX_OF_TEAM = 2;
const COME_BACK_S = 10;

/** Each export reads one piece at a time. So all of them use few connections, however many are asked for. */
export class RunningExports {
  readonly #ofTeam = new Map<string, number>();
  #running = 0;

  /** Throws if there are too many. The result ends the export. */
  begin(tenantId: string): () => void {
    const own = this.#ofTeam.get(tenantId) ?? 0;
    if (own >= MAX_OF_TEAM || this.#running >= MAX_RUNNING) {
      const detail = 'Too many exports at once. Try again when one has ended.';
      throw new ApiError('rate_limited', { detail, retryAfter: COME_BACK_S });
    }
    this.#running += 1;
    this.#ofTeam.set(tenantId, own + 1);
    return () => {
      this.#running -= 1;
      const left = (this.#ofTeam.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#ofTeam.set(tenantId, left);
      else this.#ofTeam.delete(tenantId);
    };
  }
}
