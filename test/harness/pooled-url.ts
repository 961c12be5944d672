import { inject } from 'vitest';

/** The URL of the same database through PgBouncer. Undefined if the run uses none. */
export function pooledUrl(url: string): string | undefined {
  const address = inject('pgbouncer');
  if (address === null) return undefined;
  const pooled = new URL(url);
  pooled.host = address;
  return pooled.href;
}
