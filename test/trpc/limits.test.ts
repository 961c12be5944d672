import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../src/auth/session.ts';
import { hashed } from '../../src/features/session/charge-attempt.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { CALLS_PER_SESSION, Callers, CHANGES_PER_SESSION } from '../../src/trpc/callers.ts';
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
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey, signInWith } from '../passkeys/harness/passkeys.ts';

const api = useApi();
let team: TestTeam;
let owner: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makePerson(team);
});

const attempt = ({ email }: Person, browser = new Browser(api())) =>
  codeOf(browser.app.session.signIn.mutate({ email, password: PASSWORD }));

const subjectOf = (kind: string, personId: string) => `${kind}:${hashed(personId)}`;

/** Sets the count of this window to `count`. The window of the person must exist already. */
async function countedBefore(kind: string, { userId }: Person, count: number): Promise<void> {
  const { rowCount } = await api().sql.query(
    'update sign_in_throttle set failures = $2 where subject = $1',
    [subjectOf(kind, userId), count],
  );
  expect(rowCount).toBe(1);
}

/** Sends as many calls at once as the server takes in a request. */
function tenCalls(browser: Browser, path: string): Promise<Response> {
  const input = JSON.stringify(Object.fromEntries([...Array(10)].map((_, i) => [i, {}])));
  return browser.post(`${Array(10).fill(path).join(',')}?batch=1`, input);
}

async function codesOf(response: Response): Promise<string[]> {
  const answers = (await response.json()) as { error?: { data: { code: string } } }[];
  return answers.map(({ error }) => error?.data.code ?? 'ok');
}

const AT_ONCE = 24;

/** Lets others sign in three times during `flood`. */
async function signInDuring(flood: (n: number) => Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      while (!isOver) await flood(n);
    }),
  );
  const codes: string[] = [];
  for (let n = 0; n < 3; n += 1) codes.push(await attempt(owner));
  isOver = true;
  await running;
  return codes;
}

describe('passwords', () => {
  test("proofs and new passwords of members never make another person's sign-in fail", async () => {
    // The number of sign-ins is more than are hashed or may wait.
    const members = await Promise.all(Array.from({ length: AT_ONCE }, () => makePerson(team)));
    const browsers = await Promise.all(members.map((member) => makeSession(team, member)));
    const codes = await signInDuring(async (n) => {
      const { app } = browsers[n] ?? new Browser(api());
      const password = 'another long one';
      await (n % 2 === 0
        ? codeOf(app.session.prove.mutate({ password }))
        : codeOf(app.account.changePassword.mutate({ password })));
    });
    expect(codes).toEqual(['ok', 'ok', 'ok']);
  });

  test("a member's own sign-ins never make another person's sign-in fail: together they have one place in the queue", async () => {
    const member = await makePerson(team);
    expect(await signInDuring(() => attempt(member))).toEqual(['ok', 'ok', 'ok']);
  });

  test('a password that is used too often is refused with a time, for this person alone', async () => {
    const [one, other] = [await makePerson(team), await makePerson(team)];
    const browser = await makeSession(team, one);
    const prove = (requested = browser) =>
      requested.app.session.prove.mutate({ password: PASSWORD });
    await prove();
    await countedBefore('password_used', one, 60);
    expect(await errorOf(prove())).toMatchObject({
      code: 'rate_limited',
      retry_after: 900,
      explanation: 'Sie haben Ihr Passwort zu oft verwendet.',
    });
    const changed = browser.app.account.changePassword.mutate({ password: 'another long one' });
    expect(await codeOf(changed)).toBe('rate_limited');
    expect(await codeOf(prove(await makeSession(team, other)))).toBe('ok');
    // Somebody with a session of the person cannot lock the person out.
    expect(await attempt(one)).toBe('ok');
    api().clock.travel(15 * 60_000);
    expect(await codeOf(prove(await makeSession(team, one)))).toBe('ok');
  });

  test('each proof and each new password counts, right or wrong, unless it got no turn', async () => {
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
      [subjectOf('password_used', member.userId)],
    );
    expect(rows).toEqual([{ failures: 3 + 12 - busy }]);
  });

  test('successful sign-ins count too, for the person alone', async () => {
    const [one, other] = [await makePerson(team), await makePerson(team)];
    const familiar = await signIn(api(), one);
    await countedBefore('signed_in', one, 60);
    expect(await attempt(one)).toBe('rate_limited');
    expect(await attempt(one, familiar)).toBe('rate_limited');
    expect(await attempt(other)).toBe('ok');
    const error = await errorOf(
      familiar.app.session.signIn.mutate({ email: one.email, password: PASSWORD }),
    );
    expect(error).toMatchObject({ retry_after: 900 });
    api().clock.travel(15 * 60_000);
    expect(await attempt(one)).toBe('ok');
  });
});

test('sign-ins with a passkey count like those with a password', async () => {
  const person = await makePerson(team);
  const authenticator = new Authenticator();
  await addPasskey(await makeSession(team, person), authenticator);
  expect(await signInWith(new Browser(api()), authenticator)).toBe('ok');
  await countedBefore('signed_in', person, 60);
  expect(await signInWith(new Browser(api()), authenticator)).toBe('rate_limited');
  expect(await attempt(person)).toBe('rate_limited');
});

describe('calls of a person who is signed in', () => {
  /** Makes the minute last, however slow the machine is. */
  const stopMinute = () => {
    api().clock.elapsesMs = 0;
  };
  afterEach(() => {
    api().clock.elapsesMs = 1_000;
  });

  test('each call of a batch counts, and one beyond the limit says when to come back', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    stopMinute();
    const ten = `${browser.url(Array(10).fill('members.former').join(','))}?batch=1`;
    // Refused calls count too.
    for (let calls = 0; calls < CALLS_PER_SESSION; calls += 10) await browser.fetch(ten);
    const refused = await errorOf(browser.app.session.current.query({}));
    expect(refused).toMatchObject({
      code: 'rate_limited',
      retry_after: expect.any(Number),
      explanation: 'Das waren zu viele Aufrufe in einer Minute.',
    });
    expect(refused.retry_after).toBeLessThanOrEqual(60);
    const exported = await browser.fetch(`http://127.0.0.1:${api().port}/app/export/my-data.json`);
    expect([exported.status, exported.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    // A stolen session does not keep the person from ending it.
    const another = await makeSession(team, person);
    expect(await codeOf(another.app.session.revokeOthers.mutate({}))).toBe('ok');
  });

  test('100 requests that change nothing write no row, and at most 300 changes are made', async () => {
    const person = await makePerson(team);
    const browser = await makeSession(team, person);
    await makeSession(team, person);
    stopMinute();
    const codes: string[] = [];
    for (let request = 0; request < 100; request += 1) {
      codes.push(...(await codesOf(await tenCalls(browser, 'session.revokeOthers'))));
    }
    expect(codes.filter((code) => code === 'ok')).toHaveLength(300);
    expect(new Set(codes)).toEqual(new Set(['ok', 'rate_limited']));
    expect(await codeOf(browser.app.session.list.query({}))).toBe('ok');
    const { data } = await browser.app.account.securityLog.query({});
    expect(data.map(({ kind }) => kind)).toEqual(['sessions_revoked']);
  });

  test('an export of a list counts as a change, because the audit log names it', async () => {
    const browser = await makeSession(team, team.owner);
    stopMinute();
    for (let request = 0; request < CHANGES_PER_SESSION; request += 10) {
      await tenCalls(browser, 'session.revokeOthers');
    }
    const exported = (file: string) =>
      browser.fetch(`http://127.0.0.1:${api().port}/app/export/${file}`);
    for (const file of ['audit-log.csv', 'my-data.json']) {
      expect([file, (await exported(file)).status]).toEqual([file, 429]);
    }
    expect(await codeOf(browser.app.session.list.query({}))).toBe('ok');
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
    await countedBefore('challenge', person, 59);
    expect(await codeOf(browser.app.account.passkeyRegistration.mutate({}))).toBe('ok');
    const refused = await errorOf(browser.app.session.proveChallenge.mutate({}));
    expect(refused).toMatchObject({ code: 'rate_limited', retry_after: 900 });
    const { rowCount } = await api().sql.query(
      'select from sign_in_challenge where person_id = $1',
      [person.userId],
    );
    expect(rowCount).toBe(2);
  });

  test('a person has twice, a team twenty times the limit of a session', () => {
    stopMinute();
    const callers = new Callers(api().pool, api().clock);
    const charge = (personId: string, id: string, tenantId: string) => {
      // Only the actor's team matters here.
      const actor = { tenantId, homeTenantId: tenantId } as Session['actor'];
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
