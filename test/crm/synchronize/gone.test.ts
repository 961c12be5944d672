import { expect, test } from 'vitest';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function crmWith(count: number): Promise<PlainCrm> {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(count);
  await crm.synchronize();
  return crm;
}

const lastRun = async (crm: PlainCrm) => (await crm.runs()).at(-1);
const formerTitles = async ({ connectionId }: PlainCrm) => {
  const text = 'select external_id, title from crm_former_deal where connection_id = $1 order by 1';
  return (await api().sql.query(text, [connectionId])).rows;
};

test('a full pass lists the deals that it removes, the most recently active first', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(6).map((deal, n) => ({ ...deal, lastActivityAt: n < 3 ? day(n + 1) : null }));
  await crm.synchronize();
  crm.deals = crm.deals.slice(4);
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect(await lastRun(crm)).toMatchObject({
    removed: 4,
    gone_ids: ['1002', '1001', '1000', '1003'],
  });
  expect(await formerTitles(crm)).toContainEqual({ external_id: '1002', title: 'Deal 1002' });
});

test('a run lists the deals that the CRM itself reports as gone', async () => {
  const crm = await crmWith(3);
  Object.assign(crm.connector, {
    read: async () => ({
      records: [
        { kind: 'gone', externalId: '1001' },
        { kind: 'gone', externalId: 'never here' },
      ],
      setAside: [],
      next: null,
    }),
  });
  expect(await crm.synchronize()).toBe('ok');
  expect(await lastRun(crm)).toMatchObject({ is_full: false, removed: 1, gone_ids: ['1001'] });
});

test('a run lists at most a hundred deals, and counts all', async () => {
  const crm = await crmWith(260);
  crm.deals = many(140);
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  const run = await lastRun(crm);
  expect(run).toMatchObject({ removed: 120 });
  expect(run?.gone_ids).toHaveLength(100);
});

test('a pass that waits for a person lists the deals that would go, without those that the team no longer reads', async () => {
  const crm = await crmWith(60);
  crm.deals = [aDeal('2000', { pipelineId: 'other' })];
  await crm.synchronize();
  await crm.set(`settings = settings || '{"pipelines": ["default"]}', read_again = true`);
  crm.deals = [];
  expect(await crm.synchronize()).toBe('failed');
  const run = await lastRun(crm);
  expect(run).toMatchObject({ removed: 0, failure: { gone: 60, of: 60 } });
  expect(run?.gone_ids).toEqual(many(60).map(({ externalId }) => externalId));
  expect(await formerTitles(crm)).toEqual([]);
});

test('unreadable settings leave a run that says so, and move no cursor', async () => {
  const crm = await crmWith(2);
  const cursors = async () =>
    (await api().sql.query('select * from crm_cursor where connection_id = $1', [crm.connectionId]))
      .rows;
  const before = await cursors();
  await crm.set(`settings = '{"pipelines": 7}'`);
  expect(await crm.synchronize()).toBe('failed');
  expect(await crm.runs()).toMatchObject([
    { status: 'ok' },
    { status: 'failed', failed_for: 'internal', failure: { code: 'settings' }, records: 0 },
  ]);
  expect(await cursors()).toEqual(before);
  expect(await crm.row()).toMatchObject({ failures: 1, failed_for: 'internal', next_in: 60 });
});

test('a run under way is stopped when the settings can no longer be read', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(3);
  crm.pageSize = 1;
  crm.before = async ({ after }) => {
    if (after === '1') await crm.set('lease_no = lease_no + 1');
  };
  expect(await crm.synchronize()).toBe('lease_lost');
  await crm.set(`settings = '[]'`);
  expect(await crm.synchronize()).toBe('failed');
  expect((await crm.runs()).map(({ status }) => status).sort()).toEqual(['failed', 'stopped']);
});
