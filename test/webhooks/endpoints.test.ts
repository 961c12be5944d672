import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSecret } from '../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { refusedUrls } from '../harness/resolver.ts';
import { auditOf, endpointRow, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const encryptionKey = randomBytes(32);
const api = useApi({
  env: { ENCRYPTION_KEY: encryptionKey.toString('hex') },
});

const url = 'https://hooks.example.com/team-api?from=crm';

const valid = { url, events: ['training.completed', 'member.joined'] };

const create = (team: TestTeam, body: object = {}, headers: Record<string, string> = {}) =>
  team.request('POST', '/webhook-endpoints', { body: { ...valid, ...body }, headers });

const list = async (team: TestTeam) => (await team.request('GET', '/webhook-endpoints')).body;

describe('POST /webhook-endpoints', () => {
  test('D3, D163: 201 without Location, with the secret that no other answer shows', async () => {
    const team = await makeTeam(api());
    const { status, body, headers } = await create(team, { description: 'For the CRM' });
    expect([status, headers.location]).toEqual([201, undefined]);
    const { secret, ...endpoint } = body;
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
    expect(endpoint).toEqual({
      id: body.id,
      ...valid,
      status: 'active',
      description: 'For the CRM',
      api_version: '2026-11', // D157
      created_at: body.created_at,
      last_success_at: null,
    });
    expect(await list(team)).toEqual({ data: [endpoint] });
    const changed = await team.request('PATCH', `/webhook-endpoints/${body.id}`, {
      body: { description: null },
    });
    expect(changed.body).toEqual({ ...endpoint, description: null });
    expect((await create(team)).body.secret).not.toBe(secret);
  });

  test('D163: the secret is sealed at rest, for its team and endpoint alone', async () => {
    const team = await makeTeam(api());
    const { body } = await create(team);
    const { secret } = await endpointRow(team, body.id);
    expect(secret.includes(String(body.secret).slice('whsec_'.length))).toBe(false);
    const key = deriveKey(encryptionKey, 'webhook-secret');
    const owner = { tenantId: team.tenantId, endpointId: body.id };
    expect(openSecret(key, secret, owner)).toBe(body.secret);
    expect(() => openSecret(key, secret, { ...owner, endpointId: 'whe_other' })).toThrow();
    expect(() => openSecret(key, secret, { ...owner, tenantId: 'ten_other' })).toThrow();
  });

  test('D95: the same call repeated gives the same secret', async () => {
    const team = await makeTeam(api());
    const first = await create(team, {}, { 'idempotency-key': 'once' });
    const again = await create(team, {}, { 'idempotency-key': 'once' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await list(team)).data).toHaveLength(1);
  });

  test.each(refusedUrls)('D152: %s is 422 with the field url', async (_, wrong) => {
    const team = await makeTeam(api());
    const { status, body } = await create(team, { url: wrong });
    expect([status, body.code, body.field]).toEqual([422, 'validation_error', 'url']);
    expect(body).not.toHaveProperty('errors'); // D80
    expect(body.detail).toMatch(/URL/);
    expect(await list(team)).toEqual({ data: [] });
  });

  test('D153: an endpoint needs at least one event; every event must be known and not ping; repeated events count once', async () => {
    const team = await makeTeam(api());
    const pointers = async (events: unknown) => {
      const { status, body } = await create(team, { events });
      return [status, body.errors?.map(({ pointer }) => pointer)];
    };
    expect(await pointers([])).toEqual([422, ['/events']]);
    expect(await pointers(null)).toEqual([422, ['/events']]);
    expect(await pointers('member.joined')).toEqual([422, ['/events']]);
    expect(await pointers(['ping'])).toEqual([422, ['/events/0']]);
    const unknown = await pointers(['member.joined', '*', 'Member.joined', 1]);
    expect(unknown).toEqual([422, ['/events/1', '/events/2', '/events/3']]);
    const { body } = await create(team, {
      events: ['member.removed', 'member.joined', 'member.removed'],
    });
    expect(body.events).toEqual(['member.removed', 'member.joined']);
  });

  test('up to a hundred wrong events are listed, and further wrong events are counted', async () => {
    const team = await makeTeam(api());
    const wrong = async (events: number) => {
      const { status, body } = await create(team, { events: Array(events).fill('never') });
      return [status, body.errors?.length, body.errors?.[0]?.code];
    };
    expect(await wrong(100)).toEqual([422, 100, 'invalid_value']);
    expect(await wrong(101)).toEqual([422, 1, 'too_big']);
    const repeated = Array(100).fill('member.joined');
    expect((await create(team, { events: repeated })).body.events).toEqual(['member.joined']);
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

  test('D119, D154: null counts as absent; a field that only the server sets is unknown', async () => {
    const team = await makeTeam(api());
    expect((await create(team, { description: null })).body.description).toBe(null);
    const ours = { secret: 'whsec_mine', api_version: '2026-11', status: 'active' };
    const { status, body } = await create(team, ours);
    expect(status).toBe(422);
    const pointers = body.errors?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/secret', '/api_version', '/status']);
  });

  test('D170: the 101st endpoint is 422 with the field url; deleted endpoints do not count', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    for (let n = 1; n < 100; n += 1) await insertEndpoint(team);
    const { status, body } = await create(team);
    expect([status, body.code, body.field]).toEqual([422, 'validation_error', 'url']);
    expect((await list(team)).data).toHaveLength(100);
    await team.request('DELETE', `/webhook-endpoints/${id}`);
    expect((await create(team)).status).toBe(201);
  });

  test('D170: of two simultaneous creations only one becomes the 100th', async () => {
    for (let round = 0; round < 3; round += 1) {
      const team = await makeTeam(api());
      for (let n = 1; n < 100; n += 1) await insertEndpoint(team);
      const answers = await Promise.all([create(team), create(team), create(team)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    }
  });

  test('D169: the audit log has the events, the host, and neither the secret nor the rest of the URL', async () => {
    const team = await makeTeam(api());
    const { body } = await create(team);
    expect(await auditOf(team, body.id)).toEqual([
      {
        action: 'webhook_endpoint.created',
        changes: { url: new URL(valid.url).origin, events: valid.events },
      },
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
      // Both have the same time, so the id decides the order.
      const made = [];
      for (let n = 0; n < 5; n += 1) made.push(await insertEndpoint(team, { status }));
      ids.unshift(...made.toSorted().toReversed());
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

describe('DELETE /webhook-endpoints/{endpoint_id}', () => {
  test('D166: the endpoint is gone at once, with its deliveries and its secret', async () => {
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
    const row = await endpointRow(team, id);
    expect([row.secret.length, row.deleted_at === null]).toEqual([0, false]);
    const entry = { action: 'webhook_endpoint.deleted', changes: null };
    expect((await auditOf(team, id)).at(-1)).toEqual(entry);
  });
});
