import { expect, test } from 'vitest';
import type { FoundKind } from '../../src/features/search/search.schema.ts';
import { byIds, byText, searched } from '../../src/features/search/searched.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

/** The plan that a pool of the product keeps, although tables are still empty. */
async function planOf(text: string): Promise<string> {
  const client = await api().sql.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local jit = off');
    const { rows } = await client.query(`explain (generic_plan, costs off) ${text}`);
    await client.query('rollback');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release();
  }
}

const indexes: [FoundKind, string][] = [
  ['person', 'member_page'],
  ['key', 'api_key_tenant'],
  ['endpoint', 'webhook_endpoint_tenant'],
  ['assignment', 'assignment_page'],
  ['training', 'training_page'],
  ['case', 'team_case_page'],
  ['deal', 'crm_deal_page'],
  ['own_training', 'training_member'],
  ['own_case', 'team_case_private'],
];

test.each(indexes)('the newest rows of the kind %s are read along %s', async (kind, index) => {
  const plan = await planOf(byText(searched[kind], 'de'));
  expect(plan).toContain(`Index Scan using ${index}`);
  // Only the found rows are sorted: once to choose among them, once to show them.
  expect(plan.match(/Sort Key/g)?.length ?? 0, plan).toBeLessThanOrEqual(2);
});

test.each(Object.keys(searched) as FoundKind[])(
  'ids of the kind %s are looked up',
  async (kind) => {
    const plan = await planOf(byIds(searched[kind], 'de'));
    expect(plan).not.toMatch(/Seq Scan on (?!catalog_entry)/);
  },
);
