import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';

const app = useApp();

/** Seven members with one score each, one of whom has left. */
async function makeHistory(): Promise<TestTeam> {
  const team = await makeTeam(app().api);
  for (const closing of [50, 60, 70, 80, 90, 30]) {
    await addTraining(team, await team.addMember(), { evaluation: { total: closing, closing } });
  }
  const leaving = await team.addMember();
  await addTraining(team, leaving, { evaluation: { total: 20, closing: 20 } });
  await team.request('DELETE', `/users/${leaving.memberId}`);
  return team;
}

async function visit(team: TestTeam, language: 'de' | 'en') {
  const { sql } = app().api;
  await sql.query('update person set lang = $2 where id = $1', [team.owner.userId, language]);
  const visitor = await app().visit({ session: await makeSession(team, team.owner), language });
  await visitor.open('/analytics');
  return visitor;
}

test('the analytics count who has left, and a switch shows only today’s members', async () => {
  const visitor = await visit(await makeHistory(), 'en');
  const { page } = visitor;
  const main = page.locator('main');
  const numbers = async () =>
    (await main.locator('dl').first().innerText()).match(/\d[\d.]*/g)?.slice(0, 5);
  expect(await numbers()).toEqual(['6', '7', '7', '7', '57.1']);
  expect(await main.innerText()).toContain('One former member with one training, avg. score 20.0');
  const onlyActive = page.getByRole('switch', { name: "Only today's members" });
  await onlyActive.click();
  await main.getByText("Only today's members are counted.").waitFor();
  await visitor.settled();
  expect(await numbers()).toEqual(['6', '7', '6', '6', '63.3']);
  expect(await main.innerText()).not.toContain('One former member');
  // The address keeps the choice.
  await page.reload();
  await visitor.settled();
  expect(await onlyActive.isChecked()).toBe(true);
  expect(await visitor.violations()).toEqual([]);
  visitor.requireClean();
});

test('while member detail is off, there is no switch, and the page says whose averages it shows', async () => {
  const team = await makeHistory();
  await team.set({ member_detail_enabled: false });
  const { page } = await visit(team, 'de');
  const said =
    'Solange Mitgliederdetails aus sind, gelten Durchschnitte nur für heutige Mitglieder.';
  await page.getByText(said).waitFor();
  expect(await page.getByRole('switch', { name: 'Nur heutige Mitglieder' }).count()).toBe(0);
});
