import { expect, test } from 'vitest';
import { raisedIn } from '../harness/raised.ts';
import { auditOf, insertAssignment, insertCase, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();

type Change = [method: 'PATCH' | 'DELETE', body?: object];
type Kind = { path: string; make: (team: TestTeam) => Promise<string> };

const aCase: Kind = { path: '/cases', make: (team) => insertCase(team) };
const assignment: Kind = { path: '/assignments', make: (team) => insertAssignment(team) };
const member: Kind = { path: '/users', make: async (team) => (await team.addMember()).memberId };

/** Starts the second call when the first has written its change but not committed. */
async function twoAtOnce(team: TestTeam, path: string, changes: readonly [Change, Change]) {
  const ask = ([method, body]: Change) => team.request(method, path, body ? { body } : {});
  const waiting = (count: number) =>
    expect.poll(() => waitingBackends(api().sql), { timeout: 15_000 }).toHaveLength(count);
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table audit_entry in share mode');
    const first = ask(changes[0]);
    await waiting(1);
    const second = ask(changes[1]);
    await waiting(2);
    await holder.query('commit');
    return [(await first).status, (await second).status];
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const removal: Change = ['DELETE'];
const retitle: Change = ['PATCH', { title: 'Another' }];
const completion: Change = ['PATCH', { status: 'done' }];
const promotion: Change = ['PATCH', { role: 'admin' }];

test.each<[what: string, Kind, Change, Change]>([
  ['a case is removed twice', aCase, removal, removal],
  ['a case is removed and changed', aCase, removal, retitle],
  ['an assignment is removed twice', assignment, removal, removal],
  ['an assignment is removed and changed', assignment, removal, completion],
  ['a member is removed twice', member, removal, removal],
  ['a member is removed and promoted', member, removal, promotion],
])('%s at once: the second finds nothing', async (_, { path, make }, first, second) => {
  const team = await makeTeam(api());
  const id = await make(team);
  expect(await twoAtOnce(team, `${path}/${id}`, [first, second])).toEqual([200, 404]);
  expect(await auditOf(team, id)).toHaveLength(path === '/users' ? 2 : 1);
});

test.each<[what: string, Kind, Change]>([
  ['a case is changed', aCase, retitle],
  ['an assignment is completed', assignment, completion],
  ['a member is promoted', member, promotion],
])('D118, D120: %s twice at once makes one change', async (_, { path, make }, change) => {
  const team = await makeTeam(api());
  const id = await make(team);
  await insertEndpoint(team, { events: ['assignment.completed'] });
  expect(await twoAtOnce(team, `${path}/${id}`, [change, change])).toEqual([200, 200]);
  expect(await auditOf(team, id)).toHaveLength(path === '/users' ? 2 : 1);
  expect((await raisedIn(team)).events).toHaveLength(path === '/assignments' ? 1 : 0);
});
