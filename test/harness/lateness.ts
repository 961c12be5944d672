import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

const PAUSE_MS = 200;
/** A job that waits for its time runs about this many statements. Each may be late. */
const STATEMENTS = 5;

/**
 * Measures, from now on, how late this machine is: how much longer a timer and a statement take than they should. Other
 * tests may keep the machine busy. Returns a function for what to add to a limit.
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
