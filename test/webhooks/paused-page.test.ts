import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insert, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();
let owner: Visitor;
let id: string;
/** An endpoint with attempts in the last day and in the day before. */
let compared: string;

/** An endpoint that answered 503 until it was paused three days ago. Since then an event waits. */
beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const team = await makeTeam(api);
  const state = { status: 'disabled_failures', failing_since: ago(6), paused_at: ago(3) };
  id = await insertEndpoint(team, state);
  const gaveUp = { status: 'gave_up', attempt: 2, ended_at: ago(3.01) } as const;
  await insertDelivery(team, { endpoint_id: id, created_at: ago(5), ...gaveUp });
  await insertDelivery(team, { endpoint_id: id, created_at: ago(1) });
  await api.sql.query(`update webhook_attempt set response_code = 503 where n = 2`);
  const hour = new Date(Math.floor(ago(3.01).getTime() / 3_600_000) * 3_600_000);
  const hours = { tenant_id: team.tenantId, endpoint_id: id, hour, ok: 0, failed: 1 };
  await insert(api, 'webhook_endpoint_hour', hours);
  compared = await insertEndpoint(team);
  for (const days of [0.5, 1.5]) {
    const of = new Date(Math.floor(ago(days).getTime() / 3_600_000) * 3_600_000);
    await insert(api, 'webhook_endpoint_hour', {
      ...hours,
      endpoint_id: compared,
      hour: of,
      ok: 2,
    });
  }
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
});

test('the page of a paused endpoint says what it answered last, and begins with the period of the last attempts', async () => {
  const { page } = owner;
  await owner.open(`/webhooks/${id}`);
  await page.getByText(/^Last response:\s*503\s*3 days ago$/).waitFor();
  const period = (name: string) => page.getByRole('button', { name, exact: true });
  expect(await period('7 days').getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByText('No attempts in this period.').count()).toBe(0);
  expect(await owner.violations()).toEqual([]);
  await period('24 hours').click();
  await page.getByText('No attempts in this period.').waitFor();
  expect(new URL(page.url()).search).toBe('?period=24h');
});

test('the legend of an endpoint names each line of its chart, that of the day before too', async () => {
  const { page } = owner;
  await owner.open(`/webhooks/${compared}?period=24h`);
  const chart = page.getByRole('slider', { name: 'Attempts' });
  expect(await chart.locator('polyline').count()).toBe(1);
  await page.getByRole('listitem').filter({ hasText: 'Previous 24 hours' }).waitFor();
  await page.getByRole('button', { name: '7 days', exact: true }).click();
  await chart.locator('polyline').waitFor({ state: 'detached' });
  expect(await page.getByText('Previous 24 hours').count()).toBe(0);
});
