import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insert, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

/** Opens the page of an endpoint with so many attempts in the last hours. */
async function openWith(ok: number, failed: number): Promise<string> {
  const { api, tenantId: tenant_id } = team;
  const endpoint_id = await insertEndpoint(team);
  const hour = new Date(Math.floor(api.clock.now().getTime() / HOUR_MS) * HOUR_MS);
  await insert(api, 'webhook_endpoint_hour', { tenant_id, endpoint_id, hour, ok, failed });
  await owner.open(`/webhooks/${endpoint_id}`);
  return endpoint_id;
}

const notice = () => owner.page.getByText(/attempts failed in 24 hours$/);

test('an endpoint of whose attempts more than a fifth failed in 24 hours says so', async () => {
  const { page } = owner;
  await openWith(1_580, 420);
  expect(await notice().innerText()).toBe('420 of 2,000 attempts failed in 24 hours');
  // The chart has the same numbers.
  const sums = await page.locator('dl').first().innerText();
  expect(sums).toMatch(/1,580.*420.*79%/s);
  expect(await owner.violations()).toEqual([]);
});

test('an endpoint with fewer failures, or with hardly an attempt, says nothing', async () => {
  for (const [ok, failed] of [
    [80, 20],
    [2, 7],
  ] as const) {
    await openWith(ok, failed);
    await owner.page.getByText('Attempts', { exact: true }).first().waitFor();
    expect(await notice().count()).toBe(0);
  }
});
