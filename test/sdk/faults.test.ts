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
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { closeWays, type Fault, FaultyWay } from './harness/faulty-way.ts';

const api = useApi({ poolSize: 20 });
closeWays();
// The calls mostly wait for their next try, so the tests run beside each other.
let world: World;
let team: TestTeam;
beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  ({ team } = world);
});

const clientOf = ({ url }: FaultyWay, options: { log?: (entry: LogEntry) => void } = {}) =>
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
    const way = await FaultyWay.inTurn(api(), [fault]);
    const title = `after ${JSON.stringify(fault)}`;
    await clientOf(way).cases.create(newCase(title));
    const keys = way.seen.map(({ idempotencyKey }) => idempotencyKey);
    return { title, tries: keys.length, keys: new Set(keys).size };
  };
  const made = await Promise.all(faults.map(create));
  for (const { tries, keys } of made) expect([tries, keys]).toEqual([2, 1]);
  const written = (await titles()).filter((title) => title.startsWith('after '));
  expect(written.toSorted()).toEqual(made.map(({ title }) => title).toSorted());
});

test.concurrent('whatever happens to many calls, nothing is written twice and nothing is lost', async () => {
  const any = fc.constantFrom<Fault>('none', 'refuse', 'lose', 'half', { status: 503 });
  const [plans = []] = fc.sample(
    fc.array(fc.array(any, { maxLength: 3 }), { minLength: 30, maxLength: 30 }),
    1,
  );
  const coming = new Map<string, Fault[]>();
  const way = await FaultyWay.open(api(), ({ idempotencyKey = '' }) => {
    const plan = coming.get(idempotencyKey) ?? [];
    return plan.shift() ?? 'none';
  });
  const client = clientOf(way);
  const wanted = plans.map((plan, i) => {
    coming.set(`key-${i}`, [...plan]);
    return `many ${String(i).padStart(2, '0')}`;
  });
  await Promise.all(
    wanted.map((title, i) => client.cases.create(newCase(title), { idempotencyKey: `key-${i}` })),
  );
  expect((await titles()).filter((title) => title.startsWith('many'))).toEqual(wanted);
  // The faults have happened: they are found by the keys.
  expect(way.seen.length).toBeGreaterThan(wanted.length);
});

test.concurrent('a DELETE that finds nothing after an unclear try has succeeded', async () => {
  const { memberId } = await team.addMember();
  const way = await FaultyWay.inTurn(api(), ['lose']);
  expect(await clientOf(way).users.remove(memberId)).toEqual({ ok: true });
  expect(way.seen).toHaveLength(2);
});

test.concurrent('a DELETE that finds nothing at once, or after a refusal that did nothing, fails', async () => {
  const way = await FaultyWay.inTurn(api(), [
    'none',
    { status: 429, headers: { 'retry-after': '0' } },
  ]);
  const client = clientOf(way);
  await expect(client.users.remove('mem_none')).rejects.toBeInstanceOf(NotFoundError);
  await expect(client.users.remove('mem_none')).rejects.toBeInstanceOf(NotFoundError);
  expect(way.seen).toHaveLength(3);
});

test.concurrent('a POST waits while the call with the same key still runs', async () => {
  const running: Fault = {
    status: 409,
    headers: { 'content-type': 'application/problem+json' },
    text: JSON.stringify({ code: 'conflict', status: 409 }),
  };
  const way = await FaultyWay.inTurn(api(), ['lose', running, running]);
  const client = clientOf(way);
  const made = await client.cases.create(newCase('waits'), { maxRetries: 1 });
  expect(made.title).toBe('waits');
  expect(way.seen).toHaveLength(4);
  expect((await titles()).filter((title) => title === 'waits')).toHaveLength(1);
});

test.concurrent('a POST without an answer in time is sent again, and acts once', async () => {
  const way = await FaultyWay.inTurn(api(), ['late']);
  const made = await clientOf(way).cases.create(newCase('in time'), { timeout: 1500 });
  expect(made.title).toBe('in time');
  expect(way.seen.length).toBeGreaterThan(1);
  expect((await titles()).filter((title) => title === 'in time')).toHaveLength(1);
});

test.concurrent('an e-mail that is taken is a conflict at once, and after one more look with a key of your own', async () => {
  const { email } = await team.addMember();
  const way = await FaultyWay.inTurn(api(), []);
  const client = clientOf(way);
  await expect(client.users.invite({ email })).rejects.toBeInstanceOf(ConflictError);
  expect(way.seen).toHaveLength(1);
  const again = client.users.invite({ email }, { idempotencyKey: 'taken' });
  await expect(again).rejects.toMatchObject({ code: 'conflict', replayed: true });
  expect(way.seen).toHaveLength(3);
});

test.concurrent('retries and time are bounded, and the last error says what happened', async () => {
  const down = await FaultyWay.open(api(), () => ({ status: 503 }));
  const broken = await FaultyWay.open(api(), () => 'refuse');
  const faulty = await FaultyWay.open(api(), () => ({ status: 500 }));
  const silent = await FaultyWay.open(api(), () => 'hang');
  const full = await FaultyWay.open(api(), () => ({
    status: 429,
    headers: { 'retry-after': '3600' },
    text: '{"code":"rate_limited"}',
  }));
  const errorOf = (way: FaultyWay, options = {}) =>
    clientOf(way)
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
  // Nobody is kept waiting for an hour.
  expect(limited).toBeInstanceOf(RateLimitedError);
  expect([limited, full.seen.length]).toEqual([expect.objectContaining({ retryAfter: 3600 }), 1]);
});

test.concurrent('a signal ends a call: while it is sent, and while it waits', async () => {
  const silent = await FaultyWay.open(api(), () => 'hang');
  const full = await FaultyWay.open(api(), () => ({
    status: 429,
    headers: { 'retry-after': '60' },
  }));
  for (const way of [silent, full]) {
    const stop = new AbortController();
    const call = clientOf(way).me({ signal: stop.signal });
    await until('the request to come', () => way.seen.length > 0);
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(way.seen).toHaveLength(1);
  }
  await expect(clientOf(silent).me({ signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test.concurrent('a redirect is not followed: the key stays where it was sent', async () => {
  const elsewhere = await FaultyWay.open(api(), () => 'none');
  const way = await FaultyWay.open(api(), () => ({
    status: 307,
    headers: { location: `${elsewhere.url}/me` },
  }));
  const error = await clientOf(way)
    .me()
    .catch((thrown: TeamApiError) => thrown);
  expect(error).toMatchObject({ code: 'http_307', status: 307 });
  expect((error as TeamApiError).detail).toBe(`this address leads to ${elsewhere.url}/me`);
  expect(elsewhere.seen).toEqual([]);
});

test.concurrent('a list goes on after faults, and misses and repeats nothing', async () => {
  const owner = await makeTeam(api());
  for (let i = 0; i < 5; i += 1) await owner.addMember();
  let count = 0;
  const way = await FaultyWay.open(api(), () => {
    count += 1;
    return count % 2 === 0 ? 'none' : ((['refuse', 'half', 'lose'] as const)[count % 3] ?? 'none');
  });
  const client = new TeamApi({ url: way.url, key: owner.key });
  const found: string[] = [];
  for await (const { id } of client.users.list({ limit: 2 })) found.push(id);
  const { rows } = await api().sql.query('select id from member where tenant_id = $1', [
    owner.tenantId,
  ]);
  expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test.concurrent('the log is told of each try, and never of a key, an id, a query or a body', async () => {
  const entries: LogEntry[] = [];
  const way = await FaultyWay.inTurn(api(), ['lose', 'refuse', 'none', 'none', { status: 500 }]);
  const client = clientOf(way, {
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
  const told = JSON.stringify(entries);
  const private_ = [team.key, 'secret', 'own-key-1', 'whsec_', world.member.memberId, 'usr_'];
  for (const text of private_) expect(told).not.toContain(text);
});

test.concurrent('the errors of the classes are what they say', async () => {
  const codes = { internal: InternalError, unavailable: UnavailableError };
  for (const [code, Class] of Object.entries(codes)) {
    const way = await FaultyWay.open(api(), () => ({
      status: 500,
      text: JSON.stringify({ code }),
    }));
    const call = clientOf(way).me({ maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(Class);
    await expect(call).rejects.toBeInstanceOf(TeamApiError);
  }
});
