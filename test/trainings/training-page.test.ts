import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { makeGlobalCatalog } from '../harness/world.ts';

const app = useApp();
let team: TestTeam;
let ada: Person;
/** Of Ada, the oldest first. */
const trainings: string[] = [];

beforeAll(async () => {
  const { api } = app();
  await makeGlobalCatalog(api);
  team = await makeTeam(api);
  ada = await team.addMember();
  await api.sql.query(`update person set name = 'Ada' where id = $1`, [ada.userId]);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  for (const closing of [81, 52, 66]) {
    trainings.push(await addTraining(team, ada, { evaluation: { closing } }));
    await addTraining(team, team.owner, { evaluation: {} });
  }
  await api.sql.query(
    `update training set created_at = created_at + array_position($2, id) * interval '1 minute'
     where tenant_id = $1 and id = any($2)`,
    [team.tenantId, trainings],
  );
});

async function openAs(person: Person, training = trainings[1]): Promise<Visitor> {
  const session = await makeSession(team, person);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open(`/trainings/${training}`);
  return visitor;
}

test('a training leads to the exercise for what its person was weakest at', async () => {
  const { page } = await openAs(team.owner);
  await page.getByRole('main').getByRole('link', { name: 'Ada' }).waitFor();
  await page.getByRole('button', { name: 'Assign an exercise' }).click();
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await form.getByText('Gap: Closing', { exact: true }).waitFor();
  expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Practise: Closing');
  await expect
    .poll(() => form.getByRole('combobox', { name: 'Member' }).inputValue())
    .toMatch(/^Ada /);
});

test('the chart of a training marks the score below which a dimension is a gap', async () => {
  const { page } = await openAs(team.owner);
  const line = page.getByText('Gap: under 60', { exact: true });
  await line.waitFor();
  const notch = page.locator('figure svg line').first();
  const centreOf = (part: Locator) =>
    part.evaluate((one) => {
      const { left, width } = one.getBoundingClientRect();
      return left + width / 2;
    });
  // The label stands below the notch of every bar.
  expect(Math.abs((await centreOf(line)) - (await centreOf(notch)))).toBeLessThan(2);
});

test('a training leads who may see them to the deliveries of its events, and nobody else', async () => {
  const { page } = await openAs(team.owner);
  await page.getByRole('main').getByRole('link', { name: 'Deliveries' }).click();
  await page.waitForURL(`**/deliveries?id=${trainings[1]}`);
  // An admin without the grant for interfaces sees trainings, but no webhooks.
  const admin = await team.addMember({ role: 'admin' });
  const other = await openAs(admin);
  await other.page.getByTestId('total').waitFor();
  expect(await other.page.getByText(trainings[1] ?? '').count()).toBe(1);
  expect(await other.page.locator('main a[href*="/deliveries"]').count()).toBe(0);
});

test('a training without a gap leads to an exercise for its person, for any gap', async () => {
  const { page } = await openAs(team.owner, trainings[0]);
  await page.getByRole('main').getByRole('link', { name: 'Ada' }).waitFor();
  await page.keyboard.press('a');
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await expect
    .poll(() => form.getByRole('combobox', { name: 'Member' }).inputValue())
    .toMatch(/^Ada /);
  expect(await form.getByText('Gap:').count()).toBe(0);
});

test('a training without a score leads to the latest trainings of its person', async () => {
  const bea = await team.addMember();
  const scored = await addTraining(team, bea, { evaluation: {} });
  const { rows } = await app().api.sql.query<{ id: string }>(
    `insert into training (tenant_id, id, member_id, status, created_at)
     values ($1, 'trn_unscored', $2, 'aborted', now()) returning id`,
    [team.tenantId, bea.memberId],
  );
  const { page } = await openAs(team.owner, rows[0]?.id);
  const latest = page.locator('section', { hasText: 'Latest trainings' }).getByRole('listitem');
  // Without the one that is open.
  await expect.poll(() => latest.count()).toBe(1);
  await latest.locator(`a[href$="${scored}"]`).click();
  await page.getByTestId('total').waitFor();
  expect(await page.getByText('Latest trainings').count()).toBe(0);
});

test('buttons and the keys of lists lead to the earlier and the later training of the same person', async () => {
  const visitor = await openAs(team.owner);
  const { page } = visitor;
  const at = (n: number) => page.waitForURL(`**/trainings/${trainings[n]}`);
  const [earlier, later] = ['Earlier', 'Later'].map((when) =>
    page.getByRole('button', { name: `${when} training of this person` }),
  );
  await earlier?.click();
  await at(0);
  await expect.poll(() => earlier?.isDisabled()).toBe(true);
  await expect.poll(() => later?.isDisabled()).toBe(false);
  await page.keyboard.press('k');
  await at(1);
  await expect.poll(() => earlier?.isDisabled()).toBe(false);
  await later?.click();
  await at(2);
  await expect.poll(() => later?.isDisabled()).toBe(true);
  await expect.poll(() => earlier?.isDisabled()).toBe(false);
  await page.keyboard.press('j');
  await at(1);
  expect(await visitor.violations()).toEqual([]);
});

test('a member sees the own trainings before and after one, and cannot assign an exercise', async () => {
  const session = await makeSession(team, ada);
  const { page, ...visitor } = await app().visit({ session });
  await page.goto(`${app().origin}/app/my/trainings?training=${trainings[1]}`);
  const pane = page.getByRole('dialog');
  await pane.getByRole('button', { name: 'Nächster Eintrag (J)' }).click();
  await page.waitForURL(`**/my/trainings?training=${trainings[0]}`);
  expect(await page.getByRole('button', { name: 'Aufgabe stellen' }).count()).toBe(0);
  expect(visitor.faults).toEqual([]);
});
