import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { claimDue, giveUpForTenant } from '../../src/worker/delivery/claim.ts';
import { findDue } from '../../src/worker/delivery/find-due.ts';
import { recordAttempts } from '../../src/worker/delivery/record-attempts.ts';
import { createWorkerPool } from '../../src/worker/start-worker.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

/**
 * The statements that the worker prepares. Each is explained on the connection that has prepared
 * it.
 */
const statements = [
  {
    name: 'claim',
    values: `('{}', '{}', '{}', 1, false, null)`,
    prepare: (pool) => claimDue(pool, { wanted: [], urgent: [], leaseMs: 30_000 }),
    keys: [
      'webhook_pending_due',
      'webhook_pending_pkey',
      'webhook_event_pkey',
      'webhook_endpoint_pkey',
    ],
  },
  {
    name: 'record attempts',
    values: `('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    prepare: (pool) => recordAttempts(pool, [], [60_000]),
    keys: ['webhook_pending_pkey', 'webhook_endpoint_pkey'],
  },
  {
    name: 'give up',
    values: `('{}', '{}')`,
    prepare: (pool) => giveUpForTenant(pool, []),
    keys: ['webhook_delivery_pkey', 'webhook_pending_pkey'],
  },
  {
    name: 'urgent deliveries',
    values: "('{}')",
    prepare: (pool) => findDue(pool),
    keys: ['webhook_pending_urgent', 'webhook_endpoint_pkey'],
  },
] satisfies {
  name: string;
  values: string;
  prepare: (pool: ReturnType<typeof createWorkerPool>) => Promise<unknown>;
  keys: string[];
}[];

async function planOf({ name, values, prepare }: (typeof statements)[number]): Promise<string> {
  const pool = createWorkerPool(database().url, createLogger('silent'));
  onTestFinished(() => pool.end());
  await prepare(pool);
  const connections = await Promise.all(
    Array.from({ length: pool.totalCount }, () => pool.connect()),
  );
  onTestFinished(() => {
    for (const connection of connections) connection.release();
  });
  for (const connection of connections) {
    const { rowCount } = await connection.query(
      'select from pg_prepared_statements where name = $1',
      [name],
    );
    if (rowCount === 0) continue;
    const { rows } = await connection.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute "${name}" ${values}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
  throw new Error(`Nobody has prepared ${name}`);
}

// PostgreSQL keeps the first plan however large the tables become, so the first must be right.
describe.each(['empty', 'empty, and known to be so'])('on tables that are %s', (state) => {
  test.each(statements)('$name looks every row up', async (statement) => {
    if (state !== 'empty') await database().pool.query('analyze');
    const plan = await planOf(statement);
    expect(plan).not.toMatch(/Seq Scan on (?!result)|Hash Join|Merge Join|Bitmap/);
    for (const key of statement.keys) expect(plan).toContain(`using ${key} on`);
    for (const [, scan = ''] of plan.matchAll(
      /Scan using ((?!webhook_pending_urgent)\w+ on webhook_(?:delivery|pending|event|endpoint)[^\n]*\n[^\n]*)/g,
    )) {
      expect(scan).toContain('Index Cond');
    }
  });
});
