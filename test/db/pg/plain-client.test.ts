import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '../../../src/db/database-error.ts';
import { createPool } from '../../../src/db/pool.ts';
import { withTransaction } from '../../../src/db/transaction.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { useDatabase } from '../../harness/use-database.ts';

const database = useDatabase();

function newPool(silenceMs = 20_000): pg.Pool {
  const log = createLogger('silent');
  const pool = createPool(database().url, {
    max: 1,
    name: 'plain',
    log,
    driver: 'plain',
    silenceMs,
  });
  onTestFinished(() => pool.end());
  return pool;
}

const number = (n: number) => ({ name: `number ${n}`, text: 'select $1::int as n', values: [n] });

test('P430: statements sent together run one after another, and each gets its own answer', async () => {
  const pool = newPool();
  const warnings: string[] = [];
  const listen = ({ message }: Error) => {
    if (message.includes('client.query()')) warnings.push(message);
  };
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const work = withTransaction(pool, async (client) => {
    const answers = [1, 2, 3, 4].map((n) => client.query(number(n)));
    return (await Promise.all(answers)).map(({ rows }) => rows[0].n);
  });
  expect(await work).toEqual([1, 2, 3, 4]);
  const failing = withTransaction(pool, async (client) => {
    await Promise.all([client.query('select 1 / 0'), client.query(number(1))]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect((await pool.query(number(5))).rows).toEqual([{ n: 5 }]);
  // pg would warn of statements that wait until the one before has ended.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('P430: the stack of an error leads to its statement', async () => {
  const client = await newPool().connect();
  const failed = await client.query('select 1 / 0').catch((error: Error) => error);
  client.release();
  const stack = expect.stringContaining('plain-client.test.ts');
  expect(failed).toMatchObject({ code: '22012', stack });
});

test('P430: a silent connection is closed, and statements behind the first one do not wait as long again', async () => {
  const client = await newPool(300).connect();
  client.on('error', () => undefined);
  const slow = client.query('select pg_sleep(30)');
  const waiting = Array.from({ length: 5 }, (_, n) => client.query(number(n)));
  const began = performance.now();
  const [first, ...others] = await Promise.allSettled([slow, ...waiting]);
  expect(performance.now() - began).toBeLessThan(300 * waiting.length);
  expect(first).toMatchObject({ reason: { message: 'Query read timeout' } });
  const reasons = others.map((end) => end.status === 'rejected' && isUnavailable(end.reason));
  expect(reasons).toEqual(waiting.map(() => true));
  client.release(true);
  await database().pool.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and query = 'select pg_sleep(30)'`);
});
