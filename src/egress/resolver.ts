import { promises as dns } from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../shared/errors/system-error-code.ts';

/** Finds the addresses of a host name. */
export type Resolver = {
  /** The answer, if it is known without asking a name server. */
  cached?(hostname: string): readonly string[] | undefined;
  /** All addresses of the name, an empty list if it has none. Rejects if no name server answers. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
};

type Options = {
  /** Name servers such as `127.0.0.1:53`, instead of those of this machine. */
  servers?: string[];
  timeoutMs?: number;
  budgetMs?: number;
};

/**
 * The most addresses of a name. No service has more. An answer over TCP could contain four thousand, and the
 * cache would keep all of them.
 */
const MAX_ADDRESSES = 64;

/**
 * Asks the name servers directly. It uses neither /etc/hosts nor search domains, and not the four threads of
 * libuv, because a few dead names would block them. It keeps answers for some seconds, because the endpoints
 * of a team often share a host. The guard still checks the addresses for every attempt (D152).
 */
export function systemResolver({
  servers,
  timeoutMs = 2000,
  budgetMs = 5000,
}: Options = {}): Resolver {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  return new CachingResolver(async (hostname) => {
    const budget = new AbortController();
    try {
      const both = Promise.all([
        familyOf(resolver.resolve4(hostname)),
        familyOf(resolver.resolve6(hostname)),
      ]);
      const late = wait(budgetMs, null, { signal: budget.signal, ref: false }).then(() => {
        throw new Error('The name servers take too long');
      });
      const addresses = (await Promise.race([both, late])).flat();
      if (addresses.length > MAX_ADDRESSES) throw new Error('The name has too many addresses');
      return addresses;
    } finally {
      budget.abort();
    }
  });
}

/** Most names have addresses of one family only. Any other failure might hide addresses. */
async function familyOf(pending: Promise<string[]>): Promise<string[]> {
  try {
    return await pending;
  } catch (error) {
    if (codeOf(error) === 'ENODATA' || codeOf(error) === 'ENOTFOUND') return [];
    throw error;
  }
}

type Ask = (hostname: string) => Promise<readonly string[]>;
type Answer = {
  pending: Promise<readonly string[]>;
  startedAt: number;
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

  /** A caller that aborts stops waiting. The question goes on for the other callers. */
  async resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const { pending, addresses } = this.#fresh(hostname) ?? this.#askFor(hostname);
    if (addresses) return addresses;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([pending, ended]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  #fresh(hostname: string): Answer | undefined {
    const answer = this.#answers.get(hostname);
    return answer && this.#now() - answer.startedAt < KEPT_MS ? answer : undefined;
  }

  #askFor(hostname: string): Answer {
    const answer: Answer = {
      pending: this.#ask(hostname),
      startedAt: this.#now(),
      addresses: undefined,
    };
    answer.pending.then(
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
