import type { Outbound } from '../auth/call.ts';
import type { TargetGuard } from '../egress/target-guard.ts';
import type { Input } from './read-input.ts';
import type { Route } from './routes.ts';

/** How long name servers may take. */
const PATIENCE_MS = 5_000;

/**
 * What the operation will ask about its URL is asked before it has a connection, a turn or a lock:
 * a name server that is slow on purpose holds up nobody but who named it.
 */
export async function askAhead(guard: TargetGuard, route: Route, input: Input): Promise<Outbound> {
  const judge = async (url: string) =>
    guard.judge(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { target } = route.meta;
  if (!target || input.issues.length > 0) return { judge };
  const { data } = route.input.safeParse(input.value);
  const url = data?.[target];
  if (typeof url !== 'string') return { judge };
  const verdict = await judge(url);
  return { judge: async (asked) => (asked === url ? verdict : judge(asked)) };
}
