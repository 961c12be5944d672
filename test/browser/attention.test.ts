import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { makeSession } from '../harness/app.ts';
import { insertConnection, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { narrow, requireFaultless, wide } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let failing: string;

const ago = (ms: number) => new Date(app().api.clock.now().getTime() - ms);

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  failing = await insertEndpoint(team, { failing_since: ago(HOUR_MS) });
  await insertDelivery(team, {
    ...({ endpoint_id: failing, attempt: 8, status: 'gave_up' } as const),
    ended_at: ago(MINUTE_MS),
  });
  await insertDelivery(team, {
    endpoint_id: failing,
    attempt: 1,
    retries: 1,
    next_try_at: ago(-HOUR_MS),
  });
  const since = { failing_since: ago(2 * DAY_MS), failures: 27 };
  const signIn = { state: 'sign_in', failed_for: 'auth', next_sync_at: null };
  await insertConnection(team, { ...since, ...signIn, name: 'One' });
  await insertConnection(team, { ...since, failed_for: 'unavailable', name: 'Two' });
  owner = await app().visit({ session: await makeSession(team, team.owner) });
});

/** The button or link of the row that says this. */
async function act(role: 'button' | 'link', verb: string) {
  await owner.open('/overview');
  await owner.page.getByRole(role, { name: new RegExp(`^${verb}: `) }).click();
}

test('a row of the overview whose problem has a next step leads into it: to the dialog, or to the filtered list', async () => {
  const { page } = owner;
  await act('link', 'Erneut senden …');
  const resend = page.getByRole('dialog', { name: 'Zustellungen erneut senden' });
  expect(await resend.getByRole('radio', { name: 'Nur aufgegebene' }).isChecked()).toBe(true);
  await resend.getByRole('button', { name: '1 erneut senden', exact: true }).waitFor();
  await act('link', 'Fehlschläge ansehen');
  const deliveries = page.getByRole('table', { name: 'Zustellungen' });
  await deliveries.getByText('Wird wiederholt').waitFor();
  expect(await deliveries.getByText('Aufgegeben').count()).toBe(0);
  await act('link', 'Neu verbinden …');
  await page.getByRole('dialog', { name: '„One“ neu verbinden' }).waitFor();
  await act('button', 'Jetzt abgleichen');
  await page.getByText('Der Abgleich beginnt.').waitFor();
});

test('the rows with their buttons look well on a desk and on a telephone', async () => {
  await owner.open('/overview');
  for (const w of [1440, 390]) {
    await owner.resize({ width: w, height: 900 });
    await owner.settled();
    await owner.page.getByText('Braucht Aufmerksamkeit').locator('xpath=..');
  }
  await requireFaultless(owner, [
    { size: narrow, theme: 'dark' },
    { size: wide, theme: 'light' },
  ]);
});

test('the overview shows the five most urgent problems, and all of them on a click', async () => {
  const crowded = await makeTeam(app().api);
  for (let n = 0; n < 7; n += 1) await insertEndpoint(crowded, { failing_since: ago(HOUR_MS) });
  const { sql } = app().api;
  await sql.query(
    `update webhook_endpoint set status = 'disabled_failures', paused_at = now() where tenant_id = $1`,
    [crowded.tenantId],
  );
  const visitor = await app().visit({ session: await makeSession(crowded, crowded.owner) });
  await visitor.open('/overview');
  const rows = visitor.page.getByRole('button', { name: /^Fortsetzen: / });
  expect(await rows.count()).toBe(5);
  const all = visitor.page.getByRole('button', { name: 'Alle 7 zeigen' });
  await all.press('Enter');
  expect(await rows.count()).toBe(7);
  expect(await visitor.violations()).toEqual([]);
  await visitor.page.getByRole('button', { name: 'Weniger zeigen' }).press('Enter');
  expect(await rows.count()).toBe(5);
});

test('a test of an endpoint that was given up is nothing to look at', async () => {
  const tested = await makeTeam(app().api);
  const endpoint_id = await insertEndpoint(tested);
  const gaveUp = { endpoint_id, attempt: 8, status: 'gave_up', ended_at: ago(MINUTE_MS) } as const;
  await insertDelivery(tested, gaveUp);
  await insertDelivery(tested, { ...gaveUp, type: 'ping' });
  const visitor = await app().visit({ session: await makeSession(tested, tested.owner) });
  await visitor.open('/overview');
  await visitor.page.getByRole('link', { name: /^Eine Zustellung wurde aufgegeben/ }).waitFor();
});
