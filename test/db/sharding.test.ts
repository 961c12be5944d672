import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '../../src/db/database-error.ts';
import { Lookups } from '../../src/db/lookups.ts';
import { createPool, type PoolOptions } from '../../src/db/pool.ts';
import { withTransaction } from '../../src/db/transaction.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

/** A pool whose database has the table that `cli shard` makes, and a function that reports its calls. */
async function shardedPool(options: Partial<PoolOptions> = {}) {
  const url = database().url;
  const log = createLogger('silent');
  const first = createPool(url, { max: 1, name: 'test', log });
  await first.query('create table if not exists sharding (n integer primary key)');
  await first.query('create table if not exists called (n serial)');
  await first.query(`create or replace function commit_in_two_phases() returns void language sql
    as 'insert into called default values'`);
  await first.end();
  const pool = createPool(url, { max: 1, name: 'test', log, ...options });
  onTestFinished(() => pool.end());
  return pool;
}

test('in a sharded database, a connection plans with the values', async () => {
  const pool = await shardedPool();
  const { rows } = await pool.query('show plan_cache_mode');
  expect(rows).toEqual([{ plan_cache_mode: 'auto' }]);
});

test('in a sharded database, DATABASE_PLANS=generic is refused', async () => {
  const pool = await shardedPool({ plans: 'generic' });
  await expect(pool.query('select 1')).rejects.toThrow(/DATABASE_PLANS is generic/);
});

test.each([
  'postmaster was shut down, exiting',
  'server closed the connection unexpectedly',
  'failure on connection marked as essential: 127.0.0.1:5432',
])('D83: Citus says only by its words that a server is away: %s', async (words) => {
  const raised = await database()
    .pool.query(`do $$ begin raise '${words}' using errcode = 'XX000'; end $$`)
    .catch((error: unknown) => error);
  expect(isUnavailable(raised)).toBe(true);
  const another = { message: 'cache lookup failed' };
  expect(isUnavailable(Object.assign(raised as Error, another))).toBe(false);
});

test('a node that does not answer costs no connection to the coordinator', async () => {
  const pool = await shardedPool();
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows;
  const before = await pid();
  const failing = (code: string) => ({
    text: `do $$ begin raise 'connection to the remote node failed' using errcode = '${code}'; end $$`,
  });
  const ways: ((code: string) => Promise<unknown>)[] = [
    (code) => pool.query(failing(code)),
    (code) => new Lookups(pool).query(failing(code)),
    (code) => withTransaction(pool, (client) => client.query(failing(code))),
    (code) =>
      withTransaction(pool, (client) =>
        client.query(failing(code)).catch((cause) => {
          throw new ApiError('unavailable', { cause });
        }),
      ),
  ];
  for (const way of ways) await expect(way('08006')).rejects.toThrow();
  expect(await pid()).toEqual(before);
  for (const way of ways) {
    const former = await pid();
    await expect(way('08P01')).rejects.toThrow();
    expect(await pid()).not.toEqual(former);
  }
});

/** Runs the work in a transaction, and returns the statements that were sent after its begin. */
async function sentBy(pool: pg.Pool, work: (client: pg.PoolClient) => unknown): Promise<string[]> {
  const sent: string[] = [];
  await withTransaction(pool, async (client) => {
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      const [requested] = args as unknown as [string | { text: string }];
      sent.push(typeof requested === 'string' ? requested : requested.text);
      return query(...args);
    }) as typeof client.query;
    await work(client);
  });
  return sent;
}

test('a transaction of a sharded database commits in two phases, after its last statements', async () => {
  const pool = await shardedPool();
  const sent = await sentBy(pool, (client) => client.query('select 1'));
  expect(sent).toEqual(['select 1', 'select commit_in_two_phases()', 'commit']);
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from called');
  expect(rows).toEqual([{ n: 1 }]);
});
