import fc from 'fast-check';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '../../src/db/database-error.ts';
import { createPool } from '../../src/db/pool.ts';
import { withTransaction } from '../../src/db/transaction.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

function newPool(): pg.Pool {
  const pool = createPool(database().url, { max: 1, name: 'test', log: createLogger('silent') });
  onTestFinished(() => pool.end());
  return pool;
}

const number = (n: number) => ({
  name: `number ${n}`,
  text: `select $1::int + ${n} as n`,
  values: [1],
});

type Step = 'insert' | 'refused' | 'not parsed' | 'not sent' | 'nothing';
const circular: Record<string, unknown> = {};
circular.self = circular;

function statementOf(step: Step, n: number): pg.QueryConfig {
  switch (step) {
    case 'insert':
      return { name: 'insert', text: 'insert into step values ($1) returning n', values: [n] };
    case 'refused':
      return { name: 'refused', text: 'insert into step values ($1)', values: [-1] };
    case 'not parsed':
      return { name: `broken ${n}`, text: 'selekt $1', values: [n] };
    case 'not sent':
      return { name: 'json', text: 'select $1::jsonb', values: [circular] };
    case 'nothing':
      return { name: 'empty', text: '', values: [] };
  }
}

test('statements of one turn end as if they were sent one by one', async () => {
  const pool = newPool();
  await pool.query('create table step (n integer primary key check (n >= 0))');
  const run = async (steps: Step[], together: boolean) => {
    const ended: string[] = [];
    const end = async (client: pg.PoolClient, step: Step, n: number) => {
      ended[n] = await client.query(statementOf(step, n)).then(
        ({ rows }) => JSON.stringify(rows),
        ({ code }: { code?: string }) => code ?? 'without a code',
      );
    };
    await withTransaction(pool, async (client) => {
      if (together) await Promise.all(steps.map((step, n) => end(client, step, n)));
      else for (const [n, step] of steps.entries()) await end(client, step, n);
    }).catch(() => undefined);
    const { rows } = await pool.query('select n from step order by n');
    await pool.query('truncate step');
    // After a refused statement all others fail both ways, but with different errors. So only the results up to the
    // refused statement are compared.
    const refused = steps.findIndex((step) => step === 'refused' || step === 'not parsed');
    return { ended: refused < 0 ? ended : ended.slice(0, refused + 1), kept: rows };
  };
  const step = fc.constantFrom<Step>(
    'insert',
    'insert',
    'refused',
    'not parsed',
    'not sent',
    'nothing',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      expect(await run(steps, true)).toEqual(await run(steps, false));
    }),
    // pg must not believe that PostgreSQL has parsed a statement that was never sent, or one after it.
    { numRuns: 150, examples: [[['not sent', 'not parsed']], [['not sent', 'insert', 'insert']]] },
  );
});

test('a statement that was not run because another failed can be run later', async () => {
  const pool = newPool();
  const late = { name: 'late', text: 'select $1::int as n', values: [7] };
  const work = withTransaction(pool, async (client) => {
    await Promise.all([
      client.query({ text: 'select 1 / $1::int', values: [0] }),
      client.query(late),
    ]);
  });
  await expect(work).rejects.toThrow('division by zero');
  expect((await pool.query(late)).rows).toEqual([{ n: 7 }]);
});

test('a caller that waits for all statements of a turn gets the error of the first one that failed', async () => {
  const failing = async (client: pg.PoolClient) => {
    await client.query({ text: 'select 1 / $1::int', values: [0] }).catch(async (error: Error) => {
      for (let n = 0; n < 20; n += 1) await Promise.resolve();
      throw new Error('explained', { cause: error });
    });
  };
  const work = withTransaction(newPool(), async (client) => {
    await Promise.all([failing(client), client.query(number(1))]);
  });
  await expect(work).rejects.toThrow('explained');
});

test('a lost connection fails the running statement and all later ones of the turn', async () => {
  const pool = newPool();
  const reached = vi.fn();
  const work = withTransaction(pool, async (client) => {
    client.on('error', () => undefined);
    const ends = [
      client.query(number(1)),
      client.query({ text: 'select pg_terminate_backend(pg_backend_pid()), $1', values: ['x'] }),
      client.query(number(2)),
    ];
    const [first, ...others] = await Promise.allSettled(ends);
    expect(first?.status).toBe('fulfilled');
    const reasons = others.map((end) => end.status === 'rejected' && isUnavailable(end.reason));
    expect(reasons).toEqual([true, true]);
    reached();
  });
  await expect(work).rejects.toThrow();
  expect(reached).toHaveBeenCalledOnce();
  expect((await pool.query(number(1))).rows).toEqual([{ n: 2 }]);
});
