import { MinuteCounts } from '../auth/minute-counts.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { FairQueue } from '../shared/load/fair-queue.ts';
import type { ShareHolder } from '../shared/load/share-holder.ts';
import type { Clock } from '../shared/time/clock.ts';

/** How many questions to other services one person, and one team, may cause in a minute. */
export const QUESTIONS_PER_PERSON = 10;
export const QUESTIONS_PER_TEAM = 30;
/** How many questions of this process run at once. How many may wait of one team, and of how many teams. */
export const RUNNING = 8;
const WAITING_TEAMS = 40;
const WAITING_PER_TEAM = 5;
/** How long a question may take, including the time for which it waits. */
const TIME_LIMIT_MS = 15_000;

type Asker = { holder: ShareHolder; personId: string };

/**
 * Limits the questions that requests of the app ask other services, such as a CRM. One question of a team runs at a
 * time. So no team can keep the others waiting with a host that does not answer.
 */
export class OutboundQueue {
  readonly #counts: MinuteCounts;
  readonly #timeLimitMs: number;
  readonly #queue: FairQueue<ShareHolder>;

  constructor(clock: Clock, timeLimitMs = TIME_LIMIT_MS) {
    this.#counts = new MinuteCounts(clock);
    this.#timeLimitMs = timeLimitMs;
    const retryAfter = Math.ceil(timeLimitMs / 1000);
    this.#queue = new FairQueue({
      running: RUNNING,
      runningOfHolder: 1,
      waitingHolders: WAITING_TEAMS,
      waitingOfHolder: WAITING_PER_TEAM,
      waitMs: timeLimitMs,
      refusal: () => new ApiError('rate_limited', { because: 'crm_busy', retryAfter }),
    });
  }

  /** Runs a question. `signal` aborts when the time is over, and then this function throws. */
  async run<T>(asker: Asker, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#charge(asker);
    const over = new AbortController();
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new ApiError('conflict', { because: 'crm_too_slow' });
      limit.reject(error);
      over.abort(error);
    }, this.#timeLimitMs);
    // Nobody waits for this promise if the question ends before the limit.
    limit.promise.catch(() => undefined);
    try {
      return await this.#queue.run(asker.holder, () =>
        Promise.race([ask(over.signal), limit.promise]),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  #charge({ holder, personId }: Asker): void {
    const { isOver, rate } = this.#counts.charge([
      { subject: `person ${personId}`, limit: QUESTIONS_PER_PERSON },
      { subject: `team ${holder}`, limit: QUESTIONS_PER_TEAM },
    ]);
    if (!isOver) return;
    const { limit, resetSeconds: retryAfter } = rate;
    throw new ApiError('rate_limited', { because: 'too_many_crm_questions', limit, retryAfter });
  }
}
