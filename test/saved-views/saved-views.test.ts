import { beforeAll, expect, test } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

const view = { name: 'Refused', path: '/request-log', filters: { status: '4xx', search: 'ann' } };

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const namesOf = async ({ app }: Browser) =>
  (await app.savedViews.list.query({})).data.map(({ name }) => name);

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { data?: { code?: string } }) => error.data?.code,
  );

test('a view is saved, renamed and removed by its person, and nobody else in the team sees it', async () => {
  const { id } = await owner.app.savedViews.save.mutate(view);
  expect(await owner.app.savedViews.list.query({})).toEqual({ data: [{ id, ...view }] });
  await owner.app.savedViews.rename.mutate({ id, name: 'Refused today' });
  const other = await makeSession(team, await team.addMember({ role: 'admin' }));
  expect(await namesOf(other)).toEqual([]);
  expect(await codeOf(other.app.savedViews.rename.mutate({ id, name: 'x' }))).toBe('not_found');
  expect(await codeOf(other.app.savedViews.remove.mutate({ id }))).toBe('not_found');
  expect(await namesOf(owner)).toEqual(['Refused today']);
  await owner.app.savedViews.remove.mutate({ id });
  expect(await namesOf(owner)).toEqual([]);
});

test('a person has at most 20 views in a team', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await owner.app.savedViews.save.mutate({ ...view, name: `View ${n}` });
  }
  expect(await codeOf(owner.app.savedViews.save.mutate(view))).toBe('conflict');
  expect(await namesOf(owner)).toHaveLength(20);
});

test.each([
  { name: '' },
  { name: 'x'.repeat(61) },
  { path: '//example.com' },
  { path: 'https://example.com' },
  { filters: { status: 'x'.repeat(201) } },
  { filters: { 'a b': 'x' } },
  { filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${'x'.repeat(n)}`, 'x'])) },
])('%j makes no view', async (wrong) => {
  expect(await codeOf(owner.app.savedViews.save.mutate({ ...view, ...wrong }))).toBe(
    'validation_error',
  );
});

async function viewsOf({ userId }: Person): Promise<number> {
  const { rows } = await api().sql.query(
    'select count(*)::integer as n from saved_view where person_id = $1',
    [userId],
  );
  return rows[0].n;
}

test('the views of a member end with the membership', async () => {
  const member = await team.addMember({ role: 'admin' });
  const { app } = await makeSession(team, member);
  await app.savedViews.save.mutate(view);
  expect(await viewsOf(member)).toBe(1);
  await team.request('DELETE', `/users/${member.memberId}`);
  expect(await viewsOf(member)).toBe(0);
});
