import { beforeAll, describe, expect, test } from 'vitest';
import { setTeam } from '../../src/features/team/set-team.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { type Browser, changeRole, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { insert } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi({ env: { TRUST_PROXY: '1' } });
const KEY_NAME = 'Key under test';
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

async function entriesOf(target_id: string, browser = owner) {
  return (await browser.app.auditLog.list.query({ target_id })).data;
}

test("an entry of REST has the key's name, the difference, the address and the request id", async () => {
  const { team, assignment } = world;
  const answer = await team.request('PATCH', `/assignments/${assignment}`, {
    body: { status: 'done', due_date: '2027-01-31', note: 'Call 0170 1234567' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  const [entry] = await entriesOf(assignment);
  expect(entry).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: expect.any(String),
    actor: { kind: 'key', id: team.keyPrefix, name: KEY_NAME, is_me: false },
    action: 'assignment.changed',
    target: {
      kind: 'assignment',
      id: assignment,
      name: 'A task',
      is_gone: false,
      can_open: true,
    },
    changes: expect.arrayContaining([
      { field: 'status', before: 'open', after: 'done' },
      { field: 'due_date', before: null, after: '2027-01-31' },
      { field: 'note' },
    ]),
    ip: '203.0.113.7',
    names: {},
    request_id: answer.headers['x-request-id'],
  });
});

test("an entry of the app has the person's name and address; an unchanged field is no difference", async () => {
  const admin = await makePerson(world.team, { role: 'admin' });
  const browser = await makeSession(world.team, admin);
  browser.headers = { 'x-forwarded-for': '2001:db8::7' };
  const { memberId } = await makePerson(world.team);
  await changeRole(browser, memberId, 'admin');
  const entries = await entriesOf(memberId, browser);
  const entry = entries.find(({ action }) => action === 'member.role_changed');
  expect(entry).toMatchObject({
    actor: { kind: 'user', id: admin.memberId, name: 'A person', is_me: true },
    target: { kind: 'member', id: memberId, name: 'A person' },
    changes: [{ field: 'role', before: 'member', after: 'admin' }],
    ip: '2001:db8::7',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await owner.app.team.changePrivacy.mutate({ leaderboard_enabled: false });
  const [turned] = await entriesOf(world.team.tenantId);
  await owner.app.team.changePrivacy.mutate({ leaderboard_enabled: true });
  expect(turned?.changes).toEqual([{ field: 'leaderboard_enabled', before: true, after: false }]);
});

test('a change by the operator has neither an address nor a request', async () => {
  const { tenantId } = world.team;
  await asSystem(api().sql, tenantId, api().clock.now(), (call) => setTeam(call, { seats: 7 }));
  const { data } = await owner.app.auditLog.list.query({ actor: 'system', action: 'team.changed' });
  const [entry] = data;
  await asSystem(api().sql, tenantId, api().clock.now(), (call) => setTeam(call, { seats: 100 }));
  expect(entry).toMatchObject({
    actor: { kind: 'system', id: 'system', name: null },
    changes: [{ field: 'seats', before: 100, after: 7 }],
    ip: null,
    request_id: null,
  });
});

test('only the origin of an endpoint’s URL is kept, because the rest may contain a secret', async () => {
  const { team } = world;
  const made = await team.request('POST', '/webhook-endpoints', {
    body: { url: 'https://hooks.example.com/T0/s3cret?token=s3cret', events: ['member.joined'] },
  });
  const id = (made.body as { id: string }).id;
  const url = 'https://other.example.com/T0/s3cret';
  await team.request('PATCH', `/webhook-endpoints/${id}`, { body: { url } });
  const entries = await entriesOf(id);
  expect(entries.map(({ changes }) => changes[0])).toEqual([
    { field: 'url', before: 'https://hooks.example.com', after: 'https://other.example.com' },
    { field: 'url', after: 'https://hooks.example.com' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('s3cret');
});

describe('while member_detail_enabled is off', () => {
  test("an entry names no other person and shows no other address, only one's own and keys", async () => {
    const { team } = world;
    const other = await makePerson(team, { role: 'admin' });
    const session = await makeSession(team, other);
    const { memberId } = await makePerson(team);
    await changeRole(session, memberId, 'admin');
    await team.request('DELETE', `/users/${memberId}`);
    await owner.app.team.changePrivacy.mutate({ member_detail_enabled: false });
    const seen = async (browser: Browser) => {
      const entries = await entriesOf(memberId, browser);
      return (wanted: string) => entries.find(({ action }) => action === wanted);
    };
    const entry = await seen(owner);
    const own = await seen(session);
    await owner.app.team.changePrivacy.mutate({ member_detail_enabled: true });
    expect(entry('member.removed')).toMatchObject({
      actor: { kind: 'key', name: KEY_NAME },
      target: { name: null },
      ip: '127.0.0.1',
    });
    expect(entry('member.role_changed')).toMatchObject({
      actor: { kind: 'user', name: null },
      target: { name: null },
      ip: null,
    });
    expect(own('member.role_changed')).toMatchObject({
      actor: { name: 'A person', is_me: true },
      ip: '127.0.0.1',
    });
  });
});

describe('filters and pages', () => {
  let team: TestTeam;
  let browser: Browser;
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
  /** The time of a request. The fourth is an hour later than its entries. */
  const requestAt = (n: number) => {
    const ms = Date.UTC(2026, 0, 1, n === 4 ? 1 : 0)
      .toString(16)
      .padStart(12, '0');
    return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-00000000000${n}`;
  };

  beforeAll(async () => {
    team = await makeTeam(api());
    browser = await makeSession(team, team.owner);
    await api().sql.query('delete from audit_entry where tenant_id = $1', [team.tenantId]);
    for (let n = 0; n < 60; n += 1) {
      await insert(api(), 'audit_entry', {
        tenant_id: team.tenantId,
        id: `aud_${String(n).padStart(3, '0')}`,
        actor_kind: 'user',
        actor_id: n % 2 ? 'mem_odd' : 'mem_even',
        action: n % 3 ? 'member.removed' : 'case.created',
        target_id: `t${n % 5}`,
        request_id: requestAt(n < 40 ? n % 4 : 4),
        created_at: at(n - (n % 2)),
      });
    }
  });

  async function idsOf(filter: Parameters<typeof browser.app.auditLog.list.query>[0]) {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await browser.app.auditLog.list.query({
        ...filter,
        limit: '7',
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    return found.map((id) => Number(id.slice(4)));
  }

  const all = Array.from({ length: 60 }, (_, i) => 59 - i);

  test.each([
    ['none', {}, () => true],
    ['the actor', { actor: 'mem_odd' }, (n: number) => n % 2 === 1],
    ['the action', { action: 'case.created' }, (n: number) => n % 3 === 0],
    ['the kind of the object', { object: 'member' }, (n: number) => n % 3 !== 0],
    ['the request', { request_id: requestAt(3) }, (n: number) => n < 40 && n % 4 === 3],
    [
      'a request of a process with a wrong clock',
      { request_id: requestAt(4) },
      (n: number) => n >= 40,
    ],
    ['the object', { target_id: 't3' }, (n: number) => n % 5 === 3],
    ['the time', { since: at(10), until: at(20) }, (n: number) => n >= 10 && n < 20],
    [
      'several',
      { actor: 'mem_even', object: 'case', since: at(10) },
      (n: number) => n % 6 === 0 && n >= 10,
    ],
  ])('%s', async (_, filter, holds) => {
    expect(await idsOf(filter)).toEqual(all.filter(holds));
  });

  test('a cursor of another filter is refused', async () => {
    const { list } = browser.app.auditLog;
    const { next_cursor } = await list.query({ limit: '1' });
    const cursor = next_cursor ?? '';
    expect(await codeOf(list.query({ cursor, actor: 'mem_odd' }))).toBe('validation_error');
    expect(await codeOf(owner.app.auditLog.list.query({ cursor }))).toBe('validation_error');
  });
});
