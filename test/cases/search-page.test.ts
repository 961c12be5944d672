import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { makeWorld } from '../harness/world.ts';

const app = useApp();
let team: TestTeam;

beforeAll(async () => {
  ({ team } = await makeWorld(app().api));
  for (const title of ['Renewal in autumn', 'Price talk', 'Autumn fair']) {
    const body = { user_id: team.owner.userId, title, fields: {} };
    expect((await team.request('POST', '/cases', { body })).status).toBe(201);
  }
});

test('a search finds cases by a part of their title in any case, of the own team alone', async () => {
  const browser = await makeSession(team, team.owner);
  browser.headers = { origin: app().origin };
  const { app: owner } = browser;
  const titles = async (input: Parameters<typeof owner.cases.list.query>[0]) =>
    (await owner.cases.list.query(input)).data.map(({ title }) => title);
  expect(await titles({ search: 'AUTUMN' })).toEqual(['Autumn fair', 'Renewal in autumn']);
  expect(await titles({ search: '%' })).toEqual([]);
  const first = await owner.cases.list.query({ search: 'autumn', limit: '1' });
  const cursor = first.next_cursor ?? '';
  expect(await titles({ search: 'autumn', limit: '1', cursor })).toEqual(['Renewal in autumn']);
  const other = await makeTeam(app().api);
  const stranger = await makeSession(other, other.owner);
  stranger.headers = { origin: app().origin };
  expect(await stranger.app.cases.list.query({ search: 'autumn' })).toMatchObject({ data: [] });
});

test('cases, trainings and assignments say how many there are, and the search of cases keeps what matches', async () => {
  const visitor = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = visitor;
  const { rows } = await app().api.sql.query<{
    cases: number;
    trainings: number;
    assignments: number;
  }>(
    `select (select count(*)::int from team_case where tenant_id = $1 and visibility = 'team') as cases,
       (select count(*)::int from training t join member m on (m.tenant_id, m.id) = (t.tenant_id, t.member_id)
        where t.tenant_id = $1 and m.status = 'active') as trainings,
       (select count(*)::int from assignment where tenant_id = $1) as assignments`,
    [team.tenantId],
  );
  const entries = (n = 0) =>
    page.getByText(n === 1 ? '1 Eintrag' : `${n} Einträge`, { exact: true });
  await visitor.open('/trainings');
  await entries(rows[0]?.trainings).waitFor();
  await visitor.open('/assignments');
  await entries(rows[0]?.assignments).waitFor();
  await visitor.open('/cases');
  await entries(rows[0]?.cases).waitFor();
  await page.getByRole('combobox', { name: 'Titel suchen' }).fill('herbst-autumn');
  await page.keyboard.press('Enter');
  await page.getByText('Kein Fall passt dazu').waitFor();
  await page.getByRole('combobox', { name: 'Titel suchen' }).fill('price');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Price talk' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(await visitor.violations()).toEqual([]);
});
