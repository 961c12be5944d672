import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { withTransaction } from '../../src/db/transaction.ts';
import { createLogger } from '../../src/shared/log.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

test.each([
  ['fails in PostgreSQL', (query: (text: string) => Promise<unknown>) => query('select 1 / 0')],
  [
    'fails before it is sent',
    () => {
      throw new Error('not sealed');
    },
  ],
])('a last statement that %s undoes the transaction', async (_, last) => {
  const pool = createPool(database().url, { max: 1, name: 'test', log: createLogger('silent') });
  onTestFinished(() => pool.end());
  let query: (text: string) => Promise<unknown> = () => Promise.reject(new Error('too early'));
  const transaction = withTransaction(
    pool,
    (client) => {
      query = (text) => client.query(text);
      return client.query('create table kept ()');
    },
    { last: () => last(query) },
  );
  await expect(transaction).rejects.toThrow(/division by zero|not sealed/);
  const { rows } = await pool.query(`select to_regclass('kept') as kept`);
  expect(rows).toEqual([{ kept: null }]);
});

test.each([
  ['does not accept', ['select * from no_such_table'], true],
  ['refuses as read-only', ['set transaction read only', 'create table t ()'], true],
  ['refuses for its data', ['select 1 / 0'], false],
])(
  'P754: after a statement that PostgreSQL %s, the connection is closed: %s, %s',
  async (_, texts, isClosed) => {
    const pool = createPool(database().url, { max: 1, name: 'test', log: createLogger('silent') });
    onTestFinished(() => pool.end());
    const process = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
    const before = await process();
    const transaction = withTransaction(pool, async (client) => {
      for (const text of texts) await client.query(text);
    });
    await expect(transaction).rejects.toThrow();
    expect((await process()) !== before).toBe(isClosed);
  },
);
