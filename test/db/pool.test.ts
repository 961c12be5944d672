import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool, type PoolOptions } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/log.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

/** The settings of PostgreSQL on a connection of a pool. */
async function settingsOf(options: Partial<PoolOptions>): Promise<Record<string, string>> {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 1, name: 'under test', log, ...options });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name = any ('{statement_timeout,plan_cache_mode,
       TimeZone,enable_seqscan,enable_sort,jit,application_name}'::text[])`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

const always = {
  application_name: 'under test',
  statement_timeout: '25000',
  TimeZone: 'UTC',
  enable_seqscan: 'off',
  jit: 'off',
};

test.each<[string, Partial<PoolOptions>, Record<string, string>]>([
  ['planned once', {}, { plan_cache_mode: 'force_generic_plan', enable_sort: 'on' }],
  ['by index', { byIndex: true }, { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' }],
  ['DATABASE_PLANS=auto', { plans: 'auto' }, { plan_cache_mode: 'auto', enable_sort: 'on' }],
])(
  'D35, P14: each connection has its settings before its first statement (%s)',
  async (_, options, own) => {
    expect(await settingsOf(options)).toEqual({ ...always, ...own });
  },
);

test('P120: statements of one turn go to PostgreSQL with one write', async () => {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 1, name: 'under test', log });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const sent = vi.spyOn(stream, '_writev');
  const sentAlone = vi.spyOn(stream, '_write');
  const answers = await Promise.all([
    client.query('begin'),
    client.query({ name: 'one', text: 'select $1::text as is', values: ['1'] }),
    client.query('commit'),
  ]);
  client.release();
  expect(answers.map(({ command }) => command)).toEqual(['BEGIN', 'SELECT', 'COMMIT']);
  expect([sent.mock.calls.length, sentAlone.mock.calls.length]).toEqual([1, 0]);
});
