import { beforeEach, expect, test, vi } from 'vitest';
import { StoredAnswers } from '../../src/operation/stored-answers.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { newName } from '../harness/idempotent-calls.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { linesOf } from '../request-log/harness/request-log.ts';
import { invite } from './harness/keyed.ts';

const api = useApi();
const MIB = 1024 * 1024;
let team: TestTeam;

beforeEach(async () => {
  team = await makeTeam(api());
  const { add } = StoredAnswers.prototype;
  // A person may store 64 MiB in a day, a key 256 MiB, and all keys of a team 1 GiB.
  vi.spyOn(StoredAnswers.prototype, 'add').mockImplementation(function (
    this: StoredAnswers,
    owners,
    _,
    now,
  ) {
    add.call(this, owners, 600 * MIB, now);
  });
  return () => vi.restoreAllMocks();
});

const email = () => `${newName()}@example.com`;

test('a person whose stored answers take too much room must wait, but gets each stored answer again', async () => {
  const browser = await makeSession(team, team.owner);
  const [first, second, address] = [newName(), newName(), email()];
  const done = await invite(browser, first, address);
  expect(done.status).toBe(200);
  const refused = await invite(browser, second, email());
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited', isReplay: false });
  expect(await invite(browser, first, address)).toEqual({ ...done, isReplay: true });
  await browser.app.members.invite.mutate({ email: email() });
  const admin = await team.addMember({ role: 'admin' });
  const others: Browser = await makeSession(team, admin);
  expect((await invite(others, newName(), email())).status).toBe(200);
  // The refusal has left its key unused (D91).
  api().clock.travel(10 * DAY_MS);
  const later = await makeSession(team, team.owner);
  expect(await invite(later, second, email())).toMatchObject({ status: 200, isReplay: false });
});

test('an API key must wait too, as its log says, and so must all keys of a team together', async () => {
  const post = async (key: string, idempotencyKey = newName()) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const body = { email: `${idempotencyKey}@example.com` };
    return api().request('POST', '/users', { key, headers, body });
  };
  const once = newName();
  const done = await post(team.key, once);
  expect(done.status).toBe(201);
  const refused = await post(team.key);
  const { status, body, headers } = refused;
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(headers['retry-after']).toBe(String(body.retry_after));
  const [line] = await linesOf([refused], await makeSession(team, team.owner));
  expect(line?.why).toMatchObject({ check: 'rate_limit', limit: 'stored_answers' });
  const again = await post(team.key, once);
  expect([again.status, again.body]).toEqual([201, done.body]);
  expect((await post((await team.createKey()).key)).status).toBe(201);
  expect((await post((await team.createKey()).key)).status).toBe(429);
  const other = await makeTeam(api());
  expect((await post(other.key)).status).toBe(201);
});

test('a refusal names the time after which there is room, and until then there is none', async () => {
  const ask = async () => {
    const browser = await makeSession(team, team.owner);
    const headers = { 'idempotency-key': newName() };
    const answer = await browser.post(
      'members.invite',
      JSON.stringify({ email: email() }),
      headers,
    );
    return [answer.status, Number(answer.headers.get('retry-after'))];
  };
  expect((await ask())[0]).toBe(200);
  const [status, seconds = 0] = await ask();
  expect(status).toBe(429);
  // 536 MiB are too many, and 64 MiB expire a day.
  expect(seconds).toBeGreaterThan((8.3 * DAY_MS) / 1000);
  expect(seconds).toBeLessThanOrEqual((8.375 * DAY_MS) / 1000);
  api().clock.travel((seconds - 2) * 1000);
  expect((await ask())[0]).toBe(429);
  api().clock.travel(2000);
  expect((await ask())[0]).toBe(200);
});
