import type pg from 'pg';
import { waitingBackend } from '../../harness/waiting.ts';

/**
 * Begins `second` when `first` has done its work but has not committed. `first` commits only when `second` waits for it.
 * Returns the result or the refusal of `second`.
 */
export async function overlap(
  pool: pg.Pool,
  first: (hold: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> {
  const gate = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const committed = first(() => {
    done.resolve();
    return gate.promise;
  });
  await Promise.race([done.promise, committed]);
  const outcome = second().catch((error: unknown) => error);
  try {
    await waitingBackend(pool);
  } finally {
    gate.resolve();
    await Promise.allSettled([committed, outcome]);
  }
  await committed;
  return outcome;
}
