import { expect, test } from 'vitest';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const YEAR_MS = 365 * 86_400_000;

test('a note counts for twenty of its deals, and for the same ones whatever their order', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.deals = Array.from({ length: 60 }, (_, n) => aDeal(`${1000 + n}`));
  const dealIds = crm.deals.map(({ externalId }) => externalId);
  crm.notes = [{ ...aNote('n1', '', 'price budget'), dealIds }];
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.objections()).toHaveLength(40);
  crm.notes = [{ ...aNote('n1', '', 'price budget'), dealIds: dealIds.toReversed() }];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.runs()).at(-1)).toMatchObject({ objections: 0 });
});

test('a deal with a time in the future, by a fault of the CRM, is read once its time is right', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [aDeal('1', { title: 'before', changedAt: new Date(Date.now() + 50 * YEAR_MS) })];
  await crm.synchronize();
  crm.deals = [aDeal('1', { title: 'after' })];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.stored()).toMatchObject([{ title: 'after' }]);
});

test('changes are found although the clock of the database was a year ahead for a while', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [aDeal('1')];
  await crm.synchronize();
  await crm.set("full_at = full_at + interval '1 year'");
  await api().sql.query(
    "update crm_cursor set since = since + interval '1 year' where connection_id = $1",
    [crm.connectionId],
  );
  crm.deals.push(aDeal('2', { changedAt: new Date() }));
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toEqual(['1', '2']);
});

test('a CRM that announces more records than a number can count is read like others', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [aDeal('1')];
  const { read } = crm.connector;
  crm.connector.read = async (...asked) => ({ ...(await read(...asked)), expected: 1e12 });
  expect(await crm.synchronize()).toBe('ok');
});

test('a page looks for records that were unreadable in the last hundred runs that had some', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  await api().sql.query(
    `insert into crm_sync_run (tenant_id, id, connection_id, cause, is_full, status, started_at,
       finished_at, set_aside, set_aside_records)
     select $1, 'run_' || n, $2, 'schedule', false, 'ok', now() - n * interval '1 min', now(), 1,
       '[{"externalId": "1", "field": "amount", "stream": "deals"}]'
     from generate_series(1, 150) n`,
    [crm.team.tenantId, crm.connectionId],
  );
  crm.deals = [aDeal('1')];
  expect(await crm.synchronize()).toBe('ok');
  const read = (await crm.runs()).filter((run) => JSON.stringify(run).includes('"isRead":true'));
  expect(read.map(({ id }) => id).sort()).toEqual(
    Array.from({ length: 100 }, (_, n) => `run_${n + 1}`).sort(),
  );
});
