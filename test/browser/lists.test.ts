import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { makeSession } from '../harness/app.ts';
import { insertAssignment, insertEndpoint, insertScoredTraining } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  team = await makeTeam(app().api, { seats: 3 });
  visitor = await app().visit({ session: await makeSession(team, team.owner) });
  ({ page } = visitor);
});

const sql = (text: string, params: unknown[]) => app().api.sql.query(text, params);
const rows = () => page.locator('tbody tr').filter({ has: page.locator('[data-row]') });

test('several people are invited at once: each address has its outcome, and refused ones can be corrected', async () => {
  await visitor.open('/members?invite=1');
  const form = page.getByRole('dialog', { name: 'Mitglieder einladen' });
  await form
    .getByLabel('E-Mail-Adressen')
    .fill(
      `Lea Vogel <lea@x.example>; ${team.owner.email}\nmax@x.example, kim@x.example no-address`,
    );
  await form.getByText('Keine E-Mail-Adresse: no-address').waitFor();
  await form.getByText('Nur 2 Plätze sind frei.').waitFor();
  expect(await visitor.violations()).toEqual([]);
  await form.getByRole('button', { name: 'Einladen' }).click();
  await form.getByText('Jede Angabe muss eine E-Mail-Adresse sein').waitFor();
  await form
    .getByLabel('E-Mail-Adressen')
    .fill(`Lea Vogel <lea@x.example>; ${team.owner.email}\nmax@x.example, kim@x.example`);
  await form.getByRole('button', { name: 'Einladen' }).click();
  const results = page.getByRole('dialog', { name: '2 von 4 eingeladen' });
  await results.waitFor();
  expect(await results.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^${team.owner.email}\\s+Schon im Team oder eingeladen$`)),
    expect.stringMatching(/^kim@x.example\s+Kein Platz mehr frei$/),
    expect.stringMatching(/^lea@x.example\s+Eingeladen$/),
    expect.stringMatching(/^max@x.example\s+Eingeladen$/),
  ]);
  expect(await visitor.violations()).toEqual([]);
  await results.getByRole('button', { name: 'Übrige bearbeiten' }).click();
  expect(await form.getByLabel('E-Mail-Adressen').inputValue()).toBe(
    `${team.owner.email}\nkim@x.example`,
  );
});

/** Inserts a delivery of `hoursAgo` hours ago, whose answer took `ms` milliseconds. */
async function answerOnce(endpointId: string, ms: number, hoursAgo: number): Promise<void> {
  const at = new Date(app().api.clock.now().getTime() - hoursAgo * HOUR_MS);
  await sql(
    `with made as (
       insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
       values ($1, $5, $2, 'evt', 'ping', $4)
     )
     insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, response_ms)
     values ($1, $5, 1, $4, 200, $3)`,
    [team.tenantId, endpointId, ms, at, `${endpointId}_${ms}`],
  );
}

test('endpoints are sorted by the numbers of the list, failures have their colour, and the page of an endpoint shows the same number', async () => {
  const hour = Math.floor(app().api.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  for (const [url, failed, ago] of [
    ['https://good.example/', 0, 1],
    ['https://worst.example/', 5, 30],
    ['https://bad.example/', 1, 1],
  ] as const) {
    const id = await insertEndpoint(team, { url });
    await sql('insert into webhook_endpoint_hour values ($1, $2, $3, 9, $4)', [
      team.tenantId,
      id,
      new Date(hour - ago * HOUR_MS),
      failed,
    ]);
    if (failed === 1) await answerOnce(id, 120, 1);
    if (failed === 1) await answerOnce(id, 900, 80);
  }
  await visitor.open('/webhooks');
  await rows().getByText('90 %').filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'Gelungene Versuche' }).click();
  const shown = async () => (await rows().allInnerTexts()).map((text) => text.split(/[\s/]/)[0]);
  await expect.poll(shown).toEqual(['worst.example', 'bad.example', 'good.example']);
  await rows().first().getByText('7 Tage', { exact: true }).waitFor();
  const failed = (shown: Element[]) =>
    shown.map((row) => row.querySelector('.fill-failed') !== null);
  expect(await rows().evaluateAll(failed)).toEqual([true, true, false]);
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Gelungene Versuche' }).click();
  await expect.poll(shown).toEqual(['good.example', 'bad.example', 'worst.example']);
  await rows().nth(1).locator('[data-row]').click();
  await page.waitForURL(/\/webhooks\/whe_/);
  const share = page.getByRole('term').filter({ hasText: 'Gelungene Versuche' }).locator('..');
  await share.getByText('90 %', { exact: true }).waitFor();
  const p95 = page.getByRole('term').filter({ hasText: 'p95' }).locator('..');
  await p95.getByText('120 ms', { exact: true }).waitFor();
});

test('a list of trainings shows scores and trends, a search finds assignments, and a list can be downloaded', async () => {
  const { memberId } = team.owner;
  const first = { member_id: memberId, created_at: '2026-11-01T00:00:00Z' };
  const before = await insertScoredTraining(team, first);
  await sql('update evaluation set total = 66 where training_id = $1', [before]);
  await insertScoredTraining(team, { member_id: memberId });
  await visitor.open('/trainings');
  await page.getByText('4 mehr als im bewerteten Training davor').waitFor({ state: 'attached' });
  expect(await visitor.violations()).toEqual([]);
  await insertAssignment(team, { title: 'Price talk' });
  await insertAssignment(team, { title: 'Cold call' });
  await visitor.open('/assignments');
  await page.getByRole('button', { name: 'Exportieren' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^assignments-team-under-test-.*\.csv$/);
  await page.getByLabel('Titel oder Mitglied suchen').fill('cold');
  await expect.poll(() => rows().count()).toBe(1);
  await rows().getByText('Cold call').first().waitFor();
  expect(await page.getByRole('button', { name: 'Exportieren' }).isDisabled()).toBe(true);
});
