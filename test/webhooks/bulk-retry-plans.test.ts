import { expect, test } from 'vitest';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';
import {
  countDeliveries,
  countDeliveryValues,
} from '../../src/features/webhooks/count-deliveries.ts';
import { findMatching } from '../../src/features/webhooks/list-all-deliveries.ts';
import { stepBulkRetry } from '../../src/features/webhooks/step-bulk-retry.ts';
import { systemCall } from '../../src/operation/system-call.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const run = { filter: { hidden: [] }, to_at: '2026-01-01', may_send: true, at_time: null };

/** Returns the plan of each statement of this work. The plans are those of a pool of the product on empty tables. */
async function plansOf(work: (db: TeamDb) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const recording = {
    query: async ({ text }: { text: string }) => {
      texts.push(text);
      const row = text.includes('for update of r') ? run : { covered: 0, read: 0, end_at: null };
      return { rows: [{ ...row, queued: 0, id: 'whd_1', at: '2026-01-01', is_chosen: true }] };
    },
  };
  await work(new TeamDb(recording as unknown as Queryable, 'ten_1'));
  const client = await api().sql.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local jit = off');
    const plans: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await client.query('rollback');
    return plans;
  } finally {
    client.release();
  }
}

const workloads: [string, (db: TeamDb) => Promise<unknown>][] = [
  ['a search', (db) => findMatching(systemCall(db, new Date()), { filter: {}, most: 50 })],
  ['a count', (db) => findMatching(systemCall(db, new Date()), { filter: {} })],
  ['a total', (db) => countDeliveries(systemCall(db, new Date()), { status: 'failed' })],
  ['the values', (db) => countDeliveryValues(systemCall(db, new Date()), { status: 'ok' })],
  ['a retry', (db) => stepBulkRetry(db, { tenantId: 'ten_1', id: 'whr_1', endpointId: 'whe_1' })],
];

test.each(workloads)('%s of many deliveries looks up every row by key', async (_, work) => {
  const plans = await plansOf(work);
  const all = plans.join('\n');
  expect(all).toContain('webhook_delivery_page');
  expect(all).toContain('webhook_pending_pkey');
  expect(all).toContain('webhook_attempt_pkey');
  expect(all).not.toMatch(/Seq Scan on webhook/);
  for (const [, scan = ''] of all.matchAll(
    /Scan (?:Backward )?using (\w+ on webhook_(?:delivery|pending|event|attempt)[^\n]*\n[^\n]*)/g,
  )) {
    if (!scan.startsWith('webhook_pending_urgent')) expect(scan).toContain('Index Cond');
  }
});
