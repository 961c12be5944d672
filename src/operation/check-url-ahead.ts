import type { UrlGuard } from '../egress/url-guard.ts';
import type { UrlChecker } from './call.ts';

/** How long the name servers may take. */
const TIME_LIMIT_MS = 5_000;

export function urlCheckerOf(guard: UrlGuard): UrlChecker {
  return { check: async (url) => guard.check(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) }) };
}

/**
 * Checks the URL of a request before the request holds a connection or a lock. So a name server that is slow
 * on purpose delays only this request. The operation gets the result of the check.
 */
export async function checkUrlAhead(checker: UrlChecker, url: string): Promise<UrlChecker> {
  const checked = await checker.check(url);
  return { check: async (requested) => (requested === url ? checked : checker.check(requested)) };
}
