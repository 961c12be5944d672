import { beforeAll, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  person = await makePerson(team, { role: 'admin' });
});

function attempt(email: string, password: string, browser = new Browser(api())): Promise<string> {
  return codeOf(browser.app.session.signIn.mutate({ email, password }));
}

/** Writes failed sign-ins of this window for the subjects of one kind. */
async function failedBefore(kind: string, failures: number): Promise<void> {
  await api().sql.query(
    `update sign_in_throttle set failures = failures + $2 where subject like $1 || ':%'`,
    [kind, failures],
  );
}

/** Lets the windows end, so that failures of other tests do not count. */
function waitForWindows(): void {
  api().clock.travel(16 * 60_000);
}

test('a person signs in with e-mail and password, and the app names this person', async () => {
  const browser = await signIn(api(), person);
  expect(await browser.app.session.current.query({})).toMatchObject({
    person: { id: person.userId, email: person.email },
    team: { id: team.tenantId, member_id: person.memberId, role: 'admin', rights: [] },
    teams: [{ id: team.tenantId, role: 'admin' }],
    fresh_until: new Date(api().clock.now().getTime() + 600_000).toISOString(),
  });
});

test('nobody is signed in without a session', async () => {
  expect(await new Browser(api()).app.session.current.query({})).toBe(null);
});

test('an address has one spelling (D105), and a password with an umlaut too', async () => {
  expect(await attempt(` ${person.email.toUpperCase()} `, PASSWORD)).toBe('ok');
});

test('the answer is the same to a wrong password, an unknown address and a person without a password', async () => {
  const withoutPassword = await team.addMember();
  const answers = await Promise.all(
    [person.email, 'nobody@example.com', withoutPassword.email].map(async (email) => {
      const browser = new Browser(api());
      const body = JSON.stringify({ email, password: 'wrong wrong wrong' });
      const response = await browser.post('session.signIn', body);
      const { error } = (await response.json()) as { error: { data: object } };
      return [response.status, { ...error.data, request_id: null }, browser.cookies.size];
    }),
  );
  expect(answers[0]).toEqual([401, expect.objectContaining({ code: 'wrong_credentials' }), 0]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('a person who tries too often from one address is refused, even with the right password, until the window ends', async () => {
  waitForWindows();
  for (let i = 0; i < 10; i++) expect(await attempt(person.email, `wrong ${i}`)).not.toBe('ok');
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  waitForWindows();
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
});

test('a success resets the count of failures before it', async () => {
  waitForWindows();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect(await attempt(person.email, `wrong ${i}`)).not.toBe('ok');
    expect(await attempt(person.email, PASSWORD)).toBe('ok');
  }
});

test('nobody can lock a person out of a browser in which the person has signed in before', async () => {
  waitForWindows();
  const familiar = await signIn(api(), person);
  await familiar.app.session.signOut.mutate({});
  await attempt(person.email, 'wrong');
  await failedBefore('account', 50);
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  expect(await attempt(person.email, PASSWORD, familiar)).toBe('ok');
});

test('one address cannot lock the account for other addresses', async () => {
  waitForWindows();
  await attempt(person.email, 'wrong');
  await failedBefore('pair', 10);
  await failedBefore('account', 48);
  for (let i = 0; i < 3; i++) await attempt(person.email, 'wrong');
  // The next attempt counts as one from another address.
  await api().sql.query(`delete from sign_in_throttle where subject like 'pair:%'`);
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
});

test('an attempt above a limit writes no further row', async () => {
  waitForWindows();
  const counts = async () => {
    const { rows } = await api().sql.query(
      `select split_part(subject, ':', 1) as kind, count(*)::int as n from sign_in_throttle
       where started_at > $1 group by 1`,
      [new Date(api().clock.now().getTime() - 60_000)],
    );
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  };
  await attempt('v0@example.com', 'wrong');
  expect(await counts()).toEqual({ address: 1, pair: 1, account: 1 });
  await failedBefore('address', 100);
  for (let i = 0; i < 5; i++) await attempt(`v${i}@example.com`, 'wrong');
  expect(await counts()).toEqual({ address: 1, pair: 1, account: 1 });
  waitForWindows();
});

test('a caller who tries many accounts from one address is refused after a few', async () => {
  waitForWindows();
  await attempt('victim@example.com', 'wrong');
  await failedBefore('address', 98);
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
  await attempt('victim@example.com', 'wrong');
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  waitForWindows();
});

test('an address that has failed too often takes no turn of the password comparison from others', async () => {
  waitForWindows();
  await attempt('victim@example.com', 'wrong');
  await failedBefore('address', 100);
  const flood = Array.from({ length: 60 }, (_, i) => attempt(`v${i}@example.com`, 'wrong'));
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['wrong_credentials']));
  waitForWindows();
});

test('the throttle holds over all processes', async () => {
  waitForWindows();
  const other = await api().beside();
  const there = () => attempt(person.email, 'wrong', new Browser(other));
  for (let i = 0; i < 5; i++) {
    await there();
    await attempt(person.email, 'wrong');
  }
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  expect(
    await codeOf(
      new Browser(other).app.session.signIn.mutate({ email: person.email, password: PASSWORD }),
    ),
  ).toBe('wrong_credentials');
  await other.close();
  waitForWindows();
});

test('session fixation: a sign-in makes a new session, and ends the one that the browser showed', async () => {
  const attacker = await signIn(api(), await makePerson(team));
  const victim = new Browser(api());
  victim.session = attacker.session ?? '';
  await victim.app.session.signIn.mutate({ email: person.email, password: PASSWORD });
  expect(victim.session).not.toBe(attacker.session);
  expect(await attacker.app.session.current.query({})).toBe(null);
  const invented = new Browser(api());
  invented.session = 'A'.repeat(43);
  await invented.app.session.signIn.mutate({ email: person.email, password: PASSWORD });
  expect(invented.session).not.toBe('A'.repeat(43));
});

test('only the hash of a session is stored, and the cookie is for this host over TLS alone', async () => {
  const browser = new Browser(api());
  const body = JSON.stringify({ email: person.email, password: PASSWORD });
  const response = await browser.post('session.signIn', body);
  const [line] = response.headers.getSetCookie();
  expect(line).toMatch(
    /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
  const { rows } = await api().sql.query('select s::text as text from session s');
  expect(JSON.stringify(rows)).not.toContain(browser.session);
  expect(api().logLines.join('')).not.toContain(browser.session);
  expect(api().logLines.join('')).not.toContain(person.email);
});
