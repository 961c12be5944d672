import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  ConflictError,
  ConnectionError,
  InternalError,
  type LogEntry,
  NotFoundError,
  RateLimitedError,
  TeamApi,
  TeamApiError,
  TimeoutError,
  UnavailableError,
} from '../../dist/sdk/typescript/index.js';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi({ poolSize: 20 });
closeProxies();
// The calls mostly wait for their next try, so the tests run at the same time.
let world: World;
let team: TestTeam;
beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  ({ team } = world);
});

const clientOf = ({ url }: FaultyProxy, options: { log?: (entry: LogEntry) => void } = {}) =>
  new TeamApi({ url, key: team.key, ...options });

const newCase = (title: string) => ({ user_id: world.member.userId, title });

async function titles(): Promise<string[]> {
  const text = 'select title from team_case where tenant_id = $1 order by title';
  return (await api().sql.query(text, [team.tenantId])).rows.map(({ title }) => title);
}

const faults: Fault[] = [
  'refuse',
  'lose',
  'half',
  { status: 502, text: '<html>bad gateway</html>' },
  { status: 503 },
  { status: 504 },
  { status: 500 },
  { status: 429, headers: { 'retry-after': '0' } },
];

test.concurrent('after each fault, a POST is sent again with the same key and acts once', async () => {
  const create = async (fault: Fault) => {
    const proxy = await FaultyProxy.withFaults(api(), [fault]);
    const title = `after ${JSON.stringify(fault)}`;
    await clientOf(proxy).cases.create(newCase(title));
    const keys = proxy.seen.map(({ idempotencyKey }) => idempotencyKey);
    return { title, tries: keys.length, keys: new Set(keys).size };
  };
  const made = await Promise.all(faults.map(create));
  for (const { tries, keys } of made) expect([tries, keys]).toEqual([2, 1]);
  const written = (await titles()).filter((title) => title.startsWith('after '));
  expect(written.toSorted()).toEqual(made.map(({ title }) => title).toSorted());
});

test.concurrent('whatever faults many calls meet, each writes its case exactly once', async () => {
  const any = fc.constantFrom<Fault>('none', 'refuse', 'lose', 'half', { status: 503 });
  const [plans = []] = fc.sample(
    fc.array(fc.array(any, { maxLength: 3 }), { minLength: 30, maxLength: 30 }),
    1,
  );
  const coming = new Map<string, Fault[]>();
  const proxy = await FaultyProxy.open(api(), ({ idempotencyKey = '' }) => {
    const plan = coming.get(idempotencyKey) ?? [];
    return plan.shift() ?? 'none';
  });
  const client = clientOf(proxy);
  const wanted = plans.map((plan, i) => {
    coming.set(`key-${i}`, [...plan]);
    return `many ${String(i).padStart(2, '0')}`;
  });
  await Promise.all(
    wanted.map((title, i) => client.cases.create(newCase(title), { idempotencyKey: `key-${i}` })),
  );
  expect((await titles()).filter((title) => title.startsWith('many'))).toEqual(wanted);
  // There were more requests than calls, so faults have happened.
  expect(proxy.seen.length).toBeGreaterThan(wanted.length);
});

test.concurrent('a DELETE that finds nothing after a try without an answer succeeds', async () => {
  const { memberId } = await team.addMember();
  const proxy = await FaultyProxy.withFaults(api(), ['lose']);
  expect(await clientOf(proxy).users.remove(memberId)).toEqual({ ok: true });
  expect(proxy.seen).toHaveLength(2);
});

test.concurrent('a DELETE that finds nothing at once, or after a 429, fails', async () => {
  const proxy = await FaultyProxy.withFaults(api(), [
    'none',
    { status: 429, headers: { 'retry-after': '0' } },
  ]);
  const client = clientOf(proxy);
  await expect(client.users.remove('mem_none')).rejects.toBeInstanceOf(NotFoundError);
  await expect(client.users.remove('mem_none')).rejects.toBeInstanceOf(NotFoundError);
  expect(proxy.seen).toHaveLength(3);
});

test.concurrent('a POST waits while the call with the same key still runs', async () => {
  const running: Fault = {
    status: 409,
    headers: { 'content-type': 'application/problem+json' },
    text: JSON.stringify({ code: 'conflict', status: 409 }),
  };
  const proxy = await FaultyProxy.withFaults(api(), ['lose', running, running]);
  const client = clientOf(proxy);
  const made = await client.cases.create(newCase('waits'), { maxRetries: 1 });
  expect(made.title).toBe('waits');
  expect(proxy.seen).toHaveLength(4);
  expect((await titles()).filter((title) => title === 'waits')).toHaveLength(1);
});

test.concurrent('a POST without an answer in time is sent again, and acts once', async () => {
  const proxy = await FaultyProxy.withFaults(api(), ['late']);
  const made = await clientOf(proxy).cases.create(newCase('in time'), { timeout: 1500 });
  expect(made.title).toBe('in time');
  expect(proxy.seen.length).toBeGreaterThan(1);
  expect((await titles()).filter((title) => title === 'in time')).toHaveLength(1);
});

test.concurrent('an invitation of an address that is a member already is a conflict: after one request, or after two with a key of the caller', async () => {
  const { email } = await team.addMember();
  const proxy = await FaultyProxy.withFaults(api(), []);
  const client = clientOf(proxy);
  await expect(client.users.invite({ email })).rejects.toBeInstanceOf(ConflictError);
  expect(proxy.seen).toHaveLength(1);
  const again = client.users.invite({ email }, { idempotencyKey: 'taken' });
  await expect(again).rejects.toMatchObject({ code: 'conflict', replayed: true });
  expect(proxy.seen).toHaveLength(3);
});

test.concurrent('retries and time are bounded, and the last error says what happened', async () => {
  const down = await FaultyProxy.open(api(), () => ({ status: 503 }));
  const broken = await FaultyProxy.open(api(), () => 'refuse');
  const faulty = await FaultyProxy.open(api(), () => ({ status: 500 }));
  const silent = await FaultyProxy.open(api(), () => 'hang');
  const full = await FaultyProxy.open(api(), () => ({
    status: 429,
    headers: { 'retry-after': '3600' },
    text: '{"code":"rate_limited"}',
  }));
  const errorOf = (proxy: FaultyProxy, options = {}) =>
    clientOf(proxy)
      .users.list({}, options)
      .then(
        () => undefined,
        (error: TeamApiError) => error,
      );
  const [unavailable, cut, internal, late, over, limited] = await Promise.all([
    errorOf(down, { maxRetries: 2 }),
    errorOf(broken, { maxRetries: 1 }),
    errorOf(faulty),
    errorOf(silent, { timeout: 100, maxRetries: 1 }),
    errorOf(silent, { totalTimeout: 200 }),
    errorOf(full),
  ]);
  expect([unavailable?.code, down.seen.length]).toEqual(['http_503', 3]);
  expect([cut?.constructor, broken.seen.length]).toEqual([ConnectionError, 2]);
  expect([internal?.code, faulty.seen.length]).toEqual(['http_500', 2]);
  expect([late?.constructor, over?.constructor]).toEqual([TimeoutError, TimeoutError]);
  expect(silent.seen).toHaveLength(3);
  // The call fails at once instead of waiting for an hour.
  expect(limited).toBeInstanceOf(RateLimitedError);
  expect([limited, full.seen.length]).toEqual([expect.objectContaining({ retryAfter: 3600 }), 1]);
});

test.concurrent('a signal ends a call while its request runs, and while the call waits for its next try', async () => {
  const silent = await FaultyProxy.open(api(), () => 'hang');
  const full = await FaultyProxy.open(api(), () => ({
    status: 429,
    headers: { 'retry-after': '60' },
  }));
  for (const proxy of [silent, full]) {
    const stop = new AbortController();
    const call = clientOf(proxy).me({ signal: stop.signal });
    await until('the request to come', () => proxy.seen.length > 0);
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(proxy.seen).toHaveLength(1);
  }
  await expect(clientOf(silent).me({ signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test.concurrent('a redirect is not followed, so the key is not sent to another address', async () => {
  const elsewhere = await FaultyProxy.open(api(), () => 'none');
  const proxy = await FaultyProxy.open(api(), () => ({
    status: 307,
    headers: { location: `${elsewhere.url}/me` },
  }));
  const error = await clientOf(proxy)
    .me()
    .catch((thrown: TeamApiError) => thrown);
  expect(error).toMatchObject({ code: 'http_307', status: 307 });
  expect((error as TeamApiError).detail).toBe(`this address leads to ${elsewhere.url}/me`);
  expect(elsewhere.seen).toEqual([]);
});

test.concurrent('a list goes on after faults, and misses and repeats no item', async () => {
  const owner = await makeTeam(api());
  for (let i = 0; i < 5; i += 1) await owner.addMember();
  let count = 0;
  const proxy = await FaultyProxy.open(api(), () => {
    count += 1;
    return count % 2 === 0 ? 'none' : ((['refuse', 'half', 'lose'] as const)[count % 3] ?? 'none');
  });
  const client = new TeamApi({ url: proxy.url, key: owner.key });
  const found: string[] = [];
  for await (const { id } of client.users.list({ limit: 2 })) found.push(id);
  const { rows } = await api().sql.query('select id from member where tenant_id = $1', [
    owner.tenantId,
  ]);
  expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test.concurrent('the log gets an entry for each try, and never a key, an id, a query or a body', async () => {
  const entries: LogEntry[] = [];
  const proxy = await FaultyProxy.withFaults(api(), [
    'lose',
    'refuse',
    'none',
    'none',
    { status: 500 },
  ]);
  const client = clientOf(proxy, {
    log: (entry) => {
      entries.push(entry);
      throw new Error('the log is full');
    },
  });
  await client.cases.create(newCase('a secret plan'), { idempotencyKey: 'own-key-1' });
  await client.users.get(world.member.memberId).catch(() => undefined);
  await client.webhookEndpoints.create({
    url: 'https://hooks.example.com/secret-path',
    events: ['training.completed'],
  });
  await client.cases.list({ user_id: world.member.userId });
  expect(
    entries.map(({ operation, attempt, status, code }) => [operation, attempt, status, code]),
  ).toEqual([
    ['createCase', 1, undefined, 'connection'],
    ['createCase', 2, undefined, 'connection'],
    ['createCase', 3, 201, undefined],
    ['getMember', 1, 200, undefined],
    ['createWebhookEndpoint', 1, 500, 'http_500'],
    ['createWebhookEndpoint', 2, 201, undefined],
    ['listCases', 1, 200, undefined],
  ]);
  expect(entries[2]).toMatchObject({ replayed: true, requestId: expect.stringMatching(/-/) });
  const log = JSON.stringify(entries);
  const private_ = [team.key, 'secret', 'own-key-1', 'whsec_', world.member.memberId, 'usr_'];
  for (const text of private_) expect(log).not.toContain(text);
});

test.concurrent('an error with a code has the class of this code', async () => {
  const codes = { internal: InternalError, unavailable: UnavailableError };
  for (const [code, Class] of Object.entries(codes)) {
    const proxy = await FaultyProxy.open(api(), () => ({
      status: 500,
      text: JSON.stringify({ code }),
    }));
    const call = clientOf(proxy).me({ maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(Class);
    await expect(call).rejects.toBeInstanceOf(TeamApiError);
  }
});
