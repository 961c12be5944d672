import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { insertKept } from '../delivery/harness/kept-events.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let assignment: string;
let anna: Person;
let admin: Person;

beforeAll(async () => {
  team = await makeTeam(app().api);
  anna = await makePerson(team);
  admin = await makePerson(team, { role: 'admin' });
  await app().api.sql.query("update person set name = 'Anna Zweig' where id = $1", [anna.userId]);
  assignment = await insertAssignment(team, { member_id: anna.memberId, title: 'Einwände üben' });
  // Moves her to the second page of the list of members.
  await app().api.sql.query(
    `insert into member (tenant_id, id, email, role, status, created_through, created_at)
     select $1, 'mem_later_' || i, i || '@example.com', 'member', 'invited', 'app', now() + interval '1 day'
     from generate_series(1, 120) i`,
    [team.tenantId],
  );
  visitor = await app().visit({ session: await makeSession(team, team.owner) });
});

const palette = async () => {
  await visitor.page.keyboard.press('Control+k');
  return visitor.page.getByRole('combobox', { name: 'Befehle' });
};
const options = () => visitor.page.getByRole('dialog').getByRole('option');

test('a name opens the person, a title and an id open their objects, and the last visits come first', async () => {
  const { page } = visitor;
  await visitor.open('/overview');
  await (await palette()).fill('zweig');
  await options().filter({ hasText: 'Anna Zweig' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Anna Zweig' }).waitFor();
  await (await palette()).fill(assignment);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Einwände üben' }).waitFor();
  await page.locator(`[data-row="${assignment}"]`).waitFor();
  await page.keyboard.press('Escape');
  await palette();
  await options().filter({ hasText: 'member-' }).waitFor();
  const labels = await options().allInnerTexts();
  // The row of the assignment has the focus, so what can be done with it comes before.
  expect(labels[0]).toContain('Diese Aufgabe');
  const visited = labels.filter((label) => label.includes('Zuletzt'));
  expect(visited.slice(0, 2).map((label) => label.split('\n')[0])).toEqual([
    'Einwände üben',
    'Anna Zweig',
  ]);
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a slip in any word of a name, at its beginning or behind it, finds the person', async () => {
  await visitor.open('/overview');
  const field = await palette();
  for (const typed of ['anna zwieg', 'anna wzeig', 'wzeig']) {
    await field.fill('');
    await field.fill(typed);
    await options().filter({ hasText: 'Anna Zweig' }).first().waitFor();
  }
  await visitor.page.keyboard.press('Escape');
});

test('the palette finds pages while the saved views are still read', async () => {
  const early = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = early;
  await page.route('**/trpc/*savedViews.list*', () => undefined);
  await page.goto(`${early.origin}/app/overview`);
  await page.getByRole('navigation').getByRole('link', { name: 'Mitglieder' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Befehle' });
  await field.fill('mitgl');
  await page.getByRole('dialog').getByRole('option', { name: 'Mitglieder' }).first().waitFor();
  await field.fill('vorg');
  await page.getByRole('dialog').getByRole('option', { name: 'Vorgaben' }).first().waitFor();
});

test('a whole key never leaves the browser, and its beginning finds it', async () => {
  const { page } = visitor;
  const { key } = await team.createKey();
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`));
  await (await palette()).fill(key);
  await options()
    .filter({ hasText: key.slice(0, 20) })
    .first()
    .waitFor();
  expect(bodies.join('\n')).toContain(key.slice(0, 20));
  expect(bodies.join('\n')).not.toContain(key.slice(0, 26));
  await page.keyboard.press('Escape');
  bodies.length = 0;
  for (const [text, shown] of [
    [`Bearer ${key}`, key.slice(0, 20)],
    // Nothing of this is searched for, so the palette shows the last visits.
    [`"whsec_${key.slice(21)}"`, 'Einwände üben'],
  ] as const) {
    await (await palette()).fill(text);
    await options().filter({ hasText: shown }).first().waitFor();
    await page.keyboard.press('Escape');
  }
  expect(bodies.join('\n')).not.toContain(key.slice(21, 26));
});

test('g and a letter open a page, and settings open at their place', async () => {
  const { page } = visitor;
  await visitor.open('/overview');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL('**/app/trainings');
  await visitor.settled();
  await (await palette()).fill('technischer kontakt');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/team#contact');
  await page.getByRole('heading', { name: 'Technischer Kontakt' }).waitFor();
});

const choose = async (text: string) => {
  await (await palette()).fill(text);
  await visitor.page.locator('[role=option][aria-selected=true]', { hasText: text }).waitFor();
  await visitor.page.keyboard.press('Enter');
};
const hasFocus = (place: string) =>
  expect
    .poll(() =>
      visitor.page.evaluate((of) => {
        const { activeElement } = document;
        return activeElement?.closest(of) ? of : activeElement?.outerHTML.slice(0, 200);
      }, place),
    )
    .toBe(place);

test('what the palette opens gets the focus: an entry on another page, one in place of another, and a page', async () => {
  const { page } = visitor;
  await insertAssignment(team, { member_id: anna.memberId, title: 'Preise nennen' });
  await visitor.open('/assignments');
  // The code of the entry is there afterwards, so that it opens at once.
  await page.locator('[data-row]').first().click();
  await page.locator('[data-pane]').waitFor();
  await visitor.go('/overview');
  await choose('Preise nennen');
  await page.getByRole('dialog', { name: 'Preise nennen' }).waitFor();
  await hasFocus('[data-pane]');
  await page.locator('[data-row]').first().focus();
  await choose('Einwände üben');
  await page.getByRole('dialog', { name: 'Einwände üben' }).waitFor();
  await hasFocus('[data-pane]');
  // The code of the page comes so late that its frame is seen first.
  await page.route(
    '**/assets/member-page-*.js',
    async (route) => {
      await page.locator('#content [aria-busy="true"]').waitFor();
      await route.continue();
    },
    { times: 1 },
  );
  await choose('Anna Zweig');
  await page.getByRole('heading', { level: 1, name: 'Anna Zweig' }).waitFor();
  await visitor.settled();
  await hasFocus('#content');
});

test('a chosen theme holds in the documentation too, which then follows the system again', async () => {
  const reader = await app().visit({ session: await makeSession(team, team.owner) });
  const isDark = () =>
    reader.page.evaluate(() => document.documentElement.classList.contains('dark'));
  for (const [word, isChosen] of [
    ['Dunkel', true],
    ['System', false],
  ] as const) {
    await reader.open('/profile');
    await reader.page.keyboard.press('Control+k');
    await reader.page.getByRole('combobox', { name: 'Befehle' }).fill(`Darstellung: ${word}`);
    await reader.page.getByRole('option', { name: `Darstellung: ${word}` }).click();
    await until('the theme of the app', async () => (await isDark()) === isChosen);
    await reader.page.goto(`${app().origin}/docs/de/`);
    expect(await isDark()).toBe(isChosen);
  }
  await reader.page.emulateMedia({ colorScheme: 'dark' });
  await until('the theme of the system', isDark);
});

test('the id of an event opens the page of the event', async () => {
  const event = await insertKept(team);
  await app().api.sql.query(
    'update kept_event set feed_position = seq, reached_at = created_at where event_id = $1',
    [event],
  );
  await visitor.open('/overview');
  await (await palette()).fill(event);
  await visitor.page.keyboard.press('Enter');
  await visitor.page.waitForURL(`**/app/events/${event}`);
});

const starts = {
  de: ['Mitglieder einladen', 'Aufgabe stellen', 'Schlüssel erstellen', 'Endpunkt erstellen'],
  en: ['Invite members', 'Assign an exercise', 'Create key', 'Create endpoint'],
};
const everybodys = {
  de: ['Darstellung: Dunkel', 'English', 'Abmelden', 'Tastenkürzel'],
  en: ['Appearance: Dark', 'Deutsch', 'Sign out', 'Keyboard shortcuts'],
};

test.each(['de', 'en'] as const)(
  'without anything open, it begins what the person may begin (%s)',
  async (language) => {
    const offered = async (person: Person) => {
      const sql = 'update person set lang = $2 where id = $1';
      await app().api.sql.query(sql, [person.userId, language]);
      const own = await app().visit({ session: await makeSession(team, person), language });
      await own.open('/profile');
      await own.page.keyboard.press('Control+k');
      const commands = own.page.getByRole('option');
      await commands.filter({ hasText: everybodys[language][2] ?? '' }).waitFor();
      expect(await own.violations()).toEqual([]);
      const shown = (await commands.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
      expect(shown).toEqual(expect.arrayContaining(everybodys[language]));
      return starts[language].filter((one) => shown.includes(one));
    };
    expect(await offered(team.owner)).toEqual(starts[language]);
    expect(await offered(admin)).toEqual(starts[language].slice(0, 2));
    expect(await offered(anna)).toEqual([]);
  },
);
