import { randomBytes } from 'node:crypto';
import process from 'node:process';
import pg from 'pg';
import { linkSeal } from '../../../src/features/mail/seal-link.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { databaseClock } from '../../../src/shared/time/clock.ts';
import { runHousekeeping } from '../../../src/worker/housekeeping/start-housekeeping.ts';

const links = linkSeal({
  encryptionKey: randomBytes(32),
  publicUrl: 'https://app.example.com',
});
// This process runs one round of a worker's housekeeping at once.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
await runHousekeeping({ pool, clock: databaseClock, log: createLogger('info'), links });
await pool.end();
