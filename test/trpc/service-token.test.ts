import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, makeSession, ORIGIN } from '../harness/app.ts';
import { sendBytes } from '../harness/raw-connection.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// test/trpc/rights.test.ts tries every procedure as the service.
const [oldToken, newToken] = ['old', 'new'].map((name) => `${name}-${'x'.repeat(32)}`);
const api = useApi({
  env: {
    SERVICE_TOKEN: `${newToken}, ${oldToken}`,
    SERVICE_NETWORKS: '10.1.0.0/16, 2001:db8::/32',
    TRUST_PROXY: '1',
    CORS_ORIGINS: 'https://partner.example.com',
  },
});
let owner: Browser;

beforeAll(async () => {
  const team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

type Failure = { error: { data: Record<string, unknown> } };

async function ask(
  headers: Record<string, string>,
  body = '{}',
): Promise<Failure['error']['data']> {
  const backend = new Browser(api());
  backend.headers = { origin: '', 'x-forwarded-for': '10.1.2.3', ...headers };
  const response = await backend.post('session.signOut', body);
  expect(response.headers.get('access-control-allow-origin')).toBe(null);
  const { data } = ((await response.json()) as Failure).error;
  expect(data.httpStatus).toBe(response.status);
  return data;
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

describe('the service', () => {
  test.each([
    ['with the new token', bearer(newToken)],
    ['with the old one, while it is replaced', bearer(oldToken)],
    ['from a network of IPv6', { ...bearer(newToken), 'x-forwarded-for': '2001:db8::7' }],
    ['in lower case', { authorization: `bearer ${newToken}` }],
  ])('is known %s, without the headers of a browser, and may not sign out', async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ code: 'forbidden', httpStatus: 403 });
  });

  test('must send JSON like everybody else', async () => {
    const headers = { ...bearer(newToken), 'content-type': 'text/plain' };
    expect(await ask(headers)).toMatchObject({ code: 'bad_request', httpStatus: 415 });
  });

  test('has the same bounds for bodies and batches', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    expect(await ask(bearer(newToken), long)).toMatchObject({ httpStatus: 413 });
    const backend = new Browser(api());
    backend.headers = { ...bearer(newToken), origin: '', 'x-forwarded-for': '10.1.2.3' };
    const names = Array(11).fill('session.current').join(',');
    const response = await backend.fetch(`${backend.url(names)}?batch=1&input=%7B%7D`);
    expect(response.status).toBe(400);
  });

  test('is named in the log, but its token is not', async () => {
    api().logLines.splice(0);
    await ask(bearer(newToken));
    expect(api().logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        procedure: 'session.signOut',
        code: 'forbidden',
        caller: 'service',
      }),
    ]);
    expect(api().logLines.join()).not.toContain(newToken);
  });
});

describe('each of these gets the same answer, which tells nothing', () => {
  test.each([
    ['an unknown token', bearer('x'.repeat(36))],
    ['a part of the token', bearer(newToken?.slice(0, -1))],
    ['both tokens', bearer(`${newToken},${oldToken}`)],
    [
      'the right token from another network',
      { ...bearer(newToken), 'x-forwarded-for': '10.2.0.1' },
    ],
    ['the right token from no address', { ...bearer(newToken), 'x-forwarded-for': 'unknown' }],
    ['another scheme', { authorization: `Basic ${newToken}` }],
    ['the token alone', { authorization: newToken ?? '' }],
    ['an own page with an unknown token', { ...bearer('x'), origin: ORIGIN }],
    ['another site with an unknown token', { ...bearer('x'), 'sec-fetch-site': 'cross-site' }],
  ])('%s', async (_, headers) => {
    expect(await ask(headers)).toEqual({
      code: 'unauthorized',
      httpStatus: 401,
      title: 'Nicht angemeldet',
      request_id: expect.any(String),
    });
  });

  test('the right token in two headers, or beside another one', async () => {
    for (const second of [newToken, 'x'.repeat(36)]) {
      const lines = [
        'POST /trpc/session.signOut HTTP/1.1',
        'Host: 127.0.0.1',
        'X-Forwarded-For: 10.1.2.3',
        `Authorization: Bearer ${newToken}`,
        `Authorization: Bearer ${second}`,
        'Content-Type: application/json',
        'Content-Length: 2',
      ];
      const { status, text } = await sendBytes(api().port, `${lines.join('\r\n')}\r\n\r\n{}`);
      const { error } = JSON.parse(text) as Failure;
      expect([status, error.data.code]).toEqual([401, 'unauthorized']);
    }
  });

  test('a token where none is configured', async () => {
    const other = await api().beside({ env: {} });
    const response = await fetch(`http://127.0.0.1:${other.port}/trpc/session.signOut`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(newToken) },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(((await response.json()) as Failure).error.data.code).toBe('unauthorized');
  });

  test.each([
    ['a token and a session', () => `__Host-sid=${owner.session}`],
    ['a token and any other cookie', () => 'theme=dark'],
  ])('%s', async (_, cookie) => {
    const headers = { ...bearer(newToken), cookie: cookie() };
    expect(await ask(headers)).toMatchObject({ code: 'unauthorized', httpStatus: 401 });
    expect(await owner.app.session.current.query({})).not.toBe(null);
  });
});

test('a page of a site that CORS_ORIGINS names gets no permission to send the token', async () => {
  const response = await fetch(new Browser(api()).url('session.signOut'), {
    method: 'OPTIONS',
    headers: {
      origin: 'https://partner.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe(null);
  expect(response.headers.get('access-control-allow-headers')).toBe(null);
});
