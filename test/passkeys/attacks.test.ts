import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Authenticator, flags, type Lie } from './harness/authenticator.ts';
import { addPasskey, passkeyLog, proveWith, signInWith } from './harness/passkeys.ts';

const api = useApi();
let team: TestTeam;
let person: Person;
/** The browser in which the person is signed in and has added the passkey. */
let browser: Browser;
let authenticator: Authenticator;
/** A browser in which nobody is signed in. */
let other: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
  browser = await makeSession(team, person);
  authenticator = new Authenticator();
  other = new Browser(api());
  await addPasskey(browser, authenticator);
});

type Answer = Parameters<Browser['app']['session']['signInWithPasskey']['mutate']>[0];

const askToSignIn = (visitor: Browser) => visitor.app.session.passkeyChallenge.mutate({});
const askToProve = (visitor: Browser) => visitor.app.session.proveChallenge.mutate({});
const answer = (visitor: Browser, input: Answer) =>
  codeOf(visitor.app.session.signInWithPasskey.mutate(input));
const prove = (visitor: Browser, input: Answer) =>
  codeOf(visitor.app.session.proveWithPasskey.mutate(input));

async function signedAnswer(visitor: Browser): Promise<Answer> {
  const { challenge_id, options } = await askToSignIn(visitor);
  return { challenge_id, response: authenticator.use(options) };
}

const anotherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** Faults of a registration as well as of a use. */
const lies: [string, Lie][] = [
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page of another port of the same host', { origin: 'http://localhost:3001' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no verification of the person', { flags: flags.present }],
  ['nobody present', { flags: flags.verified }],
  ['another ceremony', { type: 'webauthn.other' }],
];

describe('a sign-in and a proof are refused with', () => {
  test.each<[string, Lie]>([
    ...lies,
    ['a registration', { type: 'webauthn.create' }],
    ['a wrong signature', { key: anotherKey }],
    ['the handle of somebody else', { userHandle: Buffer.from('usr_1').toString('base64url') }],
  ])('%s', async (_, lie) => {
    expect(await signInWith(other, authenticator, lie)).toBe('passkey_refused');
    expect(other.session).toBe(undefined);
    expect(await proveWith(browser, authenticator, lie)).toBe('passkey_refused');
    expect(await signInWith(other, authenticator)).toBe('ok');
  });

  test('no handle at a sign-in: the authenticator must say whose passkey it is', async () => {
    expect(await signInWith(other, authenticator, { userHandle: null })).toBe('passkey_refused');
    expect(await proveWith(browser, authenticator, { userHandle: null })).toBe('ok');
  });
});

describe('a registration is refused with', () => {
  test.each<[string, Lie]>([...lies, ['a use', { type: 'webauthn.get' }]])('%s', async (_, lie) => {
    expect(await codeOf(addPasskey(browser, new Authenticator(), { lie }))).toBe('passkey_refused');
    expect((await browser.app.account.passkeys.query({})).data).toHaveLength(1);
  });

  test('a passkey that some account already has', async () => {
    const another = await makeSession(team, await makePerson(team));
    for (const attacker of [browser, another]) {
      const { challenge_id, options } = await attacker.app.account.passkeyRegistration.mutate({});
      const copy = new Authenticator();
      const [{ id } = { id: '' }] = authenticator.credentials;
      const response = copy.register(options, { credentialId: id });
      const added = attacker.app.account.addPasskey.mutate({ challenge_id, response });
      expect(await codeOf(added)).toBe('passkey_refused');
    }
    expect(await signInWith(other, authenticator)).toBe('ok');
  });
});

test('a wrong signature and an unknown passkey get the same answer', async () => {
  const unknown = new Authenticator();
  const { options } = await browser.app.account.passkeyRegistration.mutate({});
  unknown.register(options);
  const answers = [];
  for (const [used, lie] of [
    [authenticator, { key: anotherKey }],
    [unknown, {}],
  ] as const) {
    const { challenge_id, options: requested } = await askToSignIn(other);
    const body = JSON.stringify({ challenge_id, response: used.use(requested, lie) });
    const response = await other.post('session.signInWithPasskey', body);
    const { error } = (await response.json()) as { error: { data: object } };
    answers.push([response.status, { ...error.data, request_id: null }]);
  }
  expect(answers[0]).toEqual([401, expect.objectContaining({ code: 'passkey_refused' })]);
  expect(answers[1]).toEqual(answers[0]);
});

describe('a challenge', () => {
  test('accepts one answer: a repeated one is refused, and so is a different one', async () => {
    const input = await signedAnswer(other);
    expect(await answer(other, input)).toBe('ok');
    const replayed = new Browser(api());
    for (const [name, value] of other.cookies) replayed.cookies.set(name, value);
    expect(await answer(replayed, input)).toBe('passkey_refused');
  });

  test('accepts one answer, even if the first one was wrong', async () => {
    const { challenge_id, options } = await askToSignIn(other);
    const wrong = authenticator.use(options, { key: anotherKey });
    expect(await answer(other, { challenge_id, response: wrong })).toBe('passkey_refused');
    const right = authenticator.use(options);
    expect(await answer(other, { challenge_id, response: right })).toBe('passkey_refused');
  });

  test('accepts one of three simultaneous answers', async () => {
    const input = await signedAnswer(other);
    const cookies = [...other.cookies];
    const codes = await Promise.all(
      [1, 2, 3].map(() => {
        const visitor = new Browser(api());
        for (const [name, value] of cookies) visitor.cookies.set(name, value);
        return answer(visitor, input);
      }),
    );
    expect(codes.sort()).toEqual(['ok', 'passkey_refused', 'passkey_refused']);
  });

  test('is valid for five minutes', async () => {
    const [early, late] = [await signedAnswer(other), await signedAnswer(other)];
    api().clock.travel(300_000 - 1);
    const second = new Browser(api());
    for (const [name, value] of other.cookies) second.cookies.set(name, value);
    expect(await answer(other, early)).toBe('ok');
    api().clock.travel(1);
    expect(await answer(second, late)).toBe('passkey_refused');
  });

  test('belongs to its browser, which stops a sign-in that another site begins', async () => {
    const attacker = new Browser(api());
    const input = await signedAnswer(attacker);
    expect(await answer(other, input)).toBe('passkey_refused');
    await askToSignIn(other);
    expect(await answer(other, input)).toBe('passkey_refused');
    expect(await answer(attacker, input)).toBe('ok');
  });

  test('for a proof belongs to its browser and its person', async () => {
    const { challenge_id, options } = await askToProve(browser);
    const input = { challenge_id, response: authenticator.use(options) };
    const elsewhere = await makeSession(team, person);
    await askToProve(elsewhere);
    expect(await prove(elsewhere, input)).toBe('passkey_refused');
    const somebody = await makeSession(team, await makePerson(team));
    somebody.cookies.set('__Host-ceremony', browser.cookies.get('__Host-ceremony') ?? '');
    expect(await prove(somebody, input)).toBe('passkey_refused');
    expect(await prove(browser, input)).toBe('ok');
  });

  test('for one purpose cannot be used for another', async () => {
    const toSignIn = await askToSignIn(browser);
    const toProve = await askToProve(browser);
    const toAdd = await browser.app.account.passkeyRegistration.mutate({});
    const used = (challenge: typeof toProve) => authenticator.use(challenge.options);
    const asProof = { challenge_id: toSignIn.challenge_id, response: used(toSignIn) };
    expect(await prove(browser, asProof)).toBe('passkey_refused');
    const asSignIn = { challenge_id: toProve.challenge_id, response: used(toProve) };
    expect(await answer(browser, asSignIn)).toBe('passkey_refused');
    const { challenge } = toAdd.options;
    const ofAdding = authenticator.use({ ...toProve.options, challenge });
    const { challenge_id } = toAdd;
    expect(await prove(browser, { challenge_id, response: ofAdding })).toBe('passkey_refused');
    const created = new Authenticator().register({ ...toAdd.options, ...toProve.options });
    const added = { challenge_id: toProve.challenge_id, response: created };
    expect(await codeOf(browser.app.account.addPasskey.mutate(added))).toBe('passkey_refused');
  });

  test('is a cookie of this host over TLS only, stored as a hash', async () => {
    const response = await other.post('session.passkeyChallenge', '{}');
    const [line = ''] = response.headers.getSetCookie();
    expect(line).toMatch(
      /^__Host-ceremony=[\w-]{43}; Max-Age=300; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await api().sql.query('select c::text as text from sign_in_challenge c');
    expect(JSON.stringify(rows)).not.toContain(other.cookies.get('__Host-ceremony'));
  });
});

describe('a passkey of somebody else', () => {
  test('proves nothing', async () => {
    const attacker = await makeSession(team, await makePerson(team), { provedAt: null });
    const { challenge_id, options } = await askToProve(attacker);
    const response = authenticator.use(options);
    expect(await prove(attacker, { challenge_id, response })).toBe('passkey_refused');
    const current = await attacker.app.session.current.query({});
    expect(current?.fresh_until).toBe(null);
  });

  test('can neither be renamed nor removed', async () => {
    const [{ id } = { id: '' }] = authenticator.credentials;
    const { app } = await makeSession(team, team.owner);
    const rename = { passkey_id: id, name: 'Mine' };
    expect(await codeOf(app.account.renamePasskey.mutate(rename))).toBe('not_found');
    expect(await codeOf(app.account.removePasskey.mutate({ passkey_id: id }))).toBe('not_found');
    expect((await browser.app.account.passkeys.query({})).data).toMatchObject([
      { id, name: 'Passkey 1' },
    ]);
  });
});

describe('an authenticator that counts', () => {
  beforeEach(async () => {
    authenticator = new Authenticator({ counts: true });
    await addPasskey(browser, authenticator, { name: 'Counts' });
  });

  test('is refused if its count does not grow, and the security log says so', async () => {
    expect(await signInWith(other, authenticator, { counter: 5 })).toBe('ok');
    for (const counter of [5, 4, 0]) {
      expect(await signInWith(new Browser(api()), authenticator, { counter })).toBe(
        'passkey_refused',
      );
    }
    const refused = { kind: 'passkey_refused', details: { name: 'Counts' } };
    const logged = await passkeyLog(api(), person.userId);
    expect(logged.filter(({ kind }) => kind === refused.kind)).toEqual(Array(3).fill(refused));
    expect(await signInWith(new Browser(api()), authenticator, { counter: 6 })).toBe('ok');
  });

  test('is not suspected because of an answer that it has not signed', async () => {
    expect(await signInWith(other, authenticator, { counter: 5 })).toBe('ok');
    const before = await passkeyLog(api(), person.userId);
    const forged = { counter: 4, key: anotherKey };
    expect(await signInWith(new Browser(api()), authenticator, forged)).toBe('passkey_refused');
    expect(await passkeyLog(api(), person.userId)).toEqual(before);
  });

  test('has one of two simultaneous answers with the same count accepted', async () => {
    const codes = await Promise.all(
      [1, 2].map(() => signInWith(new Browser(api()), authenticator, { counter: 9 })),
    );
    expect(codes.sort()).toEqual(['ok', 'passkey_refused']);
  });
});
