import { promises as dns } from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../shared/error-code.ts';
import { CachingResolver } from './caching-resolver.ts';
import type { Resolver } from './resolver.ts';

type Options = {
  /** Name servers such as `127.0.0.1:53`, instead of those of this machine. */
  servers?: string[];
  timeoutMs?: number;
  budgetMs?: number;
};

/**
 * No service has more addresses. An answer over TCP could contain four thousand, and the cache
 * keeps all of them.
 */
const MAX_ADDRESSES = 64;

/**
 * Asks the name servers directly. It uses neither /etc/hosts nor search domains, and not the four
 * threads of libuv, because a few dead names would block these. It keeps answers for some seconds,
 * because the endpoints of a team often share a host. The guard still checks the addresses for
 * every attempt (D152).
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
async function familyOf(asked: Promise<string[]>): Promise<string[]> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === 'ENODATA' || codeOf(error) === 'ENOTFOUND') return [];
    throw error;
  }
}
