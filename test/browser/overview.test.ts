import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { narrow, wide } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';

const app = useApp();

async function visit(team: TestTeam, who: Person, width: number = wide.width) {
  const { sql } = app().api;
  await sql.query(`update person set lang = 'en' where id = $1`, [who.userId]);
  const session = await makeSession(team, who);
  const visitor = await app().visit({ session, language: 'en', width, expects: /403/ });
  await visitor.open('/overview');
  return visitor;
}

/** A team that trains: six members, one of whom trained this week, and one exercise overdue. */
async function makeTraining(): Promise<TestTeam> {
  const team = await makeTeam(app().api);
  const now = app().api.clock.now().getTime();
  for (const [n, closing] of [40, 45, 50, 52, 54].entries()) {
    const person = await team.addMember();
    const created_at = new Date(now - (n === 0 ? 0 : 10 * DAY_MS)).toISOString();
    await addTraining(team, person, { created_at, evaluation: { total: 60, closing } });
    await insertAssignment(team, {
      member_id: person.memberId,
      due_date: n === 0 ? '2020-01-01' : null,
    });
  }
  return team;
}

const people = (page: Page) => page.getByRole('region', { name: 'Your people' });

/** What of the page stands first, from top to bottom. */
async function orderOf(page: Page): Promise<string[]> {
  const parts = {
    people: people(page),
    attention: page.getByRole('heading', { name: 'Needs attention' }),
    pulse: page.getByRole('region', { name: 'Pulse' }),
    numbers: page.getByRole('heading', { name: 'Interfaces in numbers' }),
  };
  const places = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({
      name,
      y: (await part.boundingBox())?.y ?? Number.NaN,
    })),
  );
  return places.sort((a, b) => a.y - b.y).map(({ name }) => name);
}

test('the owner sees people first, then what needs attention, then programs; on a telephone, attention first', async () => {
  const team = await makeTraining();
  const { page } = await visit(team, team.owner);
  expect(await orderOf(page)).toEqual(['people', 'attention', 'pulse', 'numbers']);
  const text = await people(page).innerText();
  expect(text).toMatch(/Trained this week\s+1\s+of 6\s+5 in four weeks/);
  expect(text).toMatch(/Open assignments\s+5\s+1 overdue/);
  // Analytics count former members too.
  expect(text).toMatch(/Avg\. score\s+\d+\.\d\s+of 100, today's members\s+Largest gap: Closing/);
  expect(text).toMatch(/Members\s+6\s+6 of \d+ seats taken\s+6 new in 30 days/);
  await people(page).getByRole('link', { name: '1 overdue' }).click();
  await page.waitForURL(/assignments\?status=overdue/);
  const phone = await visit(team, team.owner, narrow.width);
  expect(await orderOf(phone.page)).toEqual(['attention', 'people', 'pulse', 'numbers']);
  expect(await phone.page.locator('header').first().innerText()).toBe('Team under test');
  expect(await phone.scrollsSideways()).toBe(false);
  expect(await phone.violations()).toEqual([]);
});

test('an admin without interfaces sees people, and nothing of programs', async () => {
  const team = await makeTraining();
  const { page } = await visit(team, await makePerson(team, { role: 'admin' }));
  await people(page).getByText('Trained this week').waitFor();
  expect(await page.getByRole('heading', { name: 'Interfaces in numbers' }).count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Set up: programs' }).count()).toBe(0);
});

test('while member detail is off, the overview shows counts, and hides assignments', async () => {
  const team = await makeTraining();
  await team.set({ member_detail_enabled: false });
  const { page } = await visit(team, team.owner);
  const text = await people(page).innerText();
  expect(text).toMatch(/Trained this week\s+1\s+of 6/);
  expect(text).toMatch(/Open assignments\s+–\s+hidden/);
});

test('the set-up of a new team has a track for people and one for programs, and the quiet pulse no lanes', async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query('delete from api_key where tenant_id = $1', [team.tenantId]);
  const { page } = await visit(team, team.owner);
  const track = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  expect((await track('Set up: people').innerText()).split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Invite members'),
      expect.stringContaining('Assign the first exercise'),
      expect.stringContaining('Connect your CRM (optional)'),
    ]),
  );
  await track('Set up: programs').getByText('Create an API key').waitFor();
  const pulse = page.getByRole('region', { name: 'Pulse' });
  await pulse.getByText('Nothing happened in the last 24 hours.').waitFor();
  expect(await page.locator('[data-lane]').count()).toBe(0);
  // Whoever trains has finished the set-up of people. The CRM is optional.
  const member = await team.addMember();
  await addTraining(team, member, { evaluation: { total: 60 } });
  await page.reload();
  await track('Set up: programs').waitFor();
  expect(await page.getByRole('heading', { name: 'Set up: people' }).count()).toBe(0);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(people(page))).toBeLessThan(await topOf(track('Set up: programs')));
});
