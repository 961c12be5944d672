import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { runs } from '../harness/rounds.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Authenticator, attestationOf, map, text } from './harness/authenticator.ts';
import { addPasskey, signInWith } from './harness/passkeys.ts';

const api = useApi();
const authenticator = new Authenticator();
let browser: Browser;

beforeAll(async () => {
  const team = await makeTeam(api());
  browser = await makeSession(team, await makePerson(team));
  await addPasskey(browser, authenticator);
});

type Response = { response: Record<string, unknown> };

/** Damages the bytes of a text in base64url: changes one, cuts some off, or appends some. */
const damage = fc.record({
  at: fc.nat(),
  byte: fc.nat(255),
  how: fc.constantFrom('change', 'cut', 'append'),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function damaged(value: unknown, { at, byte, how }: Damage): string {
  const bytes = Buffer.from(String(value), 'base64url');
  const place = at % bytes.length;
  if (how === 'cut') return bytes.subarray(0, place).toString('base64url');
  if (how === 'append') return Buffer.concat([bytes, Buffer.from([byte])]).toString('base64url');
  bytes[place] = byte;
  return bytes.toString('base64url');
}

const garbage = fc.oneof(
  fc.uint8Array({ minLength: 50, maxLength: 300 }).map((b) => Buffer.from(b).toString('base64url')),
  fc.json({ maxDepth: 2 }).map((json) => Buffer.from(json.padEnd(60)).toString('base64url')),
  fc.string({ maxLength: 100 }),
  fc.jsonValue(),
);

async function codeFor(path: string, input: unknown): Promise<string> {
  const response = await browser.post(path, JSON.stringify(input));
  const { error } = (await response.json()) as { error?: { data: { code: string } } };
  return error?.data.code ?? 'ok';
}

/** The codes that garbage may get. It must never cause an error of ours. */
const refusals = ['validation_error', 'passkey_refused'];

/** Forgets the count of challenges, of which these tests need many. */
const forgetCounts = () => api().sql.query('delete from sign_in_throttle');

async function tryRegistration(change: (input: Response) => Response): Promise<string> {
  await forgetCounts();
  const { challenge_id, options } = await browser.app.account.passkeyRegistration.mutate({});
  const response = change(new Authenticator().register(options));
  const code = await codeFor('account.addPasskey', { challenge_id, response });
  await api().sql.query(`delete from passkey where name <> 'Passkey 1'`);
  return code;
}

async function tryUse(change: (input: Response) => Response): Promise<string> {
  await forgetCounts();
  const { challenge_id, options } = await browser.app.session.proveChallenge.mutate({});
  const response = change(authenticator.use(options));
  return codeFor('session.proveWithPasskey', { challenge_id, response });
}

const within = (input: Response, name: string, value: unknown): Response => ({
  ...input,
  response: { ...input.response, [name]: value },
});

describe('garbage is refused, and never causes an error of the service', () => {
  const parts = {
    registration: fc.constantFrom('clientDataJSON', 'attestationObject'),
    use: fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature', 'userHandle'),
    // Damage to the frame around the two numbers of a signature may be tolerated.
    signed: fc.constantFrom('clientDataJSON', 'authenticatorData', 'userHandle'),
  };

  test('in a registration', async () => {
    await fc.assert(
      fc.asyncProperty(parts.registration, garbage, async (part, value) => {
        expect(refusals).toContain(await tryRegistration((made) => within(made, part, value)));
      }),
      { numRuns: runs({ few: 15, all: 50 }) },
    );
  });

  test('in a use', async () => {
    await fc.assert(
      fc.asyncProperty(parts.use, garbage, async (part, value) => {
        const isAbsent = part === 'userHandle' && value === null;
        const expected = isAbsent ? ['ok'] : refusals;
        expect(expected).toContain(await tryUse((used) => within(used, part, value)));
      }),
      { numRuns: runs({ few: 15, all: 50 }) },
    );
  });

  test('in single bytes of what is signed', async () => {
    await fc.assert(
      fc.asyncProperty(parts.signed, damage, async (part, how) => {
        let isSame = false;
        const code = await tryUse((used) => {
          const value = damaged(used.response[part], how);
          isSame = value === used.response[part];
          return within(used, part, value);
        });
        expect(isSame ? ['ok'] : refusals).toContain(code);
      }),
      { numRuns: runs({ few: 15, all: 50 }) },
    );
  });

  test('in single bytes of an attestation, which is not signed: some make another key', async () => {
    await fc.assert(
      fc.asyncProperty(damage, async (how) => {
        const code = await tryRegistration((made) =>
          within(made, 'attestationObject', damaged(made.response.attestationObject, how)),
        );
        expect(['ok', ...refusals]).toContain(code);
      }),
      { numRuns: runs({ few: 20, all: 100 }) },
    );
  });
});

describe('sizes', () => {
  const registered = (bytes: number) =>
    codeOf(
      addPasskey(browser, new Authenticator(), {
        name: 'Of another size',
        lie: { credentialId: Buffer.alloc(bytes, 7).toString('base64url') },
      }),
    );

  test.each([
    [16, 'ok'],
    [1023, 'ok'],
    [15, 'validation_error'],
    [1024, 'validation_error'],
  ])('an authenticator makes ids of 16 to 1023 bytes: %i', async (bytes, code) => {
    expect(await registered(bytes)).toBe(code);
  });

  test.each([
    ['clientDataJSON', 4_001],
    ['attestationObject', 8_001],
  ])('%s is limited', async (part, length) => {
    const long = 'A'.repeat(length);
    expect(await tryRegistration((made) => within(made, part, long))).toBe('validation_error');
  });

  test.each([
    ['authenticatorData', 4_001],
    ['signature', 2_001],
    ['userHandle', 101],
  ])('%s is limited', async (part, length) => {
    const long = 'A'.repeat(length);
    expect(await tryUse((used) => within(used, part, long))).toBe('validation_error');
  });
});

test('an attestation with certificates is refused, because it would lead to servers that they name', async () => {
  const attested = (format: string, statement: Buffer<ArrayBuffer>) =>
    tryRegistration((made) => {
      const object = Buffer.from(String(made.response.attestationObject), 'base64url');
      const offset = object.indexOf(text('authData')) + 'authData'.length + 1;
      // Skips the two or three bytes of its length.
      const authData = object.subarray(offset + 2);
      const attestation = attestationOf(authData, format, statement);
      return within(made, 'attestationObject', attestation.toString('base64url'));
    });
  expect(await attested('none', map([]))).toBe('ok');
  for (const format of ['packed', 'android-key', 'apple', 'tpm', 'fido-u2f']) {
    const statement = map([[text('x5c'), Buffer.from([0x81, 0x41, 0])]]);
    expect(await attested(format, statement)).toBe('passkey_refused');
  }
});

describe('at an address where browsers offer no passkeys', () => {
  test.each(['http://192.0.2.1:3000', 'https://[2001:db8::1]', 'http://app.example.com'])(
    '%s, the app and the log say so',
    async (PUBLIC_URL) => {
      const there = await api().beside({ env: { PUBLIC_URL } });
      const page = new Browser(there);
      page.headers = { origin: new URL(PUBLIC_URL).origin };
      const response = await page.post('session.passkeyChallenge', '{}');
      expect(await response.json()).toMatchObject({
        error: {
          data: {
            code: 'no_passkeys',
            httpStatus: 501,
            title: 'Unter dieser Adresse sind keine Passkeys möglich',
            detail: 'Passkeys need a PUBLIC_URL with https and a host name, or with localhost.',
          },
        },
      });
      const warning = there.logLines.find((line) => line.includes('Passkeys need'));
      expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 'warn', public_url: PUBLIC_URL });
      await there.close();
    },
  );

  test('the host of PUBLIC_URL is the relying party, and its origin that of the pages', async () => {
    const there = await api().beside({ env: { PUBLIC_URL: 'https://app.example.com' } });
    const page = new Browser(there);
    page.headers = { origin: 'https://app.example.com' };
    const { options } = await page.app.session.passkeyChallenge.mutate({});
    expect(options.rpId).toBe('app.example.com');
    await there.close();
  });
});

test('a page of another origin gets an answer with the right origin', async () => {
  const { challenge_id, options } = await browser.app.session.passkeyChallenge.mutate({});
  const response = authenticator.use(options, { origin: 'http://localhost:3001' });
  const body = JSON.stringify({ challenge_id, response });
  const answer = await browser.post('session.signInWithPasskey', body);
  const { error } = (await answer.json()) as { error: { data: { detail: string } } };
  expect(error.data.detail).toBe('The passkey was not used on a page of http://localhost:3000.');
  expect(await signInWith(new Browser(api()), authenticator)).toBe('ok');
});
