import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Passwords } from '../../src/auth/passwords.ts';
import { AppError } from '../../src/shared/errors/app-errors.ts';
import { Browser, codeOf, makePerson, PASSWORD } from '../harness/app.ts';
import { makeTeam, type Person } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { statementsOf } from '../trpc/harness/statements.ts';

const { counted, held } = vi.hoisted(() => ({
  counted: { argon2: 0, running: 0, most: 0 },
  /** So many of the next hashes wait for their release. */
  held: { next: 0, releases: [] as (() => void)[] },
}));

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const argon2: typeof real.argon2 = (algorithm, parameters, done) => {
    counted.argon2 += 1;
    counted.running += 1;
    counted.most = Math.max(counted.most, counted.running);
    const run = () =>
      real.argon2(algorithm, parameters, (...result) => {
        counted.running -= 1;
        done(...result);
      });
    if (held.next === 0) return run();
    held.next -= 1;
    held.releases.push(run);
  };
  return { ...real, argon2 };
});

const api = useApi();
const queue = { queue: 'signed_in', name: 'test' } as const;
let person: Person;
let withoutPassword: Person;

beforeAll(async () => {
  const team = await makeTeam(api());
  person = await makePerson(team);
  withoutPassword = await team.addMember();
});

afterEach(() => vi.restoreAllMocks());

test('a password is stored as argon2id with the parameters of OWASP, and a salt of its own', async () => {
  const passwords = new Passwords();
  const [one, two] = [await passwords.hash(PASSWORD, queue), await passwords.hash(PASSWORD, queue)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify(PASSWORD, one, queue)).toEqual({ matches: true, isDated: false });
  expect(await passwords.verify('another', one, queue)).toEqual({ matches: false, isDated: false });
  expect((await passwords.verify(PASSWORD, null, queue)).matches).toBe(false);
});

test('an umlaut is the same in whichever way a keyboard composes it', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('schönes Wetter heute', queue);
  expect((await passwords.verify('scho\u0308nes Wetter heute', stored, queue)).matches).toBe(true);
});

test('the example of the reference implementation is accepted', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 4 -l 24
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const { matches, isDated } = await new Passwords().verify('password', stored, queue);
  expect({ matches, isDated }).toEqual({ matches: true, isDated: true });
});

describe('sign-in', () => {
  const signIn = (email: string, password: string) =>
    codeOf(new Browser(api()).app.session.signIn.mutate({ email, password }));

  /** The statements and hashes of one sign-in. */
  async function costOf(email: string, password: string) {
    counted.argon2 = 0;
    const { result: code, statements } = await statementsOf(api(), () => signIn(email, password));
    return { code, argon2: counted.argon2, statements };
  }

  test('a wrong password, and an unknown, passwordless or locked account, cost one argon2 and the same statements', async () => {
    const wrong = await costOf(person.email, 'wrong wrong wrong');
    expect(wrong).toMatchObject({ code: 'wrong_credentials', argon2: 1 });
    expect(wrong.statements.length).toBeGreaterThan(2);
    expect(await costOf('nobody@example.com', PASSWORD)).toEqual(wrong);
    expect(await costOf(withoutPassword.email, PASSWORD)).toEqual(wrong);
    for (let i = 0; i < 10; i++) await signIn(person.email, 'wrong');
    expect(await costOf(person.email, PASSWORD)).toEqual(wrong);
    expect(await costOf(person.email, 'wrong')).toEqual(wrong);
    api().clock.travel(16 * 60_000);
  });

  test('a password is hashed again when the parameters have changed', async () => {
    const dated =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await api().sql.query('update person set password_hash = $2 where id = $1', [
      withoutPassword.userId,
      dated,
    ]);
    expect(await signIn(withoutPassword.email, 'password')).toBe('ok');
    const { rows } = await api().sql.query('select password_hash from person where id = $1', [
      withoutPassword.userId,
    ]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(withoutPassword.email, 'password')).toBe('ok');
  });

  test('a process hashes at most two at once; a flood gets `sign_in_busy`, and the API still answers', async () => {
    counted.most = 0;
    const flood = Array.from({ length: 60 }, () =>
      signIn(`${randomBytes(6).toString('hex')}@example.com`, 'wrong'),
    );
    const beside = await api().request('GET', '/me');
    expect(beside.status).toBe(401);
    const codes = await Promise.all(flood);
    expect(counted.most).toBe(2);
    expect(new Set(codes)).toEqual(new Set(['wrong_credentials', 'sign_in_busy']));
    api().clock.travel(16 * 60_000);
    expect(await signIn(person.email, PASSWORD)).toBe('ok');
  });

  test('during a flood of sign-ins, people sign in with the browsers that they have used before', async () => {
    const familiar = new Browser(api());
    const signInHere = () =>
      codeOf(familiar.app.session.signIn.mutate({ email: person.email, password: PASSWORD }));
    expect(await signInHere()).toBe('ok');
    held.next = 2;
    const flood = Array.from({ length: 60 }, () =>
      signIn(`${randomBytes(6).toString('hex')}@example.com`, 'wrong'),
    );
    // A flood has filled the queue as soon as it gets a refusal. The two hashes that run do not end yet.
    expect(await Promise.race(flood)).toBe('sign_in_busy');
    expect(await signIn(person.email, PASSWORD)).toBe('sign_in_busy');
    expect(await signInHere()).toBe('ok');
    for (const release of held.releases.splice(0)) release();
    await Promise.all(flood);
    api().clock.travel(16 * 60_000);
  });

  test('a sign-in that is refused as busy uses up no attempt', async () => {
    for (let i = 0; i < 9; i++) expect(await signIn(person.email, 'wrong')).not.toBe('ok');
    const busy = vi
      .spyOn(Passwords.prototype, 'verify')
      .mockRejectedValue(new AppError('sign_in_busy'));
    for (let i = 0; i < 12; i++) expect(await signIn(person.email, 'x')).toBe('sign_in_busy');
    busy.mockRestore();
    // Nor are failed attempts forgotten.
    expect(await signIn(person.email, 'wrong')).toBe('wrong_credentials');
    expect(await signIn(person.email, PASSWORD)).toBe('wrong_credentials');
    api().clock.travel(16 * 60_000);
    for (let i = 0; i < 9; i++) await signIn(person.email, 'wrong');
    expect(await signIn(person.email, PASSWORD)).toBe('ok');
  });
});
