import process from 'node:process';
import pg from 'pg';
import { databaseClock } from '../../../src/shared/clock.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { runHousekeeping } from '../../../src/worker/housekeeping/start-housekeeping.ts';

// Runs one round of a worker's housekeeping at once.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
await runHousekeeping({ pool, clock: databaseClock, log: createLogger('info') });
await pool.end();
