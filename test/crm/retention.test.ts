import { expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { links } from '../harness/mailed-links.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { insertConnection } from '../trpc/harness/crm-inputs.ts';

const api = useApi();

test('a consent is deleted after an hour; a synchronization 90 days after it began, if it has ended', async () => {
  const team = await makeTeam(api());
  const connection = await insertConnection(team);
  const now = api().clock.now();
  await api().sql.query(
    `insert into crm_consent (state_hash, tenant_id, session_id, person_id, provider, created_at)
     values (sha256('1'), $1, 'ses_1', 'usr_1', 'hubspot', $2)`,
    [team.tenantId, now],
  );
  await api().sql.query(
    `insert into crm_sync_run (tenant_id, id, connection_id, cause, is_full, status, started_at,
       finished_at)
     values ($1, 'run_1', $2, 'schedule', false, 'ok', $3, $3::timestamptz + interval '1 day'),
       ($1, 'run_2', $2, 'schedule', false, 'running', $3, null)`,
    [team.tenantId, connection, now],
  );
  const left = async () => {
    await runHousekeeping(
      { pool: api().sql, clock: api().clock, log: createLogger('silent'), links },
      { rules: retention() },
    );
    const tables = ['crm_consent', 'crm_sync_run'];
    const counts = tables.map((table) => api().sql.query(`select from ${table}`));
    return (await Promise.all(counts)).map(({ rowCount }) => rowCount);
  };
  api().clock.travel(HOUR_MS - 1_000);
  expect(await left()).toEqual([1, 2]);
  api().clock.travel(2_000);
  expect(await left()).toEqual([0, 2]);
  api().clock.travel(90 * DAY_MS - HOUR_MS - 10_000);
  expect(await left()).toEqual([0, 2]);
  api().clock.travel(20_000);
  expect(await left()).toEqual([0, 1]);
});

test('the title of a deal that has disappeared is deleted after 90 days, but its id stays', async () => {
  const team = await makeTeam(api());
  const now = api().clock.now();
  await api().sql.query(
    `insert into crm_former_deal (tenant_id, connection_id, external_id, id, created_at, removed_at, title)
     values ($1, 'con_1', '1', 'deal_1', $2, $2, 'Old'), ($1, 'con_1', '2', 'deal_2', $2, $3, 'New')`,
    [team.tenantId, now, new Date(now.getTime() + 60_000)],
  );
  const titles = async () => {
    await runHousekeeping(
      { pool: api().sql, clock: api().clock, log: createLogger('silent'), links },
      { rules: retention() },
    );
    const text = 'select id, title from crm_former_deal where tenant_id = $1 order by 1';
    return (await api().sql.query(text, [team.tenantId])).rows.map(({ title }) => title);
  };
  api().clock.travel(90 * DAY_MS - 1_000);
  expect(await titles()).toEqual(['Old', 'New']);
  api().clock.travel(2_000);
  expect(await titles()).toEqual([null, 'New']);
});
