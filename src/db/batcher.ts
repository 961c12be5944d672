import { ApiError } from '../shared/errors/errors.ts';
import { Overload } from '../shared/load/overload.ts';
import { ofNoSpan } from '../tracing/span.ts';

type Options<Ask, Answer> = {
  /** Answers what is asked together, in the order of the asks. */
  answer: (asks: Ask[]) => Promise<Answer[]>;
  most: number;
  /** So many batches run at once. */
  atOnce: number;
  /** Asks with the same name go into different batches. */
  nameOf?: (ask: Ask) => string | null;
  /** What waits, for the log of a process in which too much does. */
  what: string;
};

type Waiting<Ask, Answer> = {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** If so many asks wait, we assume that the database is down, and answer 503. */
const MOST_WAITING = 10_000;

/**
 * Answers together what is asked in one turn of the event loop, or while earlier batches run: one statement for many
 * requests costs less than one for each. Not for what waits longer, or may be lost: attempts (`Recorder`) and notes
 * (`WriteBehind`) are written later, and `Lookups` sends statements that have nothing in common.
 */
export class Batcher<Ask, Answer> {
  readonly #options: Options<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #isScheduled = false;
  #running = 0;

  constructor(options: Options<Ask, Answer>) {
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    if (this.#waiting.length >= MOST_WAITING) {
      const cause = new Overload('admission', `too many ${this.#options.what} wait`);
      return Promise.reject(new ApiError('unavailable', { cause }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ ask, resolve, reject });
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    const isBusy = this.#isScheduled || this.#running >= this.#options.atOnce;
    if (isBusy || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    ofNoSpan(() => setImmediate(this.#next));
  }

  readonly #next = (): void => {
    this.#isScheduled = false;
    this.#running += 1;
    void this.#answer(this.#take()).finally(() => {
      this.#running -= 1;
      this.#schedule();
    });
  };

  /** The rest waits in a new list: one in which asks come and go for ever keeps their garbage (docs/performance.md). */
  #take(): Waiting<Ask, Answer>[] {
    const { most, nameOf } = this.#options;
    const names = new Set<string>();
    const batch: Waiting<Ask, Answer>[] = [];
    const left: Waiting<Ask, Answer>[] = [];
    for (const waiting of this.#waiting) {
      const name = nameOf?.(waiting.ask) ?? null;
      const fits = batch.length < most && (name === null || !names.has(name));
      if (fits && name !== null) names.add(name);
      (fits ? batch : left).push(waiting);
    }
    this.#waiting = left;
    return batch;
  }

  async #answer(batch: Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.answer(batch.map(({ ask }) => ask));
      if (answers.length !== batch.length) throw new Error('an answer is missing');
      for (const [i, answer] of answers.entries()) batch[i]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
