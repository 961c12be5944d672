import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertPolicy, insertTeamCatalogEntry } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';

const app = useApp();
let team: TestTeam;
let page: Page;

/** A team that is weak in closing, with one member who is weakest in conversation control. */
beforeAll(async () => {
  const { api } = app();
  await makeGlobalCatalog(api);
  team = await makeTeam(api);
  for (const [name, scores] of Object.entries({
    Ada: { closing: 52 },
    Ben: { closing: 45, conversation_control: 41 },
    Cem: { closing: 70, conversation_control: 90 },
    Dora: { closing: 58 },
    Eva: { closing: 50 },
  })) {
    const person = await team.addMember();
    await api.sql.query('update person set name = $2 where id = $1', [person.userId, name]);
    await addTraining(team, person, { evaluation: scores });
  }
  await setLanguage('en');
});

const setLanguage = (language: 'de' | 'en') =>
  app().api.sql.query('update person set lang = $2 where id = $1', [team.owner.userId, language]);

async function visit(
  width: number,
  language: 'de' | 'en' = 'en',
  expects?: RegExp,
): Promise<Visitor> {
  await setLanguage(language);
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, language, width, ...(expects && { expects }) });
  ({ page } = visitor);
  return visitor;
}

const stopsOf = (all: (HTMLElement | SVGElement)[]) =>
  all.filter(({ tabIndex }) => tabIndex >= 0).length;

test('the table of members says who is weak at what, the weakest first', async () => {
  const visitor = await visit(1152);
  await visitor.open('/analytics');
  await page.getByRole('columnheader', { name: 'Largest gap' }).waitFor();
  const rows = page.getByRole('table', { name: 'Members', exact: true }).getByRole('row');
  // A row leads to the page of its member, and is one stop of the Tab key.
  const link = rows.nth(1).locator('a[data-row]');
  expect(await link.getAttribute('href')).toMatch(/^\/app\/members\/mem_/);
  expect(await rows.nth(1).locator('a, button').evaluateAll(stopsOf)).toBe(1);
  const scores = await rows.evaluateAll((all) =>
    all.map((row) => Number.parseFloat(row.children[1]?.textContent ?? '')).filter(Number.isFinite),
  );
  expect(scores.length).toBeGreaterThan(4);
  expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  await page.getByRole('button', { name: 'Largest gap' }).click();
  await page.waitForURL(/sort=largest_gap/);
  await visitor.settled();
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [0, 2].map((n) => row.children[n]?.textContent).join(': ')),
  );
  expect(shown.slice(1, 6)).toEqual([
    'Ben: Conversation control −19.0',
    'Eva: Closing −10.0',
    'Ada: Closing −8.0',
    'Dora: Closing −2.0',
    expect.stringMatching(/: –$/),
  ]);
  expect(await visitor.violations()).toEqual([]);
  visitor.requireClean();
});

test('the gap on the overview leads to the members, who begin with the largest gap', async () => {
  const visitor = await visit(1440);
  await visitor.open('/overview');
  await page.getByRole('link', { name: /^Largest gap of the team: Closing/ }).click();
  const table = page.getByRole('table', { name: 'Members', exact: true });
  const first = table.getByRole('row').nth(1);
  await first.getByText('Ben').waitFor();
  // The table says under which line a gap is, and is in sight.
  await page.getByRole('columnheader', { name: 'Largest gap (under 60)' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await visitor.settled();
  const shown = await first.boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(900);
  visitor.requireClean();
});

test('on a telephone too, the gap leads to the members, although the chart above them comes later', async () => {
  const visitor = await visit(390);
  await visitor.open('/overview');
  const held = Promise.withResolvers<void>();
  await page.route(/analytics\.series/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: /^Largest gap of the team: Closing/ }).click();
  await page.getByRole('table', { name: 'Members', exact: true }).waitFor();
  held.resolve();
  const first = page.getByRole('table', { name: 'Members', exact: true }).getByRole('row').nth(1);
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(700);
  await page.unrouteAll();
});

test('on a telephone, the gap stands below the name with its number first, also in German', async () => {
  const visitor = await visit(390, 'de');
  await visitor.open('/analytics?sort=largest_gap');
  const table = page.getByRole('table', { name: 'Mitglieder', exact: true });
  const row = table.getByRole('row').filter({ hasText: 'Ben' });
  await row.getByText('−19,0 Gesprächsführung').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Größte Lücke' }).count()).toBe(0);
  expect(await visitor.scrollsSideways()).toBe(false);
  expect(await visitor.violations()).toEqual([]);
  visitor.requireClean();
});

test('the gap of the team leads to the form of an exercise for all who have it, and what fails for one is said by name', async () => {
  const visitor = await visit(1280, 'en', /status of 4\d\d/);
  await visitor.open('/analytics');
  await page.getByRole('heading', { name: 'Largest gap: Closing' }).waitFor();
  await page.getByRole('button', { name: 'Assign an exercise', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await form.getByText('Gap: Closing', { exact: true }).waitFor();
  const title = form.getByLabel('Title', { exact: true });
  expect(await title.inputValue()).toBe('Practise: Closing');
  // Ben is weaker in something else, but nobody is weaker in closing.
  const members = form.getByRole('group', { name: 'Members with this gap' }).getByRole('checkbox');
  const ticked = () =>
    members.evaluateAll((all: HTMLInputElement[]) =>
      all.map(({ checked, labels }) => `${labels?.[0]?.textContent}${checked ? '' : ' (no)'}`),
    );
  expect(await ticked()).toEqual(['Ben 45.0', 'Eva 50.0', 'Ada 52.0', 'Dora 58.0']);
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  // Ben comes first, and his policy refuses the exercise. That of the others is assigned, and he is named.
  const { rows } = await app().api.sql.query(
    `select m.id from member m join person p on p.id = m.user_id
     where m.tenant_id = $1 and p.name = 'Ben'`,
    [team.tenantId],
  );
  const [{ id: ben }] = rows as [{ id: string }];
  await insertPolicy(team, {
    ...{ member_id: ben, dimension: 'situation', mode: 'block' as const },
    entry_ids: [globalIds.situation],
  });
  await page.getByRole('button', { name: 'Assign an exercise', exact: true }).click();
  await members.nth(3).uncheck();
  for (const [name, id] of [
    ['Situation', globalIds.situation],
    ['Personality', globalIds.personality],
    ['Industry', globalIds.industry],
  ] as const)
    await form.getByRole('combobox', { name }).selectOption(id);
  await form.getByText('This assignment is refused for Ben').waitFor();
  await form.getByRole('button', { name: 'Assign an exercise' }).click();
  await page.getByText('2 exercises assigned.').waitFor();
  // The reason has the name of the entry, not its id.
  await form.getByText(/^Ben: .+ situation sit_test \(en\)/).waitFor();
  const onlyBen = ['Ben 45.0', 'Eva 50.0 (no)', 'Ada 52.0 (no)', 'Dora 58.0 (no)'];
  expect(await ticked()).toEqual(onlyBen);
  // Who has got it does not get it again.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assign an exercise', exact: true }).click();
  await title.waitFor();
  expect(await ticked()).toEqual(onlyBen);
  const made = await app().api.sql.query(
    'select p.name from assignment a join member m on m.tenant_id = $1 and m.id = a.member_id join person p on p.id = m.user_id where a.tenant_id = $1 order by 1',
    [team.tenantId],
  );
  expect(made.rows).toEqual([{ name: 'Ada' }, { name: 'Eva' }]);
  await app().api.sql.query('delete from policy where tenant_id = $1', [team.tenantId]);
  await app().api.sql.query('delete from assignment where tenant_id = $1', [team.tenantId]);
  // The next form has nothing to do with the gap.
  await visitor.open('/assignments');
  await page.getByRole('button', { name: 'Assign an exercise' }).first().click();
  await title.waitFor();
  expect(await title.inputValue()).toBe('');
  expect(await form.getByText('Gap:').count()).toBe(0);
  visitor.requireClean();
});

test('the form has the gaps of the chosen period, and a draft assigns nothing to who is not in it', async () => {
  const { api } = app();
  // The page takes the present month from the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const now = api.clock.now();
  const monthsAgo = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
  const large = await makeTeam(api);
  const { userId } = large.owner;
  await api.sql.query("update tenant set time_zone = 'Etc/UTC' where id = $1", [large.tenantId]);
  await api.sql.query("update person set lang = 'en' where id = $1", [userId]);
  const ids: string[] = [];
  for (let n = 0; n < 27; n += 1) {
    const person = await large.addMember();
    const train = (months: number, closing: number) =>
      addTraining(large, person, { created_at: monthsAgo(months), evaluation: { closing } });
    await train(0, 20 + n);
    if (n === 1 || n === 2) await train(1, 20);
    ids.push(person.memberId);
  }
  const visitor = await app().visit({
    session: await makeSession(large, large.owner),
    language: 'en',
  });
  ({ page } = visitor);
  await visitor.open('/analytics');
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  const open = async () => {
    await page.getByRole('button', { name: 'Assign an exercise', exact: true }).click();
    await form.getByText('Gap: Closing', { exact: true }).waitFor();
  };
  const members = form.getByRole('group', { name: 'Members with this gap' }).getByRole('checkbox');
  await open();
  await form.getByText('The 25 with the largest gaps of 27.').waitFor();
  expect(await members.count()).toBe(25);
  await members.nth(2).uncheck();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last month' });
  await page.waitForURL(/period=last-month/);
  await visitor.settled();
  await open();
  await expect.poll(() => members.count()).toBe(2);
  const ticked = await members.evaluateAll(
    (all: HTMLInputElement[]) => all.filter((one) => one.checked).length,
  );
  expect(ticked).toBe(1);
  for (const [name, id] of [
    ['Situation', globalIds.situation],
    ['Personality', globalIds.personality],
    ['Industry', globalIds.industry],
  ] as const)
    await form.getByRole('combobox', { name }).selectOption(id);
  await form.getByRole('button', { name: 'Assign an exercise' }).click();
  await form.waitFor({ state: 'detached' });
  const { rows } = await api.sql.query('select member_id from assignment where tenant_id = $1', [
    large.tenantId,
  ]);
  expect(rows).toEqual([{ member_id: expect.toSatisfy((id) => ids.slice(1, 3).includes(id)) }]);
  visitor.requireClean();
});

test('who has the largest gap is asked only at the click', async () => {
  const visitor = await visit(1280);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  const ofGap = () => asked.filter((body) => body.includes('"dimension"'));
  await visitor.open('/analytics');
  const open = page.getByRole('button', { name: 'Assign an exercise', exact: true });
  await open.waitFor();
  expect(ofGap()).toEqual([]);
  await open.click();
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await form.getByRole('checkbox', { name: /^Ben/ }).waitFor();
  expect(ofGap()[0]).toContain('largest_gap');
  visitor.requireClean();
});

test.each(['de', 'en'] as const)(
  'in %s, the name of the button of a member begins with the words that it shows',
  async (language) => {
    const visitor = await visit(1440, language);
    await visitor.open('/analytics');
    const button = page.locator('button[aria-label$=": Ben"]');
    expect(await button.getAttribute('aria-label')).toBe(`${await button.textContent()}: Ben`);
  },
);

test('each row of the members leads to the form of an exercise for the largest gap of this member', async () => {
  const visitor = await visit(1440);
  await visitor.open('/analytics');
  await page.getByRole('button', { name: 'Assign: Ben' }).click();
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  await form.getByText('Gap: Conversation control', { exact: true }).waitFor();
  await expect.poll(() => form.getByLabel('Member').inputValue()).toContain('Ben');
  await form.getByRole('combobox', { name: 'Situation', exact: true }).waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Assign: Cem' }).click();
  await form.getByLabel('Title', { exact: true }).waitFor();
  expect(await form.getByText('Gap:').count()).toBe(0);
  visitor.requireClean();
});

test('the gap of a member leads to the form of an exercise for this member', async () => {
  const visitor = await visit(1280);
  await visitor.open('/analytics');
  const members = page.getByRole('table', { name: 'Members', exact: true });
  await members.getByRole('row').filter({ hasText: 'Ben' }).getByText('Ben').click();
  const weak = page.getByRole('listitem').filter({ hasText: 'Conversation control' });
  await weak.getByRole('button', { name: 'Assign' }).click();
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  const title = form.getByLabel('Title', { exact: true });
  await title.waitFor();
  expect(await title.inputValue()).toBe('Practise: Conversation control');
  await expect.poll(() => form.getByLabel('Member').inputValue()).toContain('Ben');
  await visitor.settled();
  expect(await visitor.violations()).toEqual([]);
  visitor.requireClean();
});

test('the form shows no text from the address that names no dimension', async () => {
  const visitor = await visit(1280);
  await visitor.open('/analytics?assign=Call+us');
  const form = page.getByRole('dialog');
  await form.getByLabel('Title', { exact: true }).waitFor();
  expect(await form.getByText(/Gap:|Call us/).count()).toBe(0);
  visitor.requireClean();
});

describe('the form of an exercise for the gap of a member', () => {
  const entries = {
    situation_id: globalIds.situation,
    personality_id: globalIds.personality,
    industry_id: globalIds.industry,
  };
  let member: Person;
  let weak: string;

  beforeAll(async () => {
    const { api } = app();
    member = await team.addMember();
    await api.sql.query(`update person set name = 'Fay' where id = $1`, [member.userId]);
    const daysAgo = (days: number) =>
      new Date(api.clock.now().getTime() - days * DAY_MS).toISOString();
    const train = async (days: number, closing: number, also: object) =>
      addTraining(team, member, { created_at: daysAgo(days), evaluation: { closing }, ...also });
    weak = await insertTeamCatalogEntry(team, 'situation');
    // The weakest of all is too long ago.
    await train(60, 3, entries);
    await train(30, 12, { ...entries, situation_id: weak });
    await train(20, 41, entries);
    for (let n = 0; n < 23; n += 1) await train(10, 55, entries);
  });

  async function openForm(): Promise<{ visitor: Visitor; form: Locator }> {
    const visitor = await visit(1280);
    await visitor.open(`/members/${member.memberId}`);
    const closing = page.getByRole('listitem').filter({ hasText: 'Closing' });
    await closing.getByRole('button', { name: 'Assign' }).click();
    const form = page.getByRole('dialog', { name: 'Assign an exercise' });
    await form.getByLabel('Title', { exact: true }).waitFor();
    return { visitor, form };
  }
  const chosenIn = (form: Locator) =>
    Promise.all(
      ['Situation', 'Personality', 'Industry'].map((name) =>
        form.getByRole('combobox', { name, exact: true }).inputValue(),
      ),
    );

  test('begins with the entries of the weakest of the last 25 trainings, and says so', async () => {
    const { visitor, form } = await openForm();
    await form.getByText(/^As in the training of .+: closing 12\.$/).waitFor();
    expect(await chosenIn(form)).toEqual([weak, entries.personality_id, entries.industry_id]);
    await visitor.settled();
    expect(await visitor.violations()).toEqual([]);
    // All can be changed. The form then repeats nothing, and what somebody has begun stays.
    await form.getByRole('combobox', { name: 'Situation' }).selectOption(entries.situation_id);
    expect(await form.getByText('As in the training').count()).toBe(0);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    const closing = page.getByRole('listitem').filter({ hasText: 'Closing' });
    await closing.getByRole('button', { name: 'Assign' }).click();
    await form.getByLabel('Title', { exact: true }).waitFor();
    expect((await chosenIn(form))[0]).toBe(entries.situation_id);
    visitor.requireClean();
  });

  test('begins empty if its policy refuses them by now', async () => {
    await insertPolicy(team, {
      member_id: member.memberId,
      dimension: 'situation',
      mode: 'allow',
      entry_ids: [entries.situation_id],
    });
    const { visitor, form } = await openForm();
    expect(await chosenIn(form)).toEqual(['', '', '']);
    visitor.requireClean();
  });

  test('begins empty while member detail is off', async () => {
    const other = await team.addMember();
    await addTraining(team, other, { evaluation: { closing: 20 }, ...entries });
    const visitor = await visit(1280);
    const form = page.getByRole('dialog', { name: 'Assign an exercise' });
    for (const [isOn, begins] of [
      [true, entries.situation_id],
      [false, ''],
    ] as const) {
      await team.set({ member_detail_enabled: isOn });
      await visitor.open(`/members/${other.memberId}?assign=closing`);
      await form.getByLabel('Title', { exact: true }).waitFor();
      expect((await chosenIn(form))[0]).toBe(begins);
    }
    await team.set({ member_detail_enabled: true });
    visitor.requireClean();
  });
});
