import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

const PAUSE_MS = 200;
/** What waits for its time makes some statements, each of which may be late. */
const STATEMENTS = 5;

/**
 * Measures from now on how late this machine is, which may be busy with other tests: by how much a
 * timer and a statement of PostgreSQL took longer than the time of the timer. Returns what to add to a limit.
 */
export function watchLateness(sql: pg.Pool): () => Promise<number> {
  const stopping = new AbortController();
  const measure = async () => {
    let worst = 0;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await sleep(PAUSE_MS);
      await sql.query('select');
      worst = Math.max(worst, performance.now() - began - PAUSE_MS);
    }
    return worst;
  };
  const measured = measure();
  const stop = () => {
    stopping.abort();
    return measured;
  };
  onTestFinished(async () => void (await stop()));
  return async () => STATEMENTS * (await stop());
}
