import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { comparable } from '../harness/comparable.ts';
import {
  auditEntries,
  casesTitled,
  newAssignment,
  newCase,
  newInvitation,
  newName,
  postOf,
  wasReplayed,
} from '../harness/idempotent-calls.ts';
import { named } from '../harness/routes.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
const post = postOf(api);
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

const posts = named(routes.filter(({ method }) => method === 'POST'));

describe.each(posts)('$name', ({ route }) => {
  test('D94: a replay has the same status, body and Location, a fresh request id, and says so', async () => {
    const valid = await validRequest(route, world);
    const headers = { 'idempotency-key': newName() };
    const ask = () => world.team.request('POST', valid.path, { ...withBody(valid), headers });
    const first = await ask();
    const again = await ask();
    expect(first.status).toBe(route.meta.status);
    expect(wasReplayed(first)).toBe(false);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(comparable(again)).toEqual({
      ...comparable(first),
      headers: { ...comparable(first).headers, 'idempotency-replayed': 'true' },
    });
  });

  test('422 idempotency_mismatch when the key is reused with a different body', async () => {
    const name = newName();
    const first = await validRequest(route, world);
    const headers = { 'idempotency-key': name };
    await world.team.request('POST', first.path, { ...withBody(first), headers });
    const body = { ...first.body, title: 'Another', email: undefined };
    const second =
      route.template === '/users' ? await validRequest(route, world) : { ...first, body };
    const response = await world.team.request('POST', second.path, {
      ...withBody(second),
      headers,
    });
    expect([response.status, response.body.code]).toEqual([422, 'idempotency_mismatch']);
  });
});

describe('D87: key syntax', () => {
  const ask = (name: string | string[]) => {
    const { body } = newCase(world.team);
    const headers = { 'idempotency-key': name };
    return world.team.request('POST', '/cases', { body, headers });
  };

  test('1 to 100 printable ASCII characters', async () => {
    expect((await ask('a')).status).toBe(201);
    expect((await ask('~'.repeat(100))).status).toBe(201);
    expect((await ask('a b ! "c" {}')).status).toBe(201);
  });

  test('any other key gives 422 with in: header', async () => {
    for (const name of ['', 'x'.repeat(101), 'schl\u00fcssel', 'tab\there', ['a', 'b']]) {
      const response = await ask(name);
      expect([name, response.status]).toEqual([name, 422]);
      expect(response.body.errors).toEqual([
        expect.objectContaining({ in: 'header', pointer: '/Idempotency-Key' }),
      ]);
    }
  });

  test('the key is taken as it is: quotes are part of it', async () => {
    const request = newCase(world.team);
    const name = newName();
    await post(world.team.key, name, request);
    expect(wasReplayed(await post(world.team.key, `"${name}"`, request))).toBe(false);
  });
});

describe('D88: namespace is tenant and key lineage', () => {
  test('another team, and another API key of the team, act independently', async () => {
    const [one, two] = [await makeTeam(api()), await makeTeam(api())];
    const other = await one.createKey();
    const name = newName();
    const request = newCase(one);
    expect((await post(one.key, name, request)).status).toBe(201);
    expect(wasReplayed(await post(other.key, name, request))).toBe(false);
    const theirs = await post(two.key, name, newCase(two));
    expect([theirs.status, wasReplayed(theirs)]).toEqual([201, false]);
    expect(await casesTitled(api(), request.body.title)).toBe(2);
  });

  test('the namespace survives rotation', async () => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), newCase(team)];
    const first = await post(team.key, name, request);
    const rotated = await team.rotateKey(team.keyId, '0');
    const again = await post(rotated.key, name, request);
    expect(wasReplayed(again)).toBe(true);
    expect(again.body).toEqual(first.body);
  });
});

describe('D89: the same body', () => {
  test('is the same JSON value, whatever the order of names and the blanks', async () => {
    const { team } = world;
    const headers = { 'idempotency-key': newName() };
    const user = team.owner.userId;
    const ask = (raw: string) => team.request('POST', '/cases', { raw, headers });
    const first = await ask(`{"user_id":"${user}","fields":{"a":1,"b":[{"c":2,"d":3}]}}`);
    const again = await ask(` { "fields" : {"b":[{"d":3,"c":2}],"a":1.0},"user_id":"${user}"}`);
    expect([again.status, wasReplayed(again)]).toEqual([201, true]);
    expect(again.body.id).toBe(first.body.id);
    for (const b of ['[{"c":2,"d":4}]', '[{"c":2,"d":3},{}]', '{"0":{"c":2,"d":3}}']) {
      const other = await ask(`{"user_id":"${user}","fields":{"a":1,"b":${b}}}`);
      expect([b, other.body.code]).toEqual([b, 'idempotency_mismatch']);
    }
  });

  test('another path with the same key gives 422 idempotency_mismatch', async () => {
    const name = newName();
    const request = newCase(world.team);
    await post(world.team.key, name, request);
    const response = await post(world.team.key, name, { ...request, path: '/users' });
    expect(response.body.code).toBe('idempotency_mismatch');
    expect((await post(world.team.key, name, { ...request, path: '/cases/' })).status).toBe(201);
  });
});

test('D95: the stored response is encrypted', async () => {
  const name = newName();
  const request = newCase(world.team);
  await post(world.team.key, name, request);
  const { rows } = await api().sql.query('select body from idempotency_record where key = $1', [
    name,
  ]);
  expect(rows[0].body.toString('latin1')).not.toContain(request.body.title);
});

describe('D96: rights at replay', () => {
  test('authentication and the state of the team are judged again', async () => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), newCase(team)];
    await post(team.key, name, request);
    await team.set({ status: 'suspended' });
    expect((await post(team.key, name, request)).status).toBe(403);
    await team.set({ status: 'active' });
    await team.revokeKey(team.keyId);
    expect((await post(team.key, name, request)).status).toBe(401);
  });

  test('a privacy switch that was turned off since strips the personal fields', async () => {
    const team = await makeTeam(api());
    const call = [newInvitation(), newAssignment(team)].map((request) => ({
      request,
      name: newName(),
    }));
    const [user, assignment] = await Promise.all(
      call.map(({ name, request }) => post(team.key, name, request)),
    );
    expect(user?.body.email).toBeTruthy();
    expect(assignment?.body).toMatchObject({
      member_id: team.owner.memberId,
      member_user_id: team.owner.userId,
      member_email: team.owner.email,
    });
    await team.set({ member_detail_enabled: false });
    const [userAgain, assignmentAgain] = await Promise.all(
      call.map(({ name, request }) => post(team.key, name, request)),
    );
    expect(userAgain?.body).not.toHaveProperty('email');
    expect(userAgain?.body.id).toBe(user?.body.id);
    expect(assignmentAgain?.body).toEqual({
      ...assignment?.body,
      member_id: null,
      member_user_id: null,
      member_email: null,
    });
  });
});

test('D97: after 24 hours from storing the key is new', async () => {
  const still = await api().beside({ tickMs: 0 });
  const team = await makeTeam(still);
  const [name, request] = [newName(), newCase(team)];
  const ask = () =>
    team.request('POST', request.path, {
      body: request.body,
      headers: { 'idempotency-key': name },
    });
  const first = await ask();
  api().clock.travel(DAY_MS - 1);
  expect((await ask()).body.id).toBe(first.body.id);
  api().clock.travel(1);
  const next = await ask();
  expect([next.status, wasReplayed(next)]).toEqual([201, false]);
  expect(next.body.id).not.toBe(first.body.id);
  api().clock.travel(DAY_MS - 1);
  expect((await ask()).body.id).toBe(next.body.id);
  await still.close();
});

test('D97: the key then belongs to the new call: its path, body, Location and language', async () => {
  const team = await makeTeam(api());
  const refused = { path: '/users', body: { email: team.owner.email } };
  const headers = { 'idempotency-key': newName(), 'accept-language': 'en' };
  for (const { path, body } of [newCase(team), refused, newInvitation()]) {
    const first = await team.request('POST', path, { body, headers });
    const again = await team.request('POST', path, { body, headers });
    expect([again.status, wasReplayed(first), wasReplayed(again)]).toEqual([
      body === refused.body ? 409 : 201,
      false,
      true,
    ]);
    for (const name of ['location', 'content-language', 'vary']) {
      expect(again.headers[name], name).toBe(first.headers[name]);
    }
    api().clock.travel(DAY_MS);
  }
});

test('D98: other methods ignore the header', async () => {
  const headers = { 'idempotency-key': newName() };
  const created = await world.team.request('POST', '/cases', {
    body: newCase(world.team).body,
  });
  const path = `/cases/${created.body.id}`;
  const rename = (title: string) => world.team.request('PATCH', path, { body: { title }, headers });
  expect((await rename('one')).body.title).toBe('one');
  expect((await rename('two')).body.title).toBe('two');
  const tooLong = { 'idempotency-key': 'x'.repeat(300) };
  expect((await world.team.request('GET', path, { headers: tooLong })).status).toBe(200);
  expect((await world.team.request('DELETE', path, { headers })).status).toBe(200);
  expect((await world.team.request('DELETE', path, { headers })).status).toBe(404);
});

test('D99: a replay leaves no audit entry', async () => {
  const [name, request] = [newName(), newCase(world.team)];
  await post(world.team.key, name, request);
  const before = await auditEntries(api());
  expect(wasReplayed(await post(world.team.key, name, request))).toBe(true);
  expect(await auditEntries(api())).toBe(before);
});
