import type { UrlGuard } from '../egress/url-guard.ts';
import type { UrlChecker } from './call.ts';

/** How long the name servers may take. */
const PATIENCE_MS = 5_000;

/**
 * Checks the URL of an operation before the request has a connection, a turn or a lock, so that a name
 * server that is slow on purpose delays only the request that names it.
 */
export async function checkUrlAhead(guard: UrlGuard, url: unknown): Promise<UrlChecker> {
  const check = async (asked: string) =>
    guard.check(asked, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (typeof url !== 'string') return { check };
  const checked = await check(url);
  return { check: async (asked) => (asked === url ? checked : check(asked)) };
}
