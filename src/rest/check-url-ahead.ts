import type { UrlGuard } from '../egress/url-guard.ts';
import type { UrlChecker } from '../operation/call.ts';
import type { Input } from './read-input.ts';
import type { Route } from './routes.ts';

/** How long the name servers may take. */
const PATIENCE_MS = 5_000;

/**
 * Checks the URL of an operation before the request has a connection, a turn or a lock, so that a name
 * server that is slow on purpose delays only the request that names it.
 */
export async function checkUrlAhead(
  guard: UrlGuard,
  route: Route,
  input: Input,
): Promise<UrlChecker> {
  const check = async (url: string) =>
    guard.check(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { target } = route.meta;
  if (!target || input.issues.length > 0) return { check };
  const { data } = route.input.safeParse(input.value);
  const url = data?.[target];
  if (typeof url !== 'string') return { check };
  const checked = await check(url);
  return { check: async (asked) => (asked === url ? checked : check(asked)) };
}
