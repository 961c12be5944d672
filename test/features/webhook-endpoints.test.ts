import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSecret } from '../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../src/shared/seal.ts';
import { raisedIn } from '../harness/raised.ts';
import { resolverOf } from '../harness/resolver.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const encryptionKey = randomBytes(32);
/** A name server that answers when the test says so. */
const slow = { asked: Promise.withResolvers<void>(), answer: Promise.withResolvers<string[]>() };
const names = { 'private.example': ['93.184.215.14', '10.0.0.8'], 'nobody.example': [] };
const api = useApi({
  env: { ENCRYPTION_KEY: encryptionKey.toString('hex') },
  resolver: {
    resolve(hostname, signal) {
      if (hostname !== 'slow.example') return resolverOf(names).resolve(hostname, signal);
      slow.asked.resolve();
      return slow.answer.promise;
    },
  },
});

const url = 'https://hooks.example.com/team-api?from=crm';
const jobsOf = async (team: TestTeam) => (await raisedIn(team)).jobs;

const valid = { url, events: ['training.completed', 'member.joined'] };

const create = (team: TestTeam, body: object = {}, headers: Record<string, string> = {}) =>
  team.request('POST', '/webhook-endpoints', { body: { ...valid, ...body }, headers });

const change = (team: TestTeam, id: string, body: object) =>
  team.request('PATCH', `/webhook-endpoints/${id}`, { body });

const list = async (team: TestTeam) => (await team.request('GET', '/webhook-endpoints')).body;

async function rowOf(id: string) {
  const { rows } = await api().sql.query('select * from webhook_endpoint where id = $1', [id]);
  return rows[0];
}

async function auditOf(team: TestTeam, id: string) {
  const { rows } = await api().sql.query(
    'select action, changes from audit_entry where tenant_id = $1 and target_id = $2 order by id',
    [team.tenantId, id],
  );
  return rows;
}

/** What the guard refuses, and why (D152); the whole table stands with the guard. */
const refused = [
  ['not HTTPS', 'http://hooks.example.com/'],
  ['a user in it', 'https://user@hooks.example.com/'],
  ['a private address', 'https://192.168.1.1/'],
  ['a loopback address in another spelling', 'https://0x7f.1/'],
  ['a name with one private address', 'https://private.example/'],
  ['a name without an address', 'https://nobody.example/'],
  ['no URL at all', 'hooks.example.com'],
  ['nothing', ''],
];

describe('POST /webhook-endpoints', () => {
  test('D3, D163: 201 without Location, with the secret that no other answer shows', async () => {
    const team = await makeTeam(api());
    const { status, body, headers } = await create(team, { description: 'For the CRM' });
    expect([status, headers.location]).toEqual([201, undefined]);
    const { secret, ...endpoint } = body;
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/);
    expect(endpoint).toEqual({
      ...{ id: body.id, ...valid, status: 'active', description: 'For the CRM' },
      api_version: '2026-11', // D157
      ...{ created_at: body.created_at, last_success_at: null },
    });
    expect(await list(team)).toEqual({ data: [endpoint] });
    const changed = await change(team, body.id, { description: null });
    expect(changed.body).toEqual({ ...endpoint, description: null });
    expect((await create(team)).body.secret).not.toBe(secret);
  });

  test('D163: the secret is sealed at rest, for its team and endpoint alone', async () => {
    const team = await makeTeam(api());
    const { body } = await create(team);
    const { secret } = await rowOf(body.id);
    expect(secret.includes(String(body.secret).slice('whsec_'.length))).toBe(false);
    const key = deriveKey(encryptionKey, 'webhook-secret');
    const owner = { tenantId: team.tenantId, endpointId: body.id };
    expect(openSecret(key, secret, owner)).toBe(body.secret);
    expect(() => openSecret(key, secret, { ...owner, endpointId: 'whe_other' })).toThrow();
    expect(() => openSecret(key, secret, { ...owner, tenantId: 'ten_other' })).toThrow();
  });

  test('D95: the same call again gives the same secret again', async () => {
    const team = await makeTeam(api());
    const first = await create(team, {}, { 'idempotency-key': 'once' });
    const again = await create(team, {}, { 'idempotency-key': 'once' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await list(team)).data).toHaveLength(1);
  });

  test.each(refused)('D152: %s is 422 with the field url', async (_, wrong) => {
    const team = await makeTeam(api());
    const { status, body } = await create(team, { url: wrong });
    expect([status, body.code, body.field]).toEqual([422, 'validation_error', 'url']);
    expect(body).not.toHaveProperty('errors'); // D80
    expect(body.detail).toMatch(/URL/);
    expect(await list(team)).toEqual({ data: [] });
  });

  test('D153: events are known, at least one, not ping, and counted once', async () => {
    const team = await makeTeam(api());
    const pointers = async (events: unknown) => {
      const { status, body } = await create(team, { events });
      return [status, body.errors?.map(({ pointer }) => pointer)];
    };
    expect(await pointers([])).toEqual([422, ['/events']]);
    expect(await pointers(null)).toEqual([422, ['/events']]);
    expect(await pointers('member.joined')).toEqual([422, ['/events']]);
    expect(await pointers(['ping'])).toEqual([422, ['/events/0']]);
    expect(await pointers(['member.joined', '*', 'Member.joined', 1])).toEqual([
      ...[422, ['/events/1', '/events/2', '/events/3']],
    ]);
    const { body } = await create(team, {
      events: ['member.removed', 'member.joined', 'member.removed'],
    });
    expect(body.events).toEqual(['member.removed', 'member.joined']);
  });

  test('thousands of wrong events are answered with some of them', async () => {
    const team = await makeTeam(api());
    const { status, body } = await create(team, { events: Array(20_000).fill('never') });
    expect([status, body.errors?.length]).toEqual([422, 100]);
  });

  test('D33: a url has at most 2,048 characters, a description 500', async () => {
    const team = await makeTeam(api());
    const long = (length: number) => url.padEnd(length, 'x');
    expect((await create(team, { url: long(2048) })).body.url).toBe(long(2048));
    expect((await create(team, { description: '😀'.repeat(500) })).status).toBe(201);
    for (const wrong of [{ url: long(2049) }, { description: 'x'.repeat(501) }]) {
      const { status, body } = await create(team, wrong);
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, `/${Object.keys(wrong)[0]}`]);
    }
  });

  test('D119, D154: null is absent; what is the server’s own to say is an unknown field', async () => {
    const team = await makeTeam(api());
    expect((await create(team, { description: null })).body.description).toBe(null);
    const { status, body } = await create(team, {
      ...{ secret: 'whsec_mine', api_version: '2026-11', status: 'active' },
    });
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([
      ...[422, ['/secret', '/api_version', '/status']],
    ]);
  });

  test('D170: the 101st endpoint is 422 with the field url; what is deleted does not count', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    for (let n = 1; n < 100; n += 1) await insertEndpoint(team);
    const { status, body } = await create(team);
    expect([status, body.code, body.field]).toEqual([422, 'validation_error', 'url']);
    expect((await list(team)).data).toHaveLength(100);
    await team.request('DELETE', `/webhook-endpoints/${id}`);
    expect((await create(team)).status).toBe(201);
  });

  test('D170: of two creations at once only one is the 100th', async () => {
    for (let round = 0; round < 3; round += 1) {
      const team = await makeTeam(api());
      for (let n = 1; n < 100; n += 1) await insertEndpoint(team);
      const answers = await Promise.all([create(team), create(team), create(team)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    }
  });

  test('D169: the audit log has the events and neither the secret nor the URL', async () => {
    const team = await makeTeam(api());
    const { body } = await create(team);
    expect(await auditOf(team, body.id)).toEqual([
      { action: 'webhook_endpoint.created', changes: { events: valid.events } },
    ]);
  });
});

describe('GET /webhook-endpoints', () => {
  test('D69: exactly {data}, newest first, of this team, and no query', async () => {
    const team = await makeTeam(api());
    await insertEndpoint(await makeTeam(api()));
    const ids: string[] = [];
    for (const status of ['active', 'disabled', 'disabled_failures']) {
      api().clock.travel(1000);
      ids.unshift(await insertEndpoint(team, { status }));
    }
    const body = await list(team);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map(({ id }) => id)).toEqual(ids);
    for (const query of ['limit=10', 'cursor=x', 'status=active']) {
      const answer = await team.request('GET', `/webhook-endpoints?${query}`);
      expect([answer.status, answer.body.errors?.[0]?.in]).toEqual([422, 'query']);
    }
  });
});

describe('PATCH /webhook-endpoints/{endpoint_id}', () => {
  test('D154: url, events and description are changed; null clears the description alone', async () => {
    const team = await makeTeam(api());
    const { secret: _, ...made } = (await create(team, { description: 'x' })).body;
    const asked = { url: 'https://new.example/', events: ['crm.sync.failed'], description: null };
    const { status, body } = await change(team, made.id, asked);
    expect([status, body]).toEqual([200, { ...made, ...asked }]);
    for (const name of ['url', 'events', 'status']) {
      const wrong = await change(team, made.id, { [name]: null }); // D119
      expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([422, `/${name}`]);
    }
    expect((await auditOf(team, made.id)).at(-1)).toEqual({
      action: 'webhook_endpoint.changed',
      changes: { changed: ['url', 'events', 'description'], events: ['crm.sync.failed'] },
    });
  });

  test('D154: secret, api_version and whatever is unknown are 422', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const { status, body } = await change(team, id, { secret: 'x', api_version: 'x', name: 'x' });
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([
      ...[422, ['/secret', '/api_version', '/name']],
    ]);
  });

  test.each(refused)('D152: %s is refused here too, and nothing is changed', async (_, wrong) => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const before = await rowOf(id);
    const { status, body } = await change(team, id, { url: wrong, description: 'new' });
    expect([status, body.field]).toEqual([422, 'url']);
    expect(await rowOf(id)).toEqual(before);
    // D1: whose endpoint it is, is asked first.
    expect((await change(team, 'whe_never', { url: wrong })).status).toBe(404);
  });

  test('while a name server is asked, no connection, turn or lock is held', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const waiting = change(team, id, { url: 'https://slow.example/' });
    await slow.asked.promise;
    expect(api().pool.totalCount - api().pool.idleCount).toBe(0);
    expect((await change(team, id, { description: 'meanwhile' })).status).toBe(200);
    slow.answer.resolve(['93.184.215.14']);
    expect((await waiting).body).toMatchObject({
      ...{ url: 'https://slow.example/', description: 'meanwhile' },
    });
  });

  test('D120: {} and what it already has are 200 unchanged, and no change in the audit log', async () => {
    const team = await makeTeam(api());
    const kept = { status: 'active', failing_since: api().clock.now(), ...valid };
    const id = await insertEndpoint(team, kept);
    const before = await rowOf(id);
    const same = { ...valid, events: valid.events.toReversed(), status: 'active' };
    for (const asked of [{}, same, { description: null }]) {
      const { status, body } = await change(team, id, asked);
      expect([status, body.events]).toEqual([200, valid.events]);
    }
    expect(await rowOf(id)).toEqual(before);
    expect([await auditOf(team, id), await jobsOf(team)]).toEqual([[], []]);
    // What it has already may be out of reach by now.
    const lost = await insertEndpoint(team, { url: 'https://nobody.example/' });
    const renamed = await change(team, lost, { url: 'https://nobody.example/', description: 'x' });
    expect(renamed.status).toBe(200);
  });

  test('D143: active and disabled can be asked for, disabled_failures is 422', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    for (const status of ['disabled', 'active', 'disabled']) {
      expect((await change(team, id, { status })).body.status).toBe(status);
    }
    for (const status of ['disabled_failures', 'paused', '']) {
      const answer = await change(team, id, { status });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, '/status']);
    }
    expect((await auditOf(team, id)).at(-1)).toEqual({
      action: 'webhook_endpoint.changed',
      changes: { changed: ['status'], status: 'disabled' },
    });
  });

  test.each(['disabled_failures', 'disabled'])(
    'D142, D144: from %s to active the clock starts anew and a worker is woken up',
    async (from) => {
      const team = await makeTeam(api());
      const at = api().clock.now();
      const id = await insertEndpoint(team, { status: from, failing_since: at, paused_at: at });
      await change(team, id, { description: 'still held' });
      expect(await jobsOf(team)).toEqual([]);
      expect((await change(team, id, { status: 'active' })).body.status).toBe('active');
      expect(await rowOf(id)).toMatchObject({ failing_since: null, paused_at: null });
      expect(await jobsOf(team)).toEqual([{ endpoints: [id], urgent: null }]);
    },
  );
});

describe('DELETE /webhook-endpoints/{endpoint_id}', () => {
  test('D166: it is gone at once, with its deliveries and its secret', async () => {
    const team = await makeTeam(api());
    const { id } = (await create(team)).body;
    const delivery = await insertDelivery(team, { endpoint_id: id, attempt: 1 });
    expect((await team.request('DELETE', `/webhook-endpoints/${id}`)).body).toEqual({ ok: true });
    expect(await list(team)).toEqual({ data: [] });
    for (const [method, path] of [
      ['DELETE', `/webhook-endpoints/${id}`],
      ['PATCH', `/webhook-endpoints/${id}`],
      ['POST', `/webhook-endpoints/${id}/test`],
      ['GET', `/webhook-endpoints/${id}/deliveries`],
      ['POST', `/webhook-deliveries/${delivery}/retry`],
    ] as const) {
      const answer = await team.request(method, path, method === 'GET' ? {} : { body: {} });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const row = await rowOf(id);
    expect([row.secret.length, row.deleted_at === null]).toEqual([0, false]);
    expect((await auditOf(team, id)).at(-1)).toEqual({
      ...{ action: 'webhook_endpoint.deleted', changes: null },
    });
  });
});
