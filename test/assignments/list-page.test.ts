import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { makeWorld } from '../harness/world.ts';

const app = useApp();
let team: TestTeam;

beforeEach(async () => {
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
  team = await makeTeam(app().api);
});

async function visit(path: string, { width = 1440, of = team } = {}) {
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [of.owner.userId]);
  const session = await makeSession(of, of.owner);
  const visitor = await app().visit({ language: 'en', session, width, hasTouch: width < 500 });
  const { page } = visitor;
  await visitor.open(path);
  return {
    visitor,
    page,
    facets: () => page.getByRole('group', { name: 'Filter by state' }).getByRole('button'),
    facet: (name: RegExp) => page.getByRole('button', { name }),
    titles: () => page.locator('[data-row]').allInnerTexts(),
    rows: () => page.locator('tr', { has: page.locator('[data-row]') }).allInnerTexts(),
  };
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function insertThree() {
  const at = (day: number) => ({ created_at: `2026-11-0${day}T00:00:00Z` });
  await insertAssignment(team, { title: 'Soon', ...at(1), due_date: inDays(2) });
  await insertAssignment(team, { title: 'Late', ...at(2), due_date: inDays(-9) });
  await insertAssignment(team, { title: 'Over', ...at(3), status: 'done', due_date: inDays(-99) });
}

test.each([1440, 390])(
  'the states of assignments stand above the list with their counts, and one click filters, at %i',
  async (width) => {
    await insertThree();
    const { visitor, page, facets, facet, titles } = await visit('/assignments', { width });
    const late = page.locator('tr', { hasText: 'Late' });
    // On a telephone the second line says what the columns have no room for.
    if (width < 500) await late.getByText(/^Due \d+ \w+ \d{4} · ./).waitFor();
    const counts = ['All 3', 'Open 2', 'Overdue 1', 'Done 1', 'Revoked 0'];
    const shown = async () =>
      (await facets().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(await shown()).toEqual(counts);
    expect(await titles()).toEqual([
      expect.stringMatching(/^Over/),
      expect.stringMatching(/^Late/),
      expect.stringMatching(/^Soon/),
    ]);
    // The numbers of the other states stay while the list loads.
    const held = Promise.withResolvers<void>();
    await page.route(/assignments\.list/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await facet(/^Overdue/).click();
    await page.locator('table[aria-rowcount="-1"]').waitFor();
    expect(await shown()).toEqual(counts);
    held.resolve();
    await expect.poll(titles).toEqual([expect.stringMatching(/^Late/)]);
    expect(new URL(page.url()).searchParams.get('status')).toBe('overdue');
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.scrollsSideways()).toBe(false);
    await facet(/^Overdue/).click();
    await expect.poll(titles).toHaveLength(3);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test('the list has what is due first at its top, on request, and the address keeps it', async () => {
  await insertThree();
  const { page, titles } = await visit('/assignments');
  const due = page.getByRole('columnheader', { name: 'Due' });
  expect(await due.getAttribute('aria-sort')).toBe('none');
  await due.getByRole('button').click();
  const begin = (...names: string[]) => names.map((name) => expect.stringMatching(`^${name}`));
  const byDue = begin('Late', 'Soon', 'Over');
  await expect.poll(titles).toEqual(byDue);
  await page.reload();
  await expect.poll(titles).toEqual(byDue);
  expect(await due.getAttribute('aria-sort')).toBe('ascending');
  expect(await page.getByRole('combobox', { name: 'Sort by' }).isVisible()).toBe(false);
  await due.getByRole('button').click();
  await expect.poll(titles).toEqual(begin('Over', 'Late', 'Soon'));
});

test('a telephone, whose list has no column of due dates, has a choice of the order', async () => {
  await insertThree();
  const { page, titles } = await visit('/assignments', { width: 390 });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Earliest due date first');
  const byDue = ['Late', 'Soon', 'Over'].map((name) => expect.stringMatching(`^${name}`));
  await expect.poll(titles).toEqual(byDue);
});

test('trainings, cases and members are ordered by the title of their date, as the address says', async () => {
  await app().api.sql.query(
    `insert into team_case (tenant_id, id, member_id, visibility, title, created_at, updated_at)
     select $1, 'cas_' || n, $2, 'team', n::text, now() - n * interval '1 d', now()
     from generate_series(1, 2) n`,
    [team.tenantId, team.owner.memberId],
  );
  await app().api.sql.query(
    `insert into training (tenant_id, id, member_id, status, created_at)
     select $1, 'trn_' || n, $2, 'scored', now() - n * interval '1 d' from generate_series(1, 2) n`,
    [team.tenantId, team.owner.memberId],
  );
  await team.addMember();
  const { visitor, page } = await visit('/cases', { width: 1440 });
  for (const [path, title] of [
    ['/cases', 'Created'],
    ['/trainings', 'Started'],
    ['/my/trainings', 'Started'],
    ['/members', 'Member since'],
  ] as const) {
    await visitor.open(path);
    const head = page.getByRole('columnheader', { name: title });
    const keys = () =>
      page
        .locator('[data-row]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
    await expect.poll(keys).toHaveLength(2);
    const newest = await keys();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await expect.poll(keys).toEqual(newest.toReversed());
    expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await visitor.violations()).toEqual([]);
  }
});

test('the menu of a row changes the date, gives the exercise to someone else, and deletes after a question', async () => {
  const world = await makeWorld(app().api);
  const other = await makePerson(world.team);
  const { situation, personality, industry } = world;
  const id = await insertAssignment(world.team, {
    title: 'Price talk',
    note: 'No discount.',
    member_id: world.memberId,
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
    due_date: inDays(-9),
  });
  const { visitor, page, titles } = await visit('/assignments?search=Price', { of: world.team });
  const choose = async (verb: string) => {
    await page.locator('tr', { has: page.locator(`[data-row="${id}"]`) }).hover();
    await page
      .locator('tr', { has: page.locator(`[data-row="${id}"]`) })
      .getByRole('button', { name: 'Actions' })
      .click();
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Mark as done',
      'Change date or note',
      'Assign to someone else',
      'Copy ID',
      'Delete',
    ]);
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('menuitem', { name: verb }).click();
  };
  await choose('Change date or note');
  const edit = page.getByRole('dialog', { name: 'Edit the assignment' });
  await edit.getByRole('textbox', { name: 'Due (optional)' }).fill('24 Dec 2030');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const asked = () =>
    ['assignment', 'step'].map((name) => new URL(page.url()).searchParams.get(name));
  await expect.poll(asked).toEqual([id, null]);
  await page.keyboard.press('Escape');

  await choose('Assign to someone else');
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await form.waitFor();
  expect(await form.getByLabel('Title').inputValue()).toBe('Price talk');
  expect(await form.getByLabel('Note (optional)').inputValue()).toBe('No discount.');
  expect(await form.getByRole('textbox', { name: 'Due (optional)' }).inputValue()).toBe('');
  expect(await visitor.violations()).toEqual([]);
  await form.getByRole('combobox', { name: 'Member' }).click();
  await form.getByRole('combobox', { name: 'Member' }).fill(other.email);
  await page.getByRole('option', { name: other.email }).click();
  await form.getByRole('button', { name: 'Assign an exercise' }).click();
  await page.getByText('Exercise assigned.').waitFor();
  await expect.poll(titles).toHaveLength(2);
  const { rows } = await app().api.sql.query(
    `select title, note, due_date::text, situation_id, member_id from assignment
     where tenant_id = $1 and title = 'Price talk'`,
    [world.team.tenantId],
  );
  const made = { title: 'Price talk', note: 'No discount.', situation_id: situation };
  expect(rows).toHaveLength(2);
  expect(rows.find(({ member_id }) => member_id === world.memberId)).toMatchObject({
    ...made,
    due_date: '2030-12-24',
  });
  expect(rows.find(({ member_id }) => member_id === other.memberId)).toMatchObject({
    ...made,
    due_date: null,
  });

  await choose('Delete');
  const question = page.getByRole('dialog', { name: 'Delete the assignment “Price talk”' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Assignment deleted.').waitFor();
  await expect.poll(titles).toHaveLength(1);
  await question.waitFor({ state: 'detached' });
  await visitor.settled();
  expect(asked()).toEqual([null, null]);
  expect(await page.locator('[data-pane]').count()).toBe(0);
});

test('members, keys and trainings have their states above them too', async () => {
  await insertInvited(team);
  await app().api.sql.query(
    `insert into training (tenant_id, id, member_id, status, created_at)
     select $1, 'trn_' || s, $2, s, now() from unnest(array['scored', 'aborted']) s`,
    [team.tenantId, team.owner.memberId],
  );
  const { page, facet, rows, visitor } = await visit('/members');
  await facet(/^All 2/).waitFor();
  await facet(/^Invited 1/).click();
  await expect.poll(rows).toEqual([expect.stringContaining('Invited')]);
  await page.getByText('1 entry').waitFor();
  await team.createKey({});
  await app().api.sql.query('update api_key set revoked_at = now() where id = $1', [team.keyId]);
  await visitor.open('/api-keys');
  await facet(/^Revoked 1/).click();
  await expect.poll(rows).toEqual([expect.stringContaining('Revoked')]);
  expect(new URL(page.url()).searchParams.get('show')).toBe('revoked');
  await visitor.open('/trainings');
  await facet(/^All 2/).waitFor();
  await facet(/^Aborted 1/).click();
  await expect.poll(rows).toEqual([expect.stringContaining('Aborted')]);
  await page.getByText('1 entry').waitFor();
  await facet(/^All 2/).waitFor();
  expect(await visitor.violations()).toEqual([]);
});
