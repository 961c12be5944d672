import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, makeSession, ORIGIN } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ env: { CORS_ORIGINS: 'https://partner.example.com' } });
let team: TestTeam;
let browser: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
});

type Failure = { error: { message: string; data: Record<string, unknown> } };

async function refusalOf(response: Response): Promise<[number, unknown]> {
  const { error } = (await response.json()) as Failure;
  return [response.status, error.data.code];
}

const isSignedIn = async () => (await browser.app.session.current.query({})) !== null;

describe('only our own pages may call', () => {
  const from = (headers: Record<string, string>) => browser.post('session.signOut', '{}', headers);

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
    ['another name of the same site', { 'sec-fetch-site': 'same-site', origin: ORIGIN }],
    ['the address line', { 'sec-fetch-site': 'none', origin: '' }],
    ['another origin', { origin: 'https://evil.example.com' }],
    ['an origin that only begins alike', { origin: `${ORIGIN}.evil.example.com` }],
    ['an origin that CORS_ORIGINS names', { origin: 'https://partner.example.com' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nowhere', { origin: '' }],
  ])('a call from %s is refused', async (_, headers) => {
    expect(await refusalOf(await from(headers))).toEqual([403, 'cross_site']);
    expect(await isSignedIn()).toBe(true);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonp',
    '',
  ])(
    'a body that a form can send is refused, because only application/json is read: "%s"',
    async (type) => {
      const response = await from({ 'content-type': type });
      expect(await refusalOf(response)).toEqual([415, 'bad_request']);
      expect(await isSignedIn()).toBe(true);
    },
  );

  test('a multipart POST runs no mutation that has no input', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
    const response = await browser.post('session.signOut', body, {
      'content-type': 'multipart/form-data; boundary=x',
      'sec-fetch-site': 'same-origin',
    });
    expect(response.status).toBe(415);
    expect(await isSignedIn()).toBe(true);
  });

  test('a preflight is answered with no permission', async () => {
    const response = await fetch(browser.url('session.signOut'), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://partner.example.com',
        'access-control-request-method': 'POST',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    expect(response.headers.get('access-control-allow-methods')).toBe(null);
  });

  test('the method of a request is never read from the query', async () => {
    const response = await browser.fetch(`${browser.url('session.signOut')}?_method=POST`);
    expect(response.status).toBe(405);
    expect(await isSignedIn()).toBe(true);
  });
});

describe('bounds', () => {
  test('a batch has at most ten calls', async () => {
    const ask = (count: number) => {
      const names = Array(count).fill('session.current').join(',');
      return browser.fetch(`${browser.url(names)}?batch=1&input=%7B%7D`);
    };
    expect((await ask(11)).status).toBe(400);
    const inputs = Object.fromEntries([...Array(10_000).keys()].map((i) => [i, {}]));
    const names = Array(10_000).fill('session.signOut').join(',');
    // The request line alone is longer than Node reads.
    const response = await browser
      .post(`${names}?batch=1`, JSON.stringify(inputs))
      .catch(() => undefined);
    expect([undefined, 400, 413, 431]).toContain(response?.status);
    expect(await isSignedIn()).toBe(true);
  });

  test('a body has at most 256 KiB, and at most 16 KiB without a valid session', async () => {
    const stranger = new Browser(api());
    const guesser = new Browser(api());
    guesser.session = randomBytes(32).toString('base64url');
    const send = async (by: Browser, kib: number) => {
      const text = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(kib * 1024) });
      return refusalOf(await by.post('session.signIn', text));
    };
    const tooLarge = [413, 'bad_request'];
    expect(await send(browser, 256)).toEqual(tooLarge);
    expect(await send(browser, 255)).toEqual([422, 'validation_error']);
    for (const by of [stranger, guesser]) {
      expect(await send(by, 16)).toEqual(tooLarge);
      expect(await send(by, 15)).toEqual([422, 'validation_error']);
    }
  });

  test('unknown fields are refused as in REST', async () => {
    const response = await browser.post('session.signOut', '{"surprise":1}');
    const { error } = (await response.json()) as Failure;
    expect([response.status, error.data.code, error.data.errors]).toEqual([
      422,
      'validation_error',
      [expect.objectContaining({ pointer: '/surprise', code: 'unrecognized_key' })],
    ]);
    expect(await isSignedIn()).toBe(true);
  });

  test.each(procedures)('$name refuses a field that it does not know', async ({ name, type }) => {
    const owner = await makeSession(team, team.owner);
    const answer = (await owner.call(name, type, { surprise: 1 })) as Failure;
    expect(['validation_error', 'forbidden']).toContain(answer.error.data.code);
  });
});

describe('errors', () => {
  test('have a title in the language of the request, and the id of the answer', async () => {
    for (const [language, title] of [
      ['de', 'Nicht angemeldet'],
      ['en', 'Not signed in'],
    ] as const) {
      const nobody = new Browser(api());
      nobody.headers = { 'accept-language': language };
      const response = await nobody.post('session.signOut', '{}');
      const { error } = (await response.json()) as Failure;
      expect(error.message).toBe(title);
      expect(error.data.request_id).toBe(response.headers.get('x-request-id'));
    }
  });

  test('do not tell what happened inside', async () => {
    await api().sql.query('alter table security_log rename to away');
    const owner = await makeSession(team, team.owner);
    const response = await owner.post('session.signOut', '{}');
    await api().sql.query('alter table away rename to security_log');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/security_log|relation|stack|\.ts/);
    expect(JSON.parse(text).error.data).toEqual({
      code: 'internal',
      httpStatus: 500,
      title: 'Interner Fehler',
      request_id: response.headers.get('x-request-id'),
    });
    // Everything else is rolled back, and the browser keeps its cookies.
    expect(await owner.app.session.current.query({})).not.toBe(null);
    const logged = api().logLines.filter((line) => line.includes('"level":"error"'));
    expect(logged).toHaveLength(1);
    api().logLines.splice(0);
  });

  test('an unknown procedure is answered with 404 and says that the page is older than the server, and a body that is not JSON with 422', async () => {
    const unknown = await browser.post('session.fly', '{}');
    expect(await refusalOf(unknown)).toEqual([404, 'unknown_procedure']);
    const broken = await browser.post('session.signOut', '{');
    expect(await refusalOf(broken)).toEqual([422, 'validation_error']);
    expect(await isSignedIn()).toBe(true);
  });
});

test('two cookies of one name count as none, because somebody else has set one of them', async () => {
  const attacker = new Browser(api());
  attacker.headers = { cookie: `__Host-sid=${browser.session}; __Host-sid=${'A'.repeat(43)}` };
  expect(await attacker.app.session.current.query({})).toBe(null);
});

test('each procedure call is one line of the log, without personal data', async () => {
  api().logLines.splice(0);
  const owner = await makeSession(team, team.owner);
  await Promise.all([owner.app.session.current.query({}), owner.app.team.get.query({})]);
  const lines = api().logLines.map((line) => JSON.parse(line));
  expect(lines.map(({ msg, procedure, code }) => [msg, procedure, code]).sort()).toEqual([
    ['procedure', 'session.current', 'ok'],
    ['procedure', 'team.get', 'ok'],
  ]);
  expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(1);
  for (const { userId, email } of [team.owner]) {
    expect(JSON.stringify(lines)).not.toContain(userId);
    expect(JSON.stringify(lines)).not.toContain(email);
  }
});
