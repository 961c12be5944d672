import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertCatalogEntry, insertPolicy } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let member: Person;
let visitor: Visitor;
let page: Page;

const entries = [
  ['sit_cold_call', 'situation'],
  ['sit_price_talk', 'situation'],
  ['per_sceptic', 'personality'],
  ['ind_energy', 'industry'],
  ['ind_software', 'industry'],
] as const;

beforeAll(async () => {
  for (const [id, dimension] of entries) await insertCatalogEntry(app().api, id, dimension);
  team = await makeTeam(app().api);
  member = await makePerson(team);
  // The team blocks a situation.
  await insertPolicy(team, {
    dimension: 'situation',
    mode: 'block',
    entry_ids: ['sit_cold_call'],
  });
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  visitor = await app().visit({
    language: 'en',
    session: await makeSession(team, team.owner),
    expects: /403/,
  });
  page = visitor.page;
});

const choose = async (label: string, value: string) => {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).selectOption(value);
  await visitor.settled();
};
const isOff = (id: string) =>
  page
    .getByRole('dialog')
    .locator(`option[value=${id}]`)
    .evaluate((option) => {
      return (option as HTMLOptionElement).disabled;
    });
const verdict = () => page.getByTestId('verdict').innerText();
const send = () =>
  page.getByRole('dialog').getByRole('button', { name: 'Assign an exercise', exact: true });

test('before anything is sent, the form says which entries are blocked and why', async () => {
  await visitor.open('/assignments?new=1');
  expect(await isOff('sit_cold_call')).toBe(true);
  expect(await isOff('sit_price_talk')).toBe(false);
  const blocked = page.getByTestId('blocked-situation');
  await blocked.getByText('1 blocked. Why?').click();
  expect(await blocked.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^The policy of the team blocks “.+”\.$/),
  ]);
});

test('if a policy has been set meanwhile, it refuses the assignment, and the form explains the refusal', async () => {
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Member' }).fill(member.email);
  await page.getByRole('option').click();
  await page.getByLabel('Title', { exact: true }).fill('Price talk');
  await choose('Situation', 'sit_price_talk');
  await choose('Personality', 'per_sceptic');
  await choose('Industry', 'ind_software');
  expect(await verdict()).toContain('All policies and rules allow this assignment.');
  await insertPolicy(team, {
    member_id: member.memberId,
    dimension: 'industry',
    mode: 'allow',
    entry_ids: ['ind_energy'],
  });
  await send().click();
  await page.getByRole('alert').waitFor();
  await visitor.settled();
  expect(await verdict()).toMatch(/refused[\s\S]*The policy for this member does not allow “.+”\./);
  expect(await send().isDisabled()).toBe(true);
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Price talk');
  expect(await visitor.violations()).toEqual([]);
});

test('another industry is allowed, and the filters of the list find the assignment', async () => {
  await choose('Industry', 'ind_energy');
  await send().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visitor.settled();
  const row = page.getByRole('row', { name: /Price talk/ });
  expect(await row.innerText()).toContain('Open');
  await visitor.open('/assignments?status=done');
  expect(await page.getByText('No assignment matches these filters').count()).toBe(1);
  const { rows } = await app().api.sql.query(
    'select title, industry_id from assignment where tenant_id = $1',
    [team.tenantId],
  );
  expect(rows).toEqual([{ title: 'Price talk', industry_id: 'ind_energy' }]);
});

test('the page of an assignment marks it as done, opens it again and deletes it', async () => {
  await visitor.open('/assignments');
  await page.getByRole('link', { name: 'Price talk' }).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: 'Mark as done' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No assignments yet').waitFor();
  await visitor.settled();
});
