import { beforeAll, expect, test } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertSandbox, visit } from '../harness/sandbox.ts';
import { makeTeam, type Person, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

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

test('a person has at most 20 views in a team, also if many are saved at once', async () => {
  const browser = await makeSession(team, await team.addMember({ role: 'member' }));
  // Each is a request of its own.
  const save = async (name: string): Promise<string | undefined> => {
    const response = await browser.post('savedViews.save', JSON.stringify({ ...view, name }));
    return (await response.json()).error?.data.code;
  };
  for (let n = 1; n <= 15; n += 1) await save(`View ${n}`);
  const codes = await Promise.all(Array.from({ length: 30 }, (_, n) => save(`At once ${n}`)));
  expect(codes.toSorted()).toEqual([...Array(25).fill('conflict'), ...Array(5).fill(undefined)]);
  expect(await namesOf(browser)).toHaveLength(20);
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

test.each(['team', 'sandbox'])(
  'a view that is saved in the %s while the membership ends is refused, and none remains',
  async (place) => {
    const member = await team.addMember({ role: 'member' });
    const sandbox = () => insertSandbox(team);
    const { tenantId } = team;
    const where = new TestTeam(api(), place === 'team' ? tenantId : await sandbox(), team.owner);
    const { app } = await visit(where, member);
    await app.savedViews.save.mutate(view);
    const removal = await api().sql.connect();
    try {
      await removal.query('begin');
      await removal.query(
        `update member set status = 'removed', removed_at = now() where tenant_id = $1 and id = $2`,
        [tenantId, member.memberId],
      );
      await removal.query('select end_saved_views($1, $2)', [tenantId, member.userId]);
      const saved = codeOf(app.savedViews.save.mutate(view));
      const ended = saved.then((code) => `ended with ${code}`);
      const waited = waitingBackend(api().sql, 'for no key update').then(() => 'waits');
      expect(await Promise.race([ended, waited])).toBe('waits');
      await removal.query('commit');
      expect(await saved).toBe('no_team');
    } finally {
      await removal.query('rollback');
      removal.release();
    }
    expect(await viewsOf(member)).toBe(0);
  },
);
