import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { filterBy } from '../browser/harness/filter.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insert } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

/** An entry at noon of the day so many days ago, in the time zone of the team. */
async function addEntry(daysAgo: number, name: string): Promise<void> {
  const { api } = app();
  const noon = new Date(Date.parse(new Date().toISOString().slice(0, 10)) + DAY_MS / 2);
  const created_at = new Date(noon.getTime() - daysAgo * DAY_MS);
  await insert(api, 'audit_entry', {
    tenant_id: team.tenantId,
    id: newId('aud', created_at),
    created_at,
    target_id: newId('key', created_at),
    actor_kind: 'key',
    actor_id: name,
    action: 'api_key.created',
  });
}

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api);
  await api.sql.query(`update tenant set time_zone = 'UTC' where id = $1`, [team.tenantId]);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  for (const days of [1, 2]) await addEntry(days, `svck_${days}`);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

const rows = () => owner.page.locator('[data-row]');

test('the audit log shows yesterday, which is a choice and can be typed', async () => {
  await owner.open('/audit-log');
  await filterBy(owner.page, 'since:yesterday');
  await owner.page.waitForURL(/since=.*until=/);
  await owner.settled();
  const { searchParams } = new URL(owner.page.url());
  const [since, until] = ['since', 'until'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  expect(Number(until) - Number(since)).toBe(DAY_MS);
  expect(await rows().count()).toBe(1);
});

test('the audit log has a period of its own, with the fields of the API requests', async () => {
  await owner.open('/audit-log');
  await filterBy(owner.page, 'since:Custom period');
  const begin = owner.page.getByLabel('From', { exact: true });
  await begin.waitFor();
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  await begin.fill(day(2));
  await begin.press('Enter');
  await owner.page.waitForURL(new RegExp(`since=${day(2)}`));
  const end = owner.page.getByLabel('To', { exact: true });
  await end.fill(day(1));
  await end.press('Enter');
  await owner.page.waitForURL(new RegExp(`until=${day(1)}`));
  await owner.settled();
  expect(await rows().count()).toBe(1);
  expect(await owner.violations()).toEqual([]);
});
