import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CALLS_PER_SESSION, Callers, CHANGES_PER_SESSION } from '../../src/app/callers.ts';
import type { Session } from '../../src/auth/session.ts';
import { ApiError } from '../../src/shared/errors.ts';
import {
  Browser,
  codeOf,
  errorOf,
  makePerson,
  makeSession,
  PASSWORD,
  signIn,
} from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Authenticator } from './harness/authenticator.ts';
import { addPasskey } from './harness/passkeys.ts';

const api = useApi({ env: { TRUST_PROXY: '1' } });
let team: TestTeam;
let owner: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makePerson(team);
});

const attempt = ({ email }: Person, browser = new Browser(api())) =>
  codeOf(browser.app.session.signIn.mutate({ email, password: PASSWORD }));

/** As if so many had been counted in this window, for a subject that is counted already. */
async function countedBefore(subject: string, count: number): Promise<void> {
  const { rowCount } = await api().sql.query(
    'update sign_in_throttle set failures = $2 where subject = $1',
    [subject, count],
  );
  expect(rowCount).toBe(1);
}

/** Sends as many calls at once as the server takes in a request. */
async function tenCalls(browser: Browser, path: string, isChange: boolean): Promise<Response> {
  const input = JSON.stringify(Object.fromEntries([...Array(10)].map((_, i) => [i, {}])));
  const paths = Array(10).fill(path).join(',');
  return isChange
    ? browser.post(`${paths}?batch=1`, input)
    : browser.fetch(`${browser.url(paths)}?batch=1&input=${encodeURIComponent(input)}`);
}

async function codesOf(response: Response): Promise<string[]> {
  const answers = (await response.json()) as { error?: { data: { code: string } } }[];
  return answers.map(({ error }) => error?.data.code ?? 'ok');
}

/** Lets others sign in three times while `flood` goes on. */
async function signInDuring(flood: () => Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: 24 }, async () => {
      while (!isOver) await flood();
    }),
  );
  const codes: string[] = [];
  for (let n = 0; n < 3; n += 1) codes.push(await attempt(owner));
  isOver = true;
  await running;
  return codes;
}

describe('passwords', () => {
  test("a member's proofs and new passwords never make another's sign-in fail", async () => {
    const member = await makePerson(team);
    const browser = await makeSession(team, member);
    const codes = await signInDuring(() =>
      Promise.all([
        codeOf(browser.stolen().app.session.prove.mutate({ password: PASSWORD })),
        codeOf(browser.stolen().app.account.changePassword.mutate({ password: 'short words' })),
      ]),
    );
    expect(codes).toEqual(['ok', 'ok', 'ok']);
  });

  test("nor do a member's own sign-ins: all of them have one place among those who wait", async () => {
    const member = await makePerson(team);
    expect(await signInDuring(() => attempt(member))).toEqual(['ok', 'ok', 'ok']);
  });

  test('a password that is used too often is refused with a time, to this person alone', async () => {
    const [one, other] = [await makePerson(team), await makePerson(team)];
    const browser = await makeSession(team, one);
    const prove = (of = browser) => of.app.session.prove.mutate({ password: PASSWORD });
    await prove();
    await countedBefore(`password_used:${one.userId}`, 60);
    expect(await errorOf(prove())).toMatchObject({
      code: 'rate_limited',
      retry_after: 900,
      explanation: 'Sie haben Ihr Passwort zu oft verwendet.',
    });
    const changed = browser.app.account.changePassword.mutate({ password: 'another long one' });
    expect(await codeOf(changed)).toBe('rate_limited');
    expect(await codeOf(prove(await makeSession(team, other)))).toBe('ok');
    // Whoever holds a session of the person cannot lock the person out with it.
    expect(await attempt(one)).toBe('ok');
    api().clock.travel(15 * 60_000);
    expect(await codeOf(prove(await makeSession(team, one)))).toBe('ok');
  });

  test('each proof and each new password counts, right or wrong; one that had no turn does not', async () => {
    const member = await makePerson(team);
    const browser = await makeSession(team, member);
    await browser.app.session.prove.mutate({ password: PASSWORD });
    await codeOf(browser.app.session.prove.mutate({ password: 'wrong' }));
    await browser.app.account.changePassword.mutate({ password: 'another long one' });
    const many = await Promise.all(
      Array.from({ length: 12 }, () =>
        codeOf(browser.stolen().app.session.prove.mutate({ password: 'wrong' })),
      ),
    );
    const busy = many.filter((code) => code === 'sign_in_busy').length;
    expect(busy).toBeGreaterThan(0);
    const { rows } = await api().sql.query(
      'select failures from sign_in_throttle where subject = $1',
      [`password_used:${member.userId}`],
    );
    expect(rows).toEqual([{ failures: 3 + 12 - busy }]);
  });

  test('sign-ins that succeed count too, for the person alone', async () => {
    const [one, other] = [await makePerson(team), await makePerson(team)];
    const known = await signIn(api(), one);
    await countedBefore(`signed_in:${one.userId}`, 60);
    expect(await attempt(one)).toBe('rate_limited');
    expect(await attempt(one, known)).toBe('rate_limited');
    expect(await attempt(other)).toBe('ok');
    const error = await errorOf(
      known.app.session.signIn.mutate({ email: one.email, password: PASSWORD }),
    );
    expect(error).toMatchObject({ retry_after: 900 });
    api().clock.travel(15 * 60_000);
    expect(await attempt(one)).toBe('ok');
  });
});

describe('calls of a person who is signed in', () => {
  test('of a batch each call counts, and beyond the limit is told when to come back', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    for (let calls = 0; calls < CALLS_PER_SESSION; calls += 10) {
      await tenCalls(browser, 'session.current', false);
    }
    const refused = await errorOf(browser.app.session.current.query({}));
    expect(refused).toMatchObject({
      ...{ code: 'rate_limited', retry_after: expect.any(Number) },
      explanation: 'Das waren zu viele Aufrufe in einer Minute.',
    });
    expect(refused.retry_after).toBeLessThanOrEqual(60);
    const exported = await browser.fetch(`http://127.0.0.1:${api().port}/app/export/my-data.json`);
    expect([exported.status, exported.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    // A stolen session does not keep its person from ending it.
    const another = await makeSession(team, person);
    expect(await codeOf(another.app.session.revokeOthers.mutate({}))).toBe('ok');
  });

  test('100 requests that change nothing write no row, and no more than 300 changes are made', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    await makeSession(team, person);
    const codes: string[] = [];
    for (let request = 0; request < 100; request += 1) {
      codes.push(...(await codesOf(await tenCalls(browser, 'session.revokeOthers', true))));
    }
    expect(codes.filter((code) => code === 'ok')).toHaveLength(CHANGES_PER_SESSION);
    expect(new Set(codes)).toEqual(new Set(['ok', 'rate_limited']));
    expect(await codeOf(browser.app.session.list.query({}))).toBe('ok');
    const { data } = await browser.app.account.securityLog.query({});
    expect(data.map(({ kind }) => kind)).toEqual(['sessions_revoked']);
  });

  test('a passkey that keeps its name leaves no entry', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    const { id: passkey_id } = await addPasskey(browser, new Authenticator(), { name: 'Key' });
    const rename = (name: string, id = passkey_id) =>
      codeOf(browser.app.account.renamePasskey.mutate({ passkey_id: id, name }));
    expect([await rename('Key'), await rename('Other'), await rename('Other')]).toEqual(
      Array(3).fill('ok'),
    );
    expect(await rename('Other', randomBytes(32).toString('base64url'))).toBe('not_found');
    const { data } = await browser.app.account.securityLog.query({});
    expect(data.map(({ kind }) => kind).sort()).toEqual(['passkey_added', 'passkey_renamed']);
  });

  test('challenges for a passkey are bounded for the person', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    await browser.app.session.proveChallenge.mutate({});
    await countedBefore(`challenge:${person.userId}`, 59);
    expect(await codeOf(browser.app.account.passkeyRegistration.mutate({}))).toBe('ok');
    const refused = await errorOf(browser.app.session.proveChallenge.mutate({}));
    expect(refused).toMatchObject({ code: 'rate_limited', retry_after: 900 });
    const { rowCount } = await api().sql.query(
      'select from sign_in_challenge where person_id = $1',
      [person.userId],
    );
    expect(rowCount).toBe(2);
  });

  test('a person has twice, a team twenty times as much as one session', () => {
    const callers = new Callers(api().pool, api().clock);
    const charge = (personId: string, id: string, tenantId: string) => {
      // Of the actor only the team counts.
      const actor = { tenantId } as Session['actor'];
      callers.charge({ id, personId, actor } as Session, 'mutation');
    };
    const succeeded = (people: number, sessions: number, tenantId: string) => {
      let count = 0;
      for (let n = 0; n < people * sessions * CHANGES_PER_SESSION; n += 1) {
        const person = `${tenantId}-${n % people}`;
        try {
          charge(person, `${person}-${n % (people * sessions)}`, tenantId);
          count += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }
      return count;
    };
    expect(succeeded(1, 3, 'one')).toBe(2 * CHANGES_PER_SESSION);
    expect(succeeded(21, 1, 'many')).toBe(20 * CHANGES_PER_SESSION);
    expect(succeeded(1, 1, 'other')).toBe(CHANGES_PER_SESSION);
  });
});

describe('an IPv6 network', () => {
  const from = (address: string) => {
    const browser = new Browser(api());
    browser.headers = { 'x-forwarded-for': address };
    return browser;
  };

  test('of /56 has four times and of /48 sixteen times the failed sign-ins of a /64', async () => {
    const member = await makePerson(team);
    await codeOf(
      from('2001:db8:1:201::1').app.session.signIn.mutate({
        email: 'a@example.com',
        password: 'x',
      }),
    );
    const { rows } = await api().sql.query(
      `select subject from sign_in_throttle where subject like 'address:2001:db8:1:%' order by 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'address:2001:db8:1:200::/56',
      'address:2001:db8:1:201::/64',
      'address:2001:db8:1::/48',
    ]);
    await countedBefore('address:2001:db8:1:200::/56', 399);
    expect(await attempt(member, from('2001:db8:1:2ff::1'))).toBe('ok');
    await countedBefore('address:2001:db8:1:200::/56', 400);
    expect(await attempt(member, from('2001:db8:1:2fe::1'))).toBe('wrong_credentials');
    expect(await attempt(member, from('2001:db8:1:300::1'))).toBe('ok');
    await countedBefore('address:2001:db8:1::/48', 1_600);
    expect(await attempt(member, from('2001:db8:1:400::1'))).toBe('wrong_credentials');
    expect(await attempt(member, from('2001:db8:2:400::1'))).toBe('ok');
  });

  test('asks for resets by the same rule', async () => {
    const ask = (n: number, address: string) =>
      from(address).app.account.requestReset.mutate({ email: `net-${n}@example.com` });
    await ask(0, '2001:db8:5:1::1');
    await countedBefore('reset_by:2001:db8:5::/48', 480);
    await ask(1, '2001:db8:5:f000::1');
    const { rows } = await api().sql.query(
      `select payload ->> 'email' as email from graphile_worker._private_jobs
       where payload ->> 'email' like 'net-%'`,
    );
    expect(rows).toEqual([{ email: 'net-0@example.com' }]);
  });

  test('without a session makes four and sixteen times the calls', async () => {
    const call = (address: string) => tenCalls(from(address), 'session.current', false);
    for (let n = 0; n < 240; n += 1)
      expect((await call(`2001:db8:3:${n % 16}::1`)).status).toBe(200);
    expect((await call('2001:db8:3:ff::1')).status).toBe(429);
    expect((await call('2001:db8:3:100::1')).status).toBe(200);
  });

  test('without a valid key sends four times the requests to the public API; a valid key counts apart', async () => {
    const get = (address: string, key = 'nothing') =>
      team.request('GET', '/me', { key, headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const many = Array.from({ length: 119 }, () => get(`2001:db8:4:${n}::1`));
      statuses.push(...(await Promise.all(many)).map(({ status }) => status));
    }
    for (let n = 4; n < 8; n += 1) statuses.push((await get(`2001:db8:4:${n}::1`)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await get('2001:db8:4:9::1');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '480',
      'ratelimit-remaining': '0',
      'retry-after': refused.headers['ratelimit-reset'],
    });
    expect((await get('2001:db8:4:9::1', team.key)).status).toBe(200);
    expect((await get('2001:db8:4:100::1')).status).toBe(401);
  });
});
