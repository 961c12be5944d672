import { inject } from 'vitest';

/** The same database behind PgBouncer, if the run has one. */
export function pooledUrl(url: string): string | undefined {
  const address = inject('pgbouncer');
  if (address === null) return undefined;
  const pooled = new URL(url);
  pooled.host = address;
  return pooled.href;
}
