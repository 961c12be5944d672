import { expect, test } from 'vitest';
import { sumDeals as sum } from '../../src/features/crm/sum-deals.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { codeOf } from '../harness/app.ts';
import { insertDeal } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

test('the sums cover the deals that the filters select, by state and currency, with all digits', async () => {
  const crm = await CrmTeam.make(api());
  const other = await CrmTeam.make(api());
  await insertDeal(other.team, { amount: '999', currency: 'EUR', outcome: 'open' });
  const open = { outcome: 'open', currency: 'EUR' };
  await insertDeal(crm.team, { ...open, amount: '9007199254740993.10', title: 'Large' });
  await insertDeal(crm.team, { ...open, amount: '0.05', close_date: '2026-11-30' });
  await insertDeal(crm.team, { ...open, amount: null, close_date: '2026-12-01' });
  await insertDeal(crm.team, { outcome: 'won', currency: null, amount: '7' });
  const { sumDeals, listDeals } = crm.app.crm;
  expect(await sumDeals.query({})).toEqual({
    sums: [
      { outcome: 'open', currency: 'EUR', count: 3, amount: '9007199254740993.15' },
      { outcome: 'won', currency: null, count: 1, amount: '7' },
    ],
    // All deals of the team were looked at.
    looked_at: null,
  });
  const filters = [
    { search: 'large' },
    { outcome: 'won' as const },
    { closes_from: '2026-11-30', closes_to: '2026-11-30' },
    { closes_to: '2026-12-01', outcome: 'open' as const },
    { search: 'nothing has this' },
  ];
  for (const filter of filters) {
    const { sums } = await sumDeals.query(filter);
    const { data } = await listDeals.query(filter);
    expect([filter, sums.reduce((all, { count }) => all + count, 0)]).toEqual([
      filter,
      data.length,
    ]);
  }
  await crm.team.set({ member_detail_enabled: false });
  expect(await codeOf(sumDeals.query({ without_member: true }))).toBe('privacy_restricted');
  expect((await sumDeals.query({})).sums).toHaveLength(2);
});

test('if only the newest deals were added up, the answer says so, even if none of these deals matches the filter', async () => {
  const { team } = await CrmTeam.make(api());
  await insertDeal(team, { outcome: 'open' });
  await insertDeal(team, { outcome: 'open' });
  await asSystem(api().sql, team.tenantId, api().clock.now(), async (call) => {
    const lost = { outcome: 'lost' as const };
    expect(await sum(call, lost, 2)).toEqual({ sums: [], looked_at: 2 });
    expect(await sum(call, lost, 3)).toEqual({ sums: [], looked_at: null });
  });
});
