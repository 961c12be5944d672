import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

export type Health = {
  /** The reason why the process is not ready. Null if it is. */
  waitsFor: string | null;
  draining: boolean;
};

export async function whyNotReady(
  { waitsFor, draining }: Health,
  databaseAnswers: () => Promise<boolean>,
): Promise<string | null> {
  if (draining) return 'draining';
  if (waitsFor !== null) return waitsFor;
  return (await databaseAnswers()) ? null : 'database unreachable';
}

const PROBE_LIMIT_MS = 2_000;

/**
 * Asks whether the database answers. This needs no key and has no rate limit, so at most one statement runs
 * at a time.
 */
export function databaseProbe(pool: pg.Pool): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined;
  return () => {
    probe ??= answersInTime(pool).finally(() => {
      probe = undefined;
    });
    return probe;
  };
}

function answersInTime(pool: pg.Pool): Promise<boolean> {
  const question = { text: 'select 1', query_timeout: PROBE_LIMIT_MS };
  const answered = pool.query(question).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, setTimeout(PROBE_LIMIT_MS, false, { ref: false })]);
}
