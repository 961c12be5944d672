import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Lookups } from '../../src/db/lookups.ts';
import { createPool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

function makePool(): pg.Pool {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 5, name: 'under test', log });
  onTestFinished(() => pool.end());
  return pool;
}

const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };
const echo = (n: number) => ({ name: 'echo', text: 'select $1::int as n', values: [n] });
const failing = { name: 'failing', text: 'select 1 / $1::int', values: [0] };

test('lookups of one turn share connections, at most eight, and the next turn gets its own', async () => {
  const pool = makePool();
  const lookups = new Lookups(pool);
  const requested = await Promise.all(Array.from({ length: 12 }, () => lookups.query(backend)));
  const pids = requested.map(({ rows: [row] }) => row.pid);
  expect(new Set(pids.slice(0, 8)).size).toBe(1);
  expect(new Set(pids.slice(8)).size).toBe(1);
  expect(new Set(pids).size).toBe(2);
  await until('both are free', () => pool.idleCount === 2);
});

test('each lookup gets its own answer, and one that fails fails alone', async () => {
  const pool = makePool();
  const lookups = new Lookups(pool);
  const [one, failed, two] = await Promise.allSettled([
    lookups.query(echo(1)),
    lookups.query(failing),
    lookups.query(echo(2)),
  ]);
  const rowsOf = (result: PromiseSettledResult<pg.QueryResult>) =>
    result.status === 'fulfilled' ? result.value.rows : result.reason.code;
  expect([one, failed, two].map(rowsOf)).toEqual([[{ n: 1 }], '22012', [{ n: 2 }]]);
  expect(pool.waitingCount).toBe(0);
});

test('a lost connection fails its lookups, and later lookups get another one', async () => {
  const pool = makePool();
  const lookups = new Lookups(pool);
  const { rows } = await lookups.query(backend);
  const wait = { name: 'wait', text: 'select pg_sleep(60)' };
  const lost = Promise.allSettled([lookups.query(wait), lookups.query(echo(1))]);
  const other = makePool();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid = $1 and wait_event = 'PgSleep'`;
  await until('its end', async () => (await other.query(end, [rows[0].pid])).rowCount === 1);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await lookups.query(echo(2))).rows).toEqual([{ n: 2 }]);
});

test('if no connection can be made, each lookup fails', async () => {
  const lookups = new Lookups({
    connect: () => Promise.reject(new Error('no connection')),
  } as unknown as pg.Pool);
  const results = await Promise.allSettled([lookups.query(echo(1)), lookups.query(echo(2))]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
