import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Language } from '../../src/shared/language/language.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment, insertInvited } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;

beforeEach(async () => {
  team = await makeTeam(app().api);
});

async function assign(member_id: string, counts: { open?: number; done?: number }): Promise<void> {
  for (const [status, count] of Object.entries(counts)) {
    for (let n = 0; n < count; n += 1) await insertAssignment(team, { member_id, status });
  }
}

async function pageOf(member_id: string, language: Language, who: Person): Promise<Page> {
  const { sql } = app().api;
  await sql.query('update person set lang = $2 where id = $1', [who.userId, language]);
  const session = await makeSession(team, who);
  const visitor = await app().visit({ session, language });
  await visitor.open(`/members/${member_id}`);
  return visitor.page;
}

const words = {
  en: { remove: 'Remove', withdraw: 'Withdraw' },
  de: { remove: 'Entfernen', withdraw: 'Zurückziehen' },
};

async function textOf(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button, exact: true, disabled: false }).waitFor();
  return dialog.innerText();
}

test.each([
  ['en', { open: 2 }, '2 assignments are revoked.'],
  ['en', { done: 7 }, '7 assignments are revoked, 7 of them already done.'],
  ['en', { open: 2, done: 1 }, '3 assignments are revoked, one of them already done.'],
  ['en', { done: 1 }, 'One assignment is revoked. It is already done.'],
  ['de', { open: 1 }, 'Eine Aufgabe wird zurückgezogen.'],
  ['de', { done: 7 }, '7 Aufgaben werden zurückgezogen, 7 davon sind schon erledigt.'],
  ['de', { open: 1, done: 1 }, '2 Aufgaben werden zurückgezogen, eine davon ist schon erledigt.'],
  ['de', { done: 1 }, 'Eine Aufgabe wird zurückgezogen. Sie ist schon erledigt.'],
] as const)('D109: before a removal (%s), %o are “%s”', async (language, counts, sentence) => {
  const { memberId } = await team.addMember();
  await assign(memberId, counts);
  const page = await pageOf(memberId, language, team.owner);
  expect(await textOf(page, words[language].remove)).toContain(sentence);
});

test('an invitation that is withdrawn takes its assignments along, and the question says so', async () => {
  const member_id = await insertInvited(team);
  await assign(member_id, { open: 1, done: 1 });
  const page = await pageOf(member_id, 'en', team.owner);
  const text = await textOf(page, words.en.withdraw);
  expect(text).toContain('2 assignments are revoked, one of them already done.');
  expect(text).toContain("The person's data is kept until you erase it under Former members.");
});

test('a removal says that the data is kept: the owner finds the way to erase it, an admin reads who can', async () => {
  const { memberId } = await team.addMember();
  const admin = await makePerson(team, { role: 'admin' });
  const seen = await pageOf(memberId, 'en', admin);
  expect(await textOf(seen, 'Remove')).toContain(
    "The person's data is kept until the owner erases it.",
  );
  const page = await pageOf(memberId, 'de', team.owner);
  expect(await textOf(page, 'Entfernen')).toContain(
    'Die Daten der Person bleiben gespeichert, bis Sie sie unter Ehemalige löschen.',
  );
  await page.getByRole('dialog').getByRole('link', { name: 'Ehemalige' }).click();
  await page.getByRole('tab', { name: 'Ehemalige', selected: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
