import { ApiError } from '../../shared/errors/errors.ts';
import type { ShareHolder } from '../../shared/load/share-holder.ts';

const COME_BACK_S = 10;

/** How many exports of one kind a process runs at once, and how many of them for each team or person. */
type Share = { ofProcess: number; ofHolder: number };

/**
 * The limits of exports of lists, and of exports of a person's own data. They are counted separately, so that
 * neither kind keeps the other waiting.
 */
export const LIST_EXPORTS: Share = { ofProcess: 8, ofHolder: 2 };
export const OWN_EXPORTS: Share = { ofProcess: 8, ofHolder: 2 };

/**
 * Counts the running exports of one kind. Each export reads one piece at a time, so all of them
 * together use few connections.
 */
export class RunningExports {
  readonly #share: Share;
  readonly #ofHolder = new Map<ShareHolder, number>();
  #running = 0;

  constructor(share: Share) {
    this.#share = share;
  }

  /**
   * Throws if too many exports run, for one of these holders or in all. The returned function ends
   * the export.
   */
  begin(holders: readonly ShareHolder[]): () => void {
    const { ofProcess, ofHolder } = this.#share;
    const isFull = (holder: ShareHolder) => (this.#ofHolder.get(holder) ?? 0) >= ofHolder;
    if (this.#running >= ofProcess || holders.some(isFull)) {
      throw new ApiError('rate_limited', { because: 'too_many_exports', retryAfter: COME_BACK_S });
    }
    this.#count(holders, 1);
    return () => this.#count(holders, -1);
  }

  #count(holders: readonly ShareHolder[], more: number): void {
    this.#running += more;
    for (const holder of holders) {
      const running = (this.#ofHolder.get(holder) ?? 0) + more;
      if (running > 0) this.#ofHolder.set(holder, running);
      else this.#ofHolder.delete(holder);
    }
  }
}
