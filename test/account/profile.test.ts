import { beforeEach, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailsTo, runMails } from '../mail/harness/mails.ts';

const api = useApi();
const NEW = 'another horse battery';
let team: TestTeam;
let person: Person;

beforeEach(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
});

test('a person reads and changes name and language', async () => {
  const { app } = await makeSession(team, person);
  const before = await app.account.profile.query({});
  expect(before).toEqual({
    id: person.userId,
    email: person.email,
    name: 'A person',
    lang: 'de',
    has_password: true,
    password_changed_at: null,
    new_email: null,
    version: expect.any(String),
  });
  const { version } = before;
  const after = await app.account.changeProfile.mutate({ version, name: ' B ', lang: 'en' });
  expect(after).toMatchObject({ name: 'B', lang: 'en' });
  expect(await app.account.profile.query({})).toEqual(after);
});

test.each(['A\nB', 'A\tB', 'A\u202eB', 'A\u2028B'])(
  'a name is one line that looks the same everywhere: %j is refused',
  async (name) => {
    const { app } = await makeSession(team, person);
    const { version } = await app.account.profile.query({});
    expect(await codeOf(app.account.changeProfile.mutate({ version, name }))).toBe(
      'validation_error',
    );
    expect((await app.account.profile.query({})).name).toBe('A person');
  },
);

test('an edit of a profile that has changed meanwhile is refused', async () => {
  const { app } = await makeSession(team, person);
  const { version } = await app.account.profile.query({});
  await app.account.changeProfile.mutate({ version, lang: 'en' });
  expect(await codeOf(app.account.changeProfile.mutate({ version, name: 'C' }))).toBe('stale');
  expect((await app.account.profile.query({})).name).toBe('A person');
});

test('if several edits of one version come at the same time, only one is accepted', async () => {
  const { app } = await makeSession(team, person);
  const { version } = await app.account.profile.query({});
  const change = async (name: string) => {
    const browser = await makeSession(team, person);
    return codeOf(browser.app.account.changeProfile.mutate({ version, name }));
  };
  const codes = await Promise.all(['D', 'E', 'F'].map(change));
  expect(codes.sort()).toEqual(['ok', 'stale', 'stale']);
});

test('a new password ends all other sessions, gives the present session a new token, and causes a mail', async () => {
  const [here, elsewhere] = [await signIn(api(), person), await signIn(api(), person)];
  const before = here.session;
  await here.app.account.changePassword.mutate({ password: NEW });
  expect(await elsewhere.app.session.current.query({})).toBe(null);
  expect(here.session).not.toBe(before);
  expect((await here.app.session.current.query({}))?.person.id).toBe(person.userId);
  const attempt = (password: string) =>
    codeOf(new Browser(api()).app.session.signIn.mutate({ email: person.email, password }));
  expect([await attempt(PASSWORD), await attempt(NEW)]).toEqual(['wrong_credentials', 'ok']);
  await runMails(api());
  const [mail] = await mailsTo(api(), person.email);
  expect(mail?.subject).toBe('Ihr Passwort wurde geändert');
  expect(mail?.body).toContain(person.email);
});

test('the security log says what happened, when and from where, newest first, of this person alone', async () => {
  const other = await makePerson(team);
  await signIn(api(), other);
  const browser = await signIn(api(), person);
  browser.headers = { 'user-agent': 'A browser' };
  api().clock.travel(1000);
  await browser.app.account.changePassword.mutate({ password: NEW });
  const { data, next_cursor } = await browser.app.account.securityLog.query({});
  expect(next_cursor).toBe(null);
  expect(data.map(({ kind }) => kind)).toEqual(['password_changed', 'signed_in']);
  expect(data[0]).toEqual({
    id: expect.stringMatching(/^sec_/),
    kind: 'password_changed',
    details: {},
    at: api().clock.now().toISOString(),
    ip: '127.0.0.1',
    user_agent: 'A browser',
  });
});

test('the pages of the security log have each entry once, even while others are written', async () => {
  const browser = await makeSession(team, person);
  const write = async (n: number) => {
    for (let i = 0; i < n; i += 1) {
      api().clock.travel(i % 2);
      await makeSession(team, person);
      await browser.app.session.revokeOthers.mutate({});
    }
  };
  await write(7);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await browser.app.account.securityLog.query({
      limit: '3',
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
    await write(1);
  } while (cursor);
  expect(seen).toHaveLength(7);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
});

test("another person's cursor is refused like an invalid one", async () => {
  const stranger = await makePerson(team);
  const other = await makeSession(team, stranger);
  for (let n = 0; n < 2; n += 1) {
    await makeSession(team, stranger);
    await other.app.session.revokeOthers.mutate({});
  }
  const { next_cursor } = await other.app.account.securityLog.query({ limit: '1' });
  const { app } = await makeSession(team, person);
  for (const cursor of [next_cursor ?? '', `sec_${'0'.repeat(26)}`]) {
    const refused = codeOf(app.account.securityLog.query({ cursor }));
    expect(await refused).toBe('validation_error');
  }
});
