import type { Resolver } from './resolver.ts';

type Ask = (hostname: string) => Promise<readonly string[]>;
type Answer = {
  asked: Promise<readonly string[]>;
  askedAt: number;
  addresses: readonly string[] | undefined;
};

const KEPT_MS = 5000;
const MAX_ANSWERS = 10_000;

/** Asks one question per name at a time and keeps the answer for five seconds. It does not keep failures. */
export class CachingResolver implements Resolver {
  readonly #ask: Ask;
  readonly #now: () => number;
  readonly #answers = new Map<string, Answer>();

  constructor(ask: Ask, now = () => performance.now()) {
    this.#ask = ask;
    this.#now = now;
  }

  cached(hostname: string): readonly string[] | undefined {
    return this.#fresh(hostname)?.addresses;
  }

  /** A caller that aborts stops waiting; the question goes on for the other callers. */
  async resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const { asked, addresses } = this.#fresh(hostname) ?? this.#askFor(hostname);
    if (addresses) return addresses;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([asked, ended]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  #fresh(hostname: string): Answer | undefined {
    const answer = this.#answers.get(hostname);
    return answer && this.#now() - answer.askedAt < KEPT_MS ? answer : undefined;
  }

  #askFor(hostname: string): Answer {
    const answer: Answer = {
      asked: this.#ask(hostname),
      askedAt: this.#now(),
      addresses: undefined,
    };
    answer.asked.then(
      (addresses) => {
        answer.addresses = addresses;
      },
      () => this.#forget(hostname, answer),
    );
    this.#forget(hostname);
    this.#answers.set(hostname, answer);
    // The map is in the order of the questions, because a name that is asked again goes to the end.
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MAX_ANSWERS) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }

  #forget(hostname: string, answer = this.#answers.get(hostname)): void {
    if (this.#answers.get(hostname) === answer) this.#answers.delete(hostname);
  }
}
