import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';
import { preparedPlans } from '../harness/prepared-plans.ts';

const api = useApi();

test('plans that were made while tables were empty find deals and objections by key', async () => {
  const log = createLogger('fatal');
  const pool = createPool(api().database.url, { max: 1, name: 'crm', log, byIndex: true });
  onTestFinished(() => pool.end());
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.deals = [aDeal('1', { outcome: 'lost', lostReason: 'price' }), aDeal('2')];
  crm.notes = [aNote('1', '1', 'the budget')];
  await crm.synchronize({ pool });
  await crm.set('read_again = true');
  await crm.synchronize({ pool });

  const plans = await preparedPlans(
    pool,
    `statement ~ '(from|into) crm_(deal|objection)' and statement !~ 'pass <>'
     and statement !~ 'delete from crm_owner'`,
  );
  const scans = plans.flatMap((plan) => [
    ...plan.matchAll(/Scan using (crm_(?:deal|objection)_\w+) .*\n\s+Index Cond: (.*)/g),
  ]);
  const deal =
    /^\(\(tenant_id = \$1\) AND \(connection_id = \$2\) AND \(external_id >= .*external_id <= /;
  const objection =
    /^\(\(tenant_id = \$1\) AND \(connection_id = \$2\) AND \(source = .*source_id >= /;
  expect(scans.map(([, index]) => index).sort()).toEqual([
    'crm_deal_external',
    'crm_deal_external',
    'crm_objection_source',
  ]);
  for (const [, index = '', condition = ''] of scans) {
    expect(condition).toMatch(index === 'crm_deal_external' ? deal : objection);
  }
  expect(plans.filter((plan) => plan.includes('Arbiter Indexes: crm_objection_pkey'))).toHaveLength(
    1,
  );
  // Only the new rows of a page are sorted or hashed.
  expect(plans.join('\n')).not.toMatch(/Seq Scan on crm_|Sort|Hash/);
});
