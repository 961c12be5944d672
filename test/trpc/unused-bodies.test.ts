import { register } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { UnusedBodies } from '../../src/shared/load/unused-bodies.ts';
import { CALLS_PER_SESSION } from '../../src/trpc/callers.ts';
import { type Browser, codeOf, makeCommandLine, makeSession, ORIGIN } from '../harness/app.ts';
import { HalfBody } from '../harness/half-body.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { SERVICE_TOKEN } from './harness/callers.ts';

const MIB = 1024 * 1024;
const api = useApi({ env: { SERVICE_TOKEN, TRUST_PROXY: '1' } });
let team: TestTeam;
let member: Person;
const opened: HalfBody[] = [];

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
});

afterAll(() => {
  vi.restoreAllMocks();
});

afterEach(async () => {
  for (const half of opened.splice(0)) half.close();
  api().clock.elapsesMs = 1_000;
  await until('the end of all bodies', () => held() === 0);
});

async function open(path: string, headers: Record<string, string>, body: string) {
  const half = await HalfBody.open({ port: api().port, path, headers }, body);
  opened.push(half);
  return half;
}

const cookieOf = (by: Browser) => ({ Origin: ORIGIN, Cookie: `__Host-sid=${by.session}` });
/** A quarter of a mebibyte, less what is needed for the limit of a single body. */
const large = 'x'.repeat(MIB / 4 - 1_024);
const ofBrowser = (by: Browser) => open('/trpc/cases.listOwn', cookieOf(by), large);
const overRest = () => open(`${BASE_PATH}/cases`, { Authorization: `Bearer ${team.key}` }, large);

/** How many bytes the server holds. */
let held = () => 0;
beforeAll(() => {
  const holding = vi.spyOn(UnusedBodies.prototype, 'hold');
  held = () => holding.mock.calls.reduce((sum, [, bytes]) => sum + bytes, 0);
});

/** True if the server holds so many of these bodies. Each announces one byte more. */
const holds = (count: number, { length }: string) =>
  held() >= count * length && held() <= count * (length + 1);

/** Waits until a body is refused, or has arrived as far as it was sent. */
async function isAccepted(next: () => Promise<HalfBody>, bytes: number): Promise<boolean> {
  const before = held();
  const half = await next();
  await until('the body', () => half.status !== undefined || held() >= before + bytes);
  return half.status === undefined;
}

/** Opens bodies one after the other until one is refused. Returns how many were accepted. */
async function openUntilRefused(
  next: () => Promise<HalfBody>,
  { most, bytes = large.length }: { most: number; bytes?: number },
): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    if (!(await isAccepted(next, bytes))) return count;
  }
  return most;
}

async function refusals(): Promise<number> {
  const metric = register.getSingleMetric('api_overload_refusals_total');
  const { values = [] } = (await metric?.get()) ?? {};
  return values.find(({ labels }) => labels.guard === 'unused_bodies')?.value ?? 0;
}

/** Lets no minute of the limits end. */
function stopMinute(): void {
  api().clock.elapsesMs = 60_000;
  api().clock.elapsedMs();
  api().clock.elapsesMs = 0;
}

const TEN = `/trpc/${Array(10).fill('cases.listOwn').join(',')}?batch=1`;

describe('a body of a caller who has used up the calls of a minute is refused before it is read', () => {
  test('of a session: 1,200 bodies are open, and the next one gets 429', async () => {
    const browser = await makeSession(team, member);
    stopMinute();
    const opening = Array.from({ length: CALLS_PER_SESSION / 10 }, () =>
      open(TEN, cookieOf(browser), '{'),
    );
    await Promise.all(opening);
    let calls = 0;
    await until('the count of all', async () => {
      calls += 1;
      return (await codeOf(browser.app.session.current.query({}))) === 'rate_limited';
    });
    expect(calls).toBeLessThan(CALLS_PER_SESSION / 2);
    const before = held();
    const next = await ofBrowser(browser);
    await until('a response', () => next.status !== undefined);
    expect([next.status, Number(next.retryAfter)]).toEqual([429, expect.any(Number)]);
    expect(held()).toBe(before);
    expect(opened.filter(({ status }) => status === undefined)).toHaveLength(
      CALLS_PER_SESSION / 10,
    );
  });

  test('of a command line', async () => {
    const { token } = await makeCommandLine(team, team.owner);
    const headers = { 'Svc-Command-Line': '1.1.0', Authorization: `Bearer ${token}` };
    const ten = `/trpc/${Array(10).fill('commandLine.status').join(',')}?batch=1`;
    stopMinute();
    await Promise.all(
      Array.from({ length: CALLS_PER_SESSION / 10 }, () => open(ten, headers, '{')),
    );
    // A busy machine may have refused some of them before they were counted.
    await until('a refusal with 429', async () => {
      await isAccepted(() => open(ten, headers, '{'), 1);
      return opened.at(-1)?.status === 429;
    });
    expect(opened.length).toBeLessThan(CALLS_PER_SESSION / 2);
  });
});

describe('bytes of bodies that have arrived are bounded', () => {
  test('for a person by 4 MiB; the refusal says when to come back and is counted; nobody else is refused', async () => {
    const before = await refusals();
    const browser = await makeSession(team, member);
    const accepted = await openUntilRefused(() => ofBrowser(browser), { most: 20 });
    expect(accepted).toBe(16);
    const refused = opened.find(({ status }) => status === 503);
    expect(refused?.retryAfter).toBe('5');
    expect(await refusals()).toBe(before + 1);
    // The rest of the refused body may come.
    refused?.end('x'.repeat(1_000));
    const other = await makeSession(team, team.owner);
    expect(await codeOf(other.app.cases.listOwn.query({}))).toBe('ok');
    expect((await team.request('GET', '/me')).status).toBe(200);
    for (const half of opened.splice(0)) half.close();
    await until('the end of all bodies', () => held() === 0);
    expect(await isAccepted(() => ofBrowser(browser), large.length)).toBe(true);
  });

  test('for a team by 16 MiB, of people, keys and command lines together', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => team.addMember()));
    for (const person of people) {
      const browser = await makeSession(team, person);
      expect(await openUntilRefused(() => ofBrowser(browser), { most: 16 })).toBe(16);
    }
    const { token } = await makeCommandLine(team, team.owner);
    const report = () => open('/command-line/answers', { Authorization: `Bearer ${token}` }, large);
    expect(await openUntilRefused(report, { most: 8 })).toBe(8);
    expect(await openUntilRefused(() => overRest(), { most: 20 })).toBe(8);
    const [other, browser] = [await makeTeam(api()), await makeSession(team, team.owner)];
    const body = { user_id: other.owner.userId, title: 'A case', fields: {} };
    expect((await other.request('POST', '/cases', { body })).status).toBe(201);
    expect(await codeOf(browser.app.cases.listOwn.query({}))).toBe('ok');
  });

  test('a small body takes the place of a large one: who has stolen a session or a key keeps nobody from ending it', async () => {
    const stolen = await makeSession(team, member);
    expect(await openUntilRefused(() => ofBrowser(stolen), { most: 20 })).toBe(16);
    const own = await makeSession(team, member);
    const small = await open('/trpc/cases.listOwn', cookieOf(own), 'x'.repeat(20_000));
    await until('one large body less', () => held() - 20_000 <= 15 * (large.length + 1));
    expect(small.status).toBe(undefined);
    for (const half of opened.splice(0)) half.close();
    await until('the end of all bodies', () => held() === 0);
    await Promise.all(Array.from({ length: 16 }, overRest));
    await until('a full key', () => holds(16, large));
    await openUntilRefused(overRest, { most: 1 });
    const body = { user_id: team.owner.userId, title: 'A case', fields: {} };
    expect((await team.request('POST', '/cases', { body })).status).toBe(201);
  });

  test('for strangers by address', async () => {
    const body = 'x'.repeat(16_000);
    const from = (address: string) => () =>
      open('/trpc/session.current', { Origin: ORIGIN, 'X-Forwarded-For': address }, body);
    await Promise.all(Array.from({ length: 262 }, from('192.0.2.1')));
    await until('all bodies', () => holds(262, body));
    expect(await isAccepted(from('192.0.2.1'), body.length)).toBe(false);
    expect(opened.at(-1)?.status).toBe(503);
    expect(await isAccepted(from('192.0.2.2'), body.length)).toBe(true);
  });

  test('for all together by 64 MiB: whoever holds most loses its bodies, and nobody else does', async () => {
    const headers = { Authorization: `Bearer ${SERVICE_TOKEN}` };
    const batch = 'x'.repeat(MIB - 1);
    const send = () => open('/trpc/trainings.record', headers, batch);
    const batches = await Promise.all(Array.from({ length: 62 }, send));
    await until('all batches', () => holds(62, batch));
    const browser = await makeSession(team, member);
    await Promise.all(Array.from({ length: 12 }, () => ofBrowser(browser)));
    await until('the refusals', () => batches.every(({ status }) => status === 503));
    await until('the bodies of the member', () => holds(12, large));
    expect(opened.filter(({ status }) => status === undefined)).toHaveLength(12);
  });

  test('and whoever would hold most is refused', async () => {
    const browser = await makeSession(team, member);
    expect(await openUntilRefused(() => ofBrowser(browser), { most: 1 })).toBe(1);
    const headers = { Authorization: `Bearer ${SERVICE_TOKEN}` };
    const batch = 'x'.repeat(MIB - 1);
    const send = () => open('/trpc/trainings.record', headers, batch);
    await Promise.all(Array.from({ length: 63 }, send));
    await until('all batches', () => held() >= large.length + 63 * batch.length);
    expect(await isAccepted(send, batch.length)).toBe(false);
    expect(await codeOf(browser.app.cases.listOwn.query({}))).toBe('ok');
    expect(held()).toBeLessThanOrEqual(64 * MIB);
  });
});

describe('objects and lists of a body', () => {
  const empty = (count: number) => `[${Array(count).fill('{}').join()}]`;
  const overKey = (fields: string) =>
    team.request('POST', '/cases', {
      raw: `{"user_id":"${team.owner.userId}","title":"A case","fields":${fields}}`,
      headers: { 'Content-Type': 'application/json' },
    });

  test('more than 45,000 are invalid input, by REST and in the app', async () => {
    const refused = await overKey(empty(45_000));
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'too_big' }] } });
    const browser = await makeSession(team, member);
    const answer = await browser.post('savedViews.save', empty(45_000));
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('more than 45000 objects and lists'),
    ]);
  });

  test('count with 64 bytes each: where a text has room, as many objects have none', async () => {
    expect(await openUntilRefused(overRest, { most: 20 })).toBe(16);
    for (const half of opened.splice(0, 2)) half.close();
    await until('room', () => holds(14, large));
    expect((await overKey(JSON.stringify('x'.repeat(30_000)))).status).toBe(422);
    expect((await overKey(empty(10_000))).status).toBe(503);
  });
});
