import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool, type PoolOptions } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/process/log.ts';
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

test('an array of texts is read as PostgreSQL has it, whatever its texts contain', async () => {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 1, name: 'under test', log });
  onTestFinished(() => pool.end());
  const arrays = [
    [],
    ['users:read'],
    ['users:read', 'cases:write'],
    ['', 'a'],
    ['a,b', 'c'],
    ['"', '\\', '{', '}', '{a}'],
    ['null', 'NULL', null],
    [null],
    ['nullable', ' a ', 'ä\n'],
  ];
  for (const array of arrays) {
    const { rows } = await pool.query('select $1::text[] as array', [array]);
    expect(rows).toEqual([{ array }]);
  }
  const { rows } = await pool.query(
    `select '{{a,b},{c,d}}'::text[] as array, '[0:1]={a,b}'::text[] as shifted`,
  );
  expect(rows).toEqual([
    {
      array: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      shifted: ['a', 'b'],
    },
  ]);
});

test('statements of one turn go to PostgreSQL with one write', async () => {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 1, name: 'under test', log });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const sent = vi.spyOn(Socket.prototype, '_writev');
  const sentAlone = vi.spyOn(Socket.prototype, '_write');
  const answers = await Promise.all([
    client.query('begin'),
    client.query({ name: 'one', text: 'select $1::text as is', values: ['1'] }),
    client.query('commit'),
  ]);
  client.release();
  expect(answers.map(({ command }) => command)).toEqual(['BEGIN', 'SELECT', 'COMMIT']);
  expect([sent.mock.calls.length, sentAlone.mock.calls.length]).toEqual([1, 0]);
});

test('D35: a statement without an answer in time fails, and its connection is closed', async () => {
  const log = createLogger('silent');
  const pool = createPool(database().url, { max: 1, name: 'under test', log, silenceMs: 300 });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  client.on('error', () => undefined);
  const slow = client.query('select pg_sleep(30)');
  const patient = { text: 'select 1', query_timeout: 20_000 };
  const results = await Promise.allSettled([slow, client.query(patient)]);
  expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
    'Query read timeout',
    'Connection terminated unexpectedly',
  ]);
  client.release(true);
  // A single statement may have more or less time than the others of its pool.
  const hasty = { text: 'select pg_sleep(30)', query_timeout: 50 };
  await expect(pool.query(hasty)).rejects.toThrow('Query read timeout');
  const unhurried = { text: 'select pg_sleep(0.6)::text as slept', query_timeout: 20_000 };
  expect((await pool.query(unhurried)).rows).toEqual([{ slept: '' }]);
  // PostgreSQL continues a statement that nobody waits for, and the database could not be dropped.
  const ended = {
    text: `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(30)'`,
    query_timeout: 20_000,
  };
  await pool.query(ended);
});

test('an error of PostgreSQL has a stack that leads to the statement', async () => {
  const pool = createPool(database().url, {
    max: 1,
    name: 'under test',
    log: createLogger('silent'),
  });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const failed = await client.query('select 1 / 0').catch((error: Error) => error);
  client.release();
  expect(failed).toMatchObject({ code: '22012', stack: expect.stringContaining('pool.test.ts') });
});
