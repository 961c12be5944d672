import { Writable } from 'node:stream';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../../src/shared/process/log.ts';
import { retention } from '../../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../../src/worker/housekeeping/start-housekeeping.ts';
import { cloneDatabase } from '../../harness/database.ts';
import { links } from '../../harness/mailed-links.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

/** A database of one test, and rounds of housekeeping that apply the rules of retention alone. */
export async function setUpRetention(settings: pg.PoolConfig = {}) {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8, ...settings });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const clock = new ManualClock();
  const warnings: string[] = [];
  const write = (line: Buffer, _: string, done: () => void) => {
    warnings.push(String(line));
    done();
  };
  const log = createLogger('warn', new Writable({ write }));
  const rules = retention();
  return {
    pool,
    clock,
    /** What the rounds have logged. */
    warnings,
    ago: (ms: number) => new Date(clock.now().getTime() - ms),
    round: () => runHousekeeping({ pool, clock, log, links }, { rules }),
  };
}
