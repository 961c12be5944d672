import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';
import { mailsTo, runMails } from '../mail/harness/mails.ts';
import { Authenticator, flags } from './harness/authenticator.ts';
import { addPasskey, passkeyLog, proveWith, signInWith } from './harness/passkeys.ts';

const api = useApi();
let team: TestTeam;
let person: Person;
let browser: Browser;
let authenticator: Authenticator;

beforeEach(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
  browser = await makeSession(team, person);
  authenticator = new Authenticator();
});

const list = async (visitor = browser) => (await visitor.app.account.passkeys.query({})).data;
const remove = (passkey_id: string, visitor = browser) =>
  codeOf(visitor.app.account.removePasskey.mutate({ passkey_id }));

/** Stops both changes of passkeys after they have read, until both wait. */
async function twoAtOnce(first: () => Promise<string>, second: () => Promise<string>) {
  const client = await api().sql.connect();
  await client.query('begin; lock table passkey in share mode');
  const both = Promise.all([first(), second()]);
  await until('both wait', async () => (await waitingBackends(api().sql)).length === 2).finally(
    async () => {
      await client.query('commit');
      client.release();
    },
  );
  return (await both).sort();
}

async function withoutPassword(): Promise<void> {
  await api().sql.query('update person set password_hash = null where id = $1', [person.userId]);
}

describe('a new passkey', () => {
  test('is requested as one that needs no e-mail, and verifies the person', async () => {
    const { options } = await browser.app.account.passkeyRegistration.mutate({});
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'localhost' },
      user: { name: person.email, displayName: 'A person' },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.userId);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  test('is in the list, with a default name until the person names it', async () => {
    const now = api().clock.now().toISOString();
    const backedUp = {
      flags: flags.present | flags.verified | flags.mayBeBackedUp | flags.isBackedUp,
    };
    const first = await addPasskey(browser, authenticator);
    const second = await addPasskey(browser, authenticator, { lie: backedUp });
    const named = await addPasskey(browser, authenticator, { name: 'Key ring' });
    const unused = { created_at: now, last_used_at: null };
    const shown = [
      { id: first.id, name: 'Passkey 1', is_backed_up: false, ...unused },
      { id: second.id, name: 'Passkey 2', is_backed_up: true, ...unused },
      { id: named.id, name: 'Key ring', is_backed_up: false, ...unused },
    ];
    expect([first, second, named]).toEqual(shown);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect((await list()).sort(byId)).toEqual(shown.sort(byId));
    expect(await list(await makeSession(team, team.owner))).toEqual([]);
  });

  test('cannot be made on an authenticator that has one of this person: the browser gets their ids', async () => {
    const { id } = await addPasskey(browser, authenticator);
    const { options } = await browser.app.account.passkeyRegistration.mutate({});
    expect(options.excludeCredentials).toEqual([
      { id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('ends no session', async () => {
    const other = await makeSession(team, person);
    const { id } = await addPasskey(browser, authenticator);
    expect(await remove(id)).toBe('ok');
    expect(await other.app.session.current.query({})).not.toBe(null);
    expect(await browser.app.session.current.query({})).not.toBe(null);
  });

  test('is refused to a person who has twenty, even if two come at the same time', async () => {
    await api().sql.query(
      `insert into passkey (id, person_id, public_key, counter, name, created_at)
       select 'full-' || $1 || '-' || n, $1, sha256('1'), 0, 'Passkey ' || n, now()
       from generate_series(1, 19) n`,
      [person.userId],
    );
    const other = await makeSession(team, person);
    const codes = await twoAtOnce(
      () => codeOf(addPasskey(browser, authenticator)),
      () => codeOf(addPasskey(other, authenticator)),
    );
    expect(codes).toEqual(['ok', 'too_many_passkeys']);
    expect(await codeOf(browser.app.account.passkeyRegistration.mutate({}))).toBe(
      'too_many_passkeys',
    );
  });
});

describe('a sign-in with a passkey', () => {
  test('needs no e-mail and no password, and otherwise equals one with a password', async () => {
    const { id } = await addPasskey(browser, authenticator);
    const other = new Browser(api());
    const { options } = await other.app.session.passkeyChallenge.mutate({});
    expect(options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
    });
    expect(await signInWith(other, authenticator)).toBe('ok');
    const now = api().clock.now();
    expect(await other.app.session.current.query({})).toMatchObject({
      person: { id: person.userId },
      team: { id: team.tenantId, member_id: person.memberId },
      fresh_until: new Date(now.getTime() + 600_000).toISOString(),
    });
    expect(await list()).toMatchObject([{ id, last_used_at: now.toISOString() }]);
  });

  test('ends the session that the browser has sent, which somebody else may have planted', async () => {
    await addPasskey(browser, authenticator);
    const attacker = await makeSession(team, await makePerson(team));
    const victim = new Browser(api());
    victim.session = attacker.session ?? '';
    expect(await signInWith(victim, authenticator)).toBe('ok');
    expect(victim.session).not.toBe(attacker.session);
    expect(await attacker.app.session.current.query({})).toBe(null);
  });

  test('works while failed passwords lock the account, even from the same address', async () => {
    await addPasskey(browser, authenticator);
    const stranger = new Browser(api());
    const wrong = { email: person.email, password: 'wrong' };
    for (let i = 0; i < 10; i++) await codeOf(stranger.app.session.signIn.mutate(wrong));
    await api().sql.query('update sign_in_throttle set failures = 1000');
    const right = { email: person.email, password: PASSWORD };
    expect(await codeOf(stranger.app.session.signIn.mutate(right))).toBe('wrong_credentials');
    expect(await signInWith(stranger, authenticator)).toBe('ok');
    await api().sql.query('delete from sign_in_throttle');
  });

  test('works, without a team, for a person whose every membership has ended', async () => {
    await addPasskey(browser, authenticator);
    await api().sql.query(
      `update member set status = 'removed', removed_at = now() where tenant_id = $1 and id = $2`,
      [team.tenantId, person.memberId],
    );
    const other = new Browser(api());
    expect(await signInWith(other, authenticator)).toBe('ok');
    expect(await other.app.session.current.query({})).toMatchObject({ team: null, teams: [] });
  });

  test('works in several tabs of one browser', async () => {
    await addPasskey(browser, authenticator);
    const other = new Browser(api());
    const first = await other.app.session.passkeyChallenge.mutate({});
    await other.app.session.passkeyChallenge.mutate({});
    const { challenge_id, options } = first;
    const response = authenticator.use(options);
    const answered = other.app.session.signInWithPasskey.mutate({ challenge_id, response });
    expect(await codeOf(answered)).toBe('ok');
  });

  test('no longer works with a removed passkey', async () => {
    const { id } = await addPasskey(browser, authenticator);
    expect(await remove(id)).toBe('ok');
    expect(await list()).toEqual([]);
    expect(await signInWith(new Browser(api()), authenticator)).toBe('passkey_refused');
  });
});

describe('a proof with a passkey', () => {
  test('is fresh for ten minutes, and gives the session a new token', async () => {
    const { id } = await addPasskey(browser, authenticator);
    const stale = await makeSession(team, person, { provedAt: null });
    const former = stale.session;
    expect(await remove(id, stale)).toBe('fresh_proof_required');
    const { options } = await stale.app.session.proveChallenge.mutate({});
    expect(options.allowCredentials).toEqual([
      { id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(await proveWith(stale, authenticator)).toBe('ok');
    expect(stale.session).not.toBe(former);
    expect(await remove(id, stale)).toBe('ok');
  });
});

describe('a person without a password', () => {
  test('keeps one passkey, even if both are removed at the same time', async () => {
    const one = await addPasskey(browser, authenticator);
    const two = await addPasskey(browser, authenticator);
    await withoutPassword();
    const other = await makeSession(team, person);
    const codes = await twoAtOnce(
      () => remove(one.id),
      () => remove(two.id, other),
    );
    expect(codes).toEqual(['last_sign_in', 'ok']);
    expect(await list()).toHaveLength(1);
  });

  test('can remove the last one after setting a password', async () => {
    const { id } = await addPasskey(browser, authenticator);
    expect(await remove(id)).toBe('ok');
    expect(await codeOf(signIn(api(), person))).toBe('ok');
  });
});

test('a passkey is renamed: 1 to 100 characters in one line', async () => {
  const { id } = await addPasskey(browser, authenticator);
  const rename = (name: string) =>
    codeOf(browser.app.account.renamePasskey.mutate({ passkey_id: id, name }));
  expect(await rename(`  ${'ü'.repeat(100)} `)).toBe('ok');
  expect(await list()).toMatchObject([{ name: 'ü'.repeat(100) }]);
  for (const name of ['', '  ', 'x'.repeat(101), 'two\nlines', 'nul\0', '\ud800']) {
    expect(await rename(name)).toBe('validation_error');
  }
});

test.each([
  ['de', 'Neuer Passkey für Ihr Konto', '  Name: Schlüsselbund'],
  ['en', 'New passkey for your account', '  Name: Schlüsselbund'],
])('a mail tells the person of a new passkey: %s', async (lang, subject, line) => {
  await api().sql.query('update person set lang = $2 where id = $1', [person.userId, lang]);
  await addPasskey(browser, authenticator, { name: 'Schlüsselbund' });
  await runMails(api());
  const mails = await mailsTo(api(), person.email);
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  expect(mails[0]?.body).toContain(line);
  expect(mails[0]?.body).toContain(person.email);
});

test('the security log says what happened to passkeys', async () => {
  const { id } = await addPasskey(browser, authenticator);
  api().clock.travel(1_000);
  await browser.app.account.renamePasskey.mutate({ passkey_id: id, name: 'Phone' });
  api().clock.travel(1_000);
  await proveWith(browser, authenticator);
  api().clock.travel(1_000);
  await remove(id);
  expect(await passkeyLog(api(), person.userId)).toEqual([
    { kind: 'passkey_added', details: { name: 'Passkey 1' } },
    { kind: 'passkey_renamed', details: { name: 'Phone' } },
    { kind: 'passkey_used', details: { name: 'Phone' } },
    { kind: 'passkey_removed', details: { name: 'Phone' } },
  ]);
});
