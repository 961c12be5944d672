import { createSecretKey } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { Privacy } from '../../src/auth/privacy.ts';
import { createPool } from '../../src/db/pool.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { getDeal, listDeals } from '../../src/features/crm/list-deals.ts';
import type { TeamVisit } from '../../src/operation/call.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { useDatabase } from '../harness/use-database.ts';
import { preparedPlans } from './harness/prepared-plans.ts';

const database = useDatabase();

const connection = {
  id: 'con_1',
  name: 'Sales',
  provider: 'hubspot',
  account_id: '1',
  account: {},
};

/** The plans of a connection that has prepared the statements of this work while tables were empty. */
async function plansOf(work: (call: TeamVisit) => Promise<unknown>): Promise<string[]> {
  const pool = createPool(database().url, { max: 1, name: 'deals', log: createLogger('fatal') });
  onTestFinished(() => pool.end());
  await work({
    db: new TeamDb(pool, 'ten_1'),
    prisma: { crmConnection: { findMany: async () => [connection] } },
    crm: { connectors: [] },
    actor: { kind: 'user', tenantId: 'ten_1', privacy: Privacy.hidesNothing },
    cursorKey: createSecretKey(Buffer.alloc(32)),
  } as unknown as TeamVisit);
  return preparedPlans(pool, "statement ~ 'crm_deal'");
}

const page = { limit: 50, cursor: undefined };

test('a search looks deals up by their CRM id, and reads titles along the index of the list', async () => {
  const plans = await plansOf((call) =>
    listDeals(call, { ...page, search: '4711', without_member: true }, call),
  );
  const text = plans.join('\n');
  const lookUp = plans.filter((plan) => plan.includes('crm_deal_external'));
  expect(lookUp).toHaveLength(1);
  expect(lookUp[0]).toMatch(
    /Index Cond: \(\(tenant_id = \$1\) AND \(connection_id = c\.id\) AND \(external_id >= x\.id\) AND \(external_id <= x\.id\)\)/,
  );
  // One statement finds out how far the search looks, and another reads the page. Both look near at first.
  const along = plans.filter((plan) => /using crm_deal_page/.test(plan));
  expect(along).toHaveLength(2);
  expect(along.join('\n')).not.toMatch(/Sort Key/);
  expect(text).not.toMatch(/Seq Scan on crm_|Seq Scan on member/);
  expect(text).toMatch(/using crm_owner_pkey/);
  expect(text).toMatch(/using member_user/);
});

test('one deal is looked up by its key', async () => {
  const [plan = ''] = await plansOf((call) => getDeal(call, 'deal_1').catch(() => null));
  expect(plan).toMatch(/using crm_deal_pkey/);
  expect(plan).not.toMatch(/Seq Scan on crm_/);
});
