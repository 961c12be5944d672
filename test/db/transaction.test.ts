import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { inTeamTransaction, withTransaction } from '../../src/db/transaction.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

const failing = { text: 'select 1 / 0 as one where $1::text is not null', params: [] };

test.each([
  ['a collected statement that PostgreSQL refuses', [failing], () => undefined],
  [
    'an error before the commit',
    [],
    () => {
      throw new Error('too late');
    },
  ],
])('%s undoes the transaction', async (_, collected, beforeCommit) => {
  const { pool } = database();
  const transaction = inTeamTransaction(
    pool,
    'ten_none',
    async (db) => {
      await db.write(
        `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
         values ($1, 'aud_undone', 'system', 'system', 'case.created', 'cas_1', now())`,
      );
      for (const part of collected) await db.collect(part);
    },
    { beforeCommit },
  );
  await expect(transaction).rejects.toThrow(/division by zero|too late/);
  const { rows } = await pool.query(`select from audit_entry where id = 'aud_undone'`);
  expect(rows).toEqual([]);
});

test.each([
  ['does not accept', ['select * from no_such_table'], true],
  ['refuses as read-only', ['set transaction read only', 'create table t ()'], true],
  ['refuses for its data', ['select 1 / 0'], false],
])(
  'after a statement that PostgreSQL %s, the connection is closed: %s, %s',
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
