import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { cloneDatabase } from '../harness/database.ts';
import { links } from '../harness/mailed-links.ts';
import { ManualClock } from '../harness/manual-clock.ts';

const log = createLogger('silent');

async function worker() {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const clock = new ManualClock();
  const left = async (table: string) =>
    (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
  return { pool, clock, left, round: () => runHousekeeping({ pool, clock, log, links }) };
}

test('D54: a rate window is kept for as long as it counts', async () => {
  const { pool, clock, left, round } = await worker();
  await pool.query("insert into rate_window values ('live', $1, 120)", [clock.now()]);
  clock.travel(MINUTE_MS - 1);
  await round();
  expect(await left('rate_window')).toBe(1);
});

test('the worker deletes all rate windows older than two minutes, in several batches', async () => {
  const { pool, clock, left, round } = await worker();
  const window = 'insert into rate_window select $1 || n, $2, 1 from generate_series(1, $3) n';
  await pool.query(window, ['old', new Date(clock.now().getTime() - 2 * MINUTE_MS - 1), 4_500]);
  await pool.query(window, ['live', clock.now(), 3]);
  await round();
  expect(await left('rate_window')).toBe(3);
});

test('D97: an idempotency record is deleted 24 h after it was stored', async () => {
  const { pool, clock, left, round } = await worker();
  await pool.query(
    "insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 5, $1)",
    [clock.now()],
  );
  await pool.query(
    `insert into idempotency_record (tenant_id, lineage_id, key, fingerprint, status, body, created_at)
     values ('ten_1', 'lin_1', 'key', '', 201, '', $1)`,
    [clock.now()],
  );
  clock.travel(24 * 60 * MINUTE_MS);
  await round();
  expect(await left('idempotency_record')).toBe(1);
  clock.travel(1);
  await round();
  expect(await left('idempotency_record')).toBe(0);
});

test('several workers share the work without doing it twice, and leave a row in use for the next time', async () => {
  const { pool, clock, left, round } = await worker();
  await pool.query('insert into rate_window select n, $1, 1 from generate_series(1, 3) n', [
    new Date(clock.now().getTime() - 3 * MINUTE_MS),
  ]);
  const other = await pool.connect();
  await other.query('begin; select pg_advisory_xact_lock(7201001)');
  await round();
  expect(await left('rate_window')).toBe(3);
  await other.query("commit; begin; select from rate_window where subject = '2' for update");
  await round();
  expect(await left('rate_window')).toBe(1);
  await other.query('commit');
  other.release();
});
