import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;
let question: Locator;

beforeAll(async () => {
  team = await makeTeam(app().api);
  visitor = await app().visit({ session: await makeSession(team, team.owner) });
  ({ page } = visitor);
  question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
});

const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true });

async function stay(): Promise<void> {
  await button(question, 'Weiter bearbeiten').click();
  await question.waitFor({ state: 'detached' });
}

async function discard(): Promise<void> {
  await button(question, 'Verwerfen').click();
  await question.waitFor({ state: 'detached' });
}

test('a dialog that would lose what was typed asks first, in whichever way it is closed', async () => {
  await visitor.open(`/api-keys?key=${team.keyId}`);
  const form = page.getByRole('dialog', { name: 'Umbenennen' });
  const begin = () => button(page, 'Umbenennen').click();
  await begin();
  await page.keyboard.press('Escape');
  // Nothing was typed.
  await form.waitFor({ state: 'detached' });
  await begin();
  const name = form.getByLabel('Name');
  await name.fill('Half typed');
  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => button(form, 'Abbrechen').click(),
    () => button(form, 'Schließen').click(),
    () => page.mouse.click(5, 5),
  ];
  for (const leave of waysOut) {
    await leave();
    await question.waitFor();
    await stay();
    expect(await name.inputValue()).toBe('Half typed');
  }
  // The browser closes a dialog at the second Escape in a row, whatever the page does.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
  await until('the question', async () => {
    if (await question.isVisible()) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  await stay();
  expect(await name.inputValue()).toBe('Half typed');
  await page.keyboard.press('Escape');
  await question.waitFor();
  expect(await visitor.violations()).toEqual([]);
  await discard();
  await form.waitFor({ state: 'detached' });
  await begin();
  await name.fill('Saved');
  await button(form, 'Speichern').click();
  await page.getByText('Der Name ist gespeichert.').waitFor();
  await form.waitFor({ state: 'detached' });
});

test('a page that would lose what was typed asks before a link, a step back, the end and a sign-out', async () => {
  await visitor.open('/members');
  const account = page.getByRole('navigation').first().locator('..').getByRole('button').last();
  await account.click();
  await page.getByRole('menuitem', { name: 'Profil' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half typed');
  const waysOut = [
    () => page.getByRole('link', { name: 'Mitglieder', exact: true }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await account.click();
      await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    },
  ];
  for (const leave of waysOut) {
    await leave();
    await question.waitFor();
    await stay();
    await until('the page to be the same', async () => page.url().endsWith('/app/profile'));
    expect(await name.inputValue()).toBe('Half typed');
  }
  const pending = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const ending = await pending;
  expect(ending.type()).toBe('beforeunload');
  await ending.dismiss();
  await page.getByRole('link', { name: 'Mitglieder', exact: true }).click();
  await discard();
  await page.getByRole('heading', { name: 'Mitglieder' }).waitFor();
});

test('chosen policies ask before another tab is opened, and no longer once they are saved', async () => {
  await visitor.open('/policies');
  await page.getByRole('tabpanel').getByRole('combobox').first().selectOption('block');
  await page.getByRole('tab').nth(2).click();
  await question.waitFor();
  await stay();
  await button(page, 'Vorgaben speichern').click();
  await page.getByText('Vorgaben gespeichert.').waitFor();
  await page.getByRole('tab').nth(2).click();
  await until('the tab to be open', async () => page.url().includes('view=why'));
  expect(await question.isVisible()).toBe(false);
});

test('a form that keeps its content when it is closed does not ask', async () => {
  await visitor.open('/members?invite=1');
  const form = page.getByRole('dialog', { name: 'Mitglieder einladen' });
  await form.getByLabel('E-Mail').fill('lea.vogel@example.com');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await button(page, 'Einladen').first().click();
  expect(await form.getByLabel('E-Mail').inputValue()).toBe('lea.vogel@example.com');
});
