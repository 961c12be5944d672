import { MinuteCounts } from '../auth/minute-counts.ts';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';
import type { ShareHolder } from '../shared/share-holder.ts';

/** How many questions to other services one person, and one team, may cause in a minute. */
const QUESTIONS_PER_PERSON = 10;
const QUESTIONS_PER_TEAM = 30;
/** How many questions of this process run at once. How many may wait, in all and of one team. */
const RUNNING = 8;
const WAITING = 40;
const WAITING_PER_TEAM = 5;
/** How long a question may take, including the time for which it waits for its turn. */
const TIME_LIMIT_MS = 15_000;

type Asker = { holder: ShareHolder; personId: string };
type Waiting = { holder: ShareHolder; start: () => void };

/**
 * The turns of questions that requests of the app ask other services, such as a CRM. A team has one turn at a
 * time. So no team can use up the turns of this process with a host that does not answer.
 */
export class OutboundTurns {
  readonly #counts: MinuteCounts;
  readonly #timeLimitMs: number;
  readonly #running = new Set<ShareHolder>();
  readonly #waiting: Waiting[] = [];

  constructor(clock: Clock, timeLimitMs = TIME_LIMIT_MS) {
    this.#counts = new MinuteCounts(clock);
    this.#timeLimitMs = timeLimitMs;
  }

  /** Runs a question. `signal` aborts when the time is over, and then this function throws. */
  async run<T>(asker: Asker, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#charge(asker);
    const { holder } = asker;
    const over = new AbortController();
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new ApiError('conflict', { because: 'crm_too_slow' });
      limit.reject(error);
      over.abort(error);
    }, this.#timeLimitMs);
    // Nobody waits for this promise if the turn ends before the limit.
    limit.promise.catch(() => undefined);
    try {
      await this.#turn(holder, over.signal);
      try {
        return await Promise.race([ask(over.signal), limit.promise]);
      } finally {
        this.#running.delete(holder);
        this.#startNext();
      }
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

  #mayRun(holder: ShareHolder): boolean {
    return this.#running.size < RUNNING && !this.#running.has(holder);
  }

  async #turn(holder: ShareHolder, signal: AbortSignal): Promise<void> {
    if (this.#mayRun(holder)) {
      this.#running.add(holder);
      return;
    }
    const ofTeam = this.#waiting.filter((each) => each.holder === holder).length;
    if (this.#waiting.length >= WAITING || ofTeam >= WAITING_PER_TEAM) throw this.#busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      this.#running.add(holder);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const waiting: Waiting = { holder, start };
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(this.#busy());
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    await promise;
  }

  #busy(): ApiError {
    const retryAfter = Math.ceil(this.#timeLimitMs / 1000);
    return new ApiError('rate_limited', { because: 'crm_busy', retryAfter });
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(({ holder }) => this.#mayRun(holder));
    if (index >= 0) this.#waiting.splice(index, 1)[0]?.start();
  }
}
