import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { openSecret } from '../../src/features/webhooks/signing-secret.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { createDemo } from '../../src/seed/demo/create-demo.ts';
import { writeTraffic } from '../../src/seed/demo/traffic/write-traffic.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { PracticeReceiver } from '../../src/worker/delivery/practice-receiver.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeSession } from '../harness/app.ts';
import { deliveryRow } from '../harness/delivery-rows.ts';
import { insertSandbox, keyed, untilReady, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const ORIGIN = 'https://practice-receiver.example';
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');

const api = useApi();
let workers: WorkerProcess[];
let team: TestTeam;
let sandbox: TestTeam;

beforeAll(async () => {
  // The worker writes the history in the time of the database.
  const { clock } = api();
  clock.travel(Date.now() - clock.now().getTime());
  // As on several hosts of a production server: no private address is allowed, and no process reaches PUBLIC_URL.
  const env = { WEBHOOK_ALLOW_NETWORKS: '', PUBLIC_URL: 'https://api.customer.example' };
  const start = () => WorkerProcess.start(api().database.url, env, { atEnd: () => undefined });
  workers = await Promise.all([start(), start()]);
  team = await makeTeam(api());
  const { app: owner } = await makeSession(team, team.owner);
  const { id } = await owner.sandboxes.create.mutate({ name: 'Look around', with_history: true });
  await untilReady(team, id);
  sandbox = await keyed(new TestTeam(api(), id, team.owner));
});
afterAll(async () => {
  for (const worker of workers) expect(await worker.stop()).toBe(0);
});

type Endpoint = { id: string; url: string; secret: Buffer };

async function endpoint(name: string): Promise<Endpoint> {
  const { rows } = await api().sql.query<Endpoint>(
    `select e.id, e.url, e.secret from webhook_endpoint e
     where e.tenant_id = $1 and e.url like '%/' || $2 and e.deleted_at is null`,
    [sandbox.tenantId, name],
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no endpoint ${name}`);
  return found;
}

async function listed(endpointId: string) {
  const path = `/webhook-endpoints/${endpointId}/deliveries?limit=200`;
  return (await sandbox.request('GET', path)).body.data as Record<string, unknown>[];
}

/** Waits for the first attempt after `attempt`, and returns what the customer sees of it. */
async function attempted(id: string, attempt = 0) {
  const read = () => deliveryRow(api().sql, id);
  await until('an attempt', async () => (await read()).attempt > attempt);
  const { rows } = await api().sql.query<{ response_code: number | null; error: string | null }>(
    `select a.response_code, a.error, a.response_excerpt from webhook_attempt a
     where a.delivery_id = $1 order by a.n desc limit 1`,
    [id],
  );
  return rows[0];
}

async function ping(at: TestTeam, endpointId: string) {
  const { body } = await at.request('POST', `/webhook-endpoints/${endpointId}/test`);
  return attempted(String(body.delivery_id));
}

async function assign(): Promise<string> {
  const { rows } = await api().sql.query<{ id: string }>(
    `select m.id from member m where m.tenant_id = $1 and m.status = 'active' limit 1`,
    [sandbox.tenantId],
  );
  const { status } = await sandbox.request('POST', '/assignments', {
    body: {
      member_id: rows[0]?.id,
      title: 'Price talk',
      situation_id: 'sit_price_talk',
      personality_id: 'per_analyst',
      industry_id: 'ind_software',
    },
  });
  expect(status).toBe(201);
  const newest = await api().sql.query<{ id: string }>(
    `select d.id from webhook_delivery d where d.tenant_id = $1 and d.endpoint_id = $2
     order by d.created_at desc limit 1`,
    [sandbox.tenantId, (await endpoint('crm')).id],
  );
  return newest.rows[0]?.id ?? '';
}

describe('in a sandbox for looking around the receivers answer', () => {
  test('real events are refused for the reason that the answer names, until the person removes it', async () => {
    const crm = await endpoint('crm');
    const refused = (await listed(crm.id)).filter(({ status }) => status === 'gave_up');
    expect(refused.length).toBeGreaterThan(0);
    for (const { event_type } of refused) expect(event_type).toBe('assignment.created');
    expect(await ping(sandbox, crm.id)).toMatchObject({ response_code: 200, error: null });
    const first = await assign();
    expect(await attempted(first)).toMatchObject({
      response_code: 422,
      error: 'http_status',
      response_excerpt: expect.stringContaining('member.joined'),
    });
    const events = ['training.completed', 'assignment.created', 'member.joined'];
    const path = `/webhook-endpoints/${crm.id}`;
    expect((await sandbox.request('PATCH', path, { body: { events } })).status).toBe(200);
    for (const id of [first, String(refused[0]?.id)]) {
      const { attempt } = await deliveryRow(api().sql, id);
      expect((await sandbox.request('POST', `/webhook-deliveries/${id}/retry`)).status).toBe(202);
      expect(await attempted(id, attempt)).toMatchObject({ response_code: 200, error: null });
      expect((await deliveryRow(api().sql, id)).status).toBe('ok');
    }
    expect(await attempted(await assign())).toMatchObject({ response_code: 200 });
  });

  test('a paused endpoint that is switched on gets what has waited, and a new secret works at once', async () => {
    const { id } = await endpoint('academy');
    const waiting = (await listed(id)).filter(({ status }) => status === 'pending');
    expect(waiting.length).toBeGreaterThan(0);
    const body = { status: 'active' };
    await sandbox.request('PATCH', `/webhook-endpoints/${id}`, { body });
    await until('all have arrived', async () =>
      (await listed(id)).every(({ status }) => status !== 'pending'),
    );
    const { app } = await visit(sandbox, sandbox.owner);
    const made = await app.webhooks.replaceSecret.mutate({ endpoint_id: id });
    for (const one of [made.endpoint_id, id]) {
      expect(await ping(sandbox, one)).toMatchObject({ response_code: 200 });
    }
  });
});

test('a test of each endpoint of the demo team arrives', async () => {
  const now = new Date();
  const about = { pool: api().sql, now, publicUrl: 'https://app.example.com', secretKey };
  const { tenant_id, owner_member_id, owner_user_id } = await createDemo({
    ...about,
    language: 'en',
  });
  const owner = { memberId: owner_member_id, userId: owner_user_id, email: '' };
  const demo = await keyed(new TestTeam(api(), tenant_id, owner));
  await asSystem(api().sql, tenant_id, now, (call) => {
    const period = { since: new Date(now.getTime() - 1_000), until: now };
    const state = { endpointId: null, waiting: [] };
    return writeTraffic(call, { period, state, madeAt: now, secretKey, isWatched: false });
  });
  const { body } = await demo.request('GET', '/webhook-endpoints');
  expect(body.data).toHaveLength(4);
  for (const { id } of body.data) {
    expect(await ping(demo, String(id))).toMatchObject({ response_code: 200, error: null });
  }
});

describe('the practice receiver opens no way to other hosts and teams', () => {
  const move = (id: string, url: string) =>
    api().sql.query('update webhook_endpoint set url = $2 where id = $1', [id, url]);

  test('nobody can choose its origin for an endpoint', async () => {
    const { url } = await endpoint('alerts');
    for (const by of [team, sandbox]) {
      for (const wanted of [url, `${ORIGIN}/`, `${ORIGIN}:443/en/x/crm`]) {
        const body = { url: wanted, events: ['member.joined'] };
        const { status, body: problem } = await by.request('POST', '/webhook-endpoints', { body });
        expect([status, problem.code]).toEqual([422, 'validation_error']);
      }
    }
  });

  test.each([
    'https://practice-receiver.example:8443/en/ten_1/crm',
    'https://practice-receiver.example.evil.example/en/ten_1/crm',
    'https://practice-receiver.example@127.0.0.1/en/ten_1/crm',
    'http://practice-receiver.example/en/ten_1/crm',
    'https://127.0.0.1/en/ten_1/crm',
    'https://localhost/en/ten_1/crm',
  ])('a sandbox sends nothing to %s, even if a row names it', async (url) => {
    const { id, url: before } = await endpoint('alerts');
    await move(id, url);
    try {
      const last = await ping(sandbox, id);
      expect(last).toMatchObject({ response_code: null });
      expect(['target_blocked', 'dns_error']).toContain(last?.error);
    } finally {
      await move(id, before);
    }
  });

  test.each([
    `${ORIGIN}/metrics`,
    `${ORIGIN}/en/../../metrics`,
    `${ORIGIN}/en/ten_1/crm?x=//127.0.0.1`,
  ])('a sandbox gets 400 from %s', async (url) => {
    const { id, url: before } = await endpoint('alerts');
    await move(id, url);
    try {
      expect(await ping(sandbox, id)).toMatchObject({ response_code: 400 });
    } finally {
      await move(id, before);
    }
  });

  test('an endpoint that was not made for it does not reach it, and one that was not as another team', async () => {
    const { url } = await endpoint('alerts');
    const body = { url: 'https://1.1.1.1/', events: ['member.joined'] };
    const other = await keyed(new TestTeam(api(), await insertSandbox(team), team.owner));
    for (const by of [team, other]) {
      const { status, body: made } = await by.request('POST', '/webhook-endpoints', { body });
      expect(status).toBe(201);
      const id = String(made.id);
      await move(id, url);
      expect(await ping(by, id)).toMatchObject({ response_code: null });
      const proven = 'update webhook_endpoint set proven_origin = $2 where id = $1';
      await api().sql.query(proven, [id, ORIGIN]);
      expect(await ping(by, id)).toMatchObject({ response_code: 400 });
    }
  });

  test('it refuses alike what is not signed, signed wrongly, too old, too long or for nobody', async () => {
    const receiver = new PracticeReceiver({
      pool: api().sql,
      secretKey,
      log: createLogger('fatal'),
    });
    onTestFinished(() => receiver.close());
    const port = await receiver.port();
    const { id, url, secret: sealed } = await endpoint('alerts');
    const { pathname } = new URL(url);
    const { tenantId } = sandbox;
    const secret = openSecret(secretKey, sealed, { tenantId, endpointId: id });
    const event = JSON.stringify({ type: 'ping' });
    const seconds = Math.floor(Date.now() / 1000);
    const ask = async (path: string, signature: string, body = event) => {
      const headers = { 'svc-signature': signature };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body,
        headers,
      });
      return [answer.status, await answer.text()];
    };
    const genuine = signatureHeader(secret, event, seconds);
    expect(await ask(pathname, genuine)).toEqual([200, '{"received":true}']);
    const long = ' '.repeat(300_000);
    const refusals = [
      await ask(pathname, ''),
      await ask(pathname, `t=${seconds},v1=${'0'.repeat(64)}`),
      await ask(pathname, signatureHeader(secret, event, seconds - 301)),
      await ask(pathname, genuine, `${event} `),
      await ask(pathname, signatureHeader(secret, long, seconds), long),
      await ask(pathname.replace('alerts', 'crm'), genuine),
      await ask(pathname.replace(tenantId, team.tenantId), genuine),
      await ask(pathname.replace(tenantId, 'ten_0'), genuine),
      await ask(`/fr${pathname.slice(3)}`, genuine),
      await ask('/', genuine),
    ];
    const refused = [400, '{"error":"the signature does not match"}'];
    for (const refusal of refusals) expect(refusal).toEqual(refused);
    expect((await fetch(`http://127.0.0.1:${port}${pathname}`)).status).toBe(400);
  });
});
