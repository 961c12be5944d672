import { Agent, request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, makePerson, makeSession, ORIGIN, PASSWORD } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// An error in the log fails the file, so nothing here may end as `internal`.
const api = useApi();
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
});

type Failure = { error: { message: string; data: Record<string, unknown> } };

describe('an error about a whole request has the form of every other error', () => {
  const eleven = Array(11).fill('session.current').join(',');

  test.each([
    ['eleven calls', 'GET', `${eleven}?batch=1&input=%7B%7D`, 400],
    ['eleven changes', 'POST', `${eleven.replaceAll('current', 'signOut')}?batch=1`, 400],
    ['a query and a change', 'POST', 'session.current,session.signOut?batch=1', 400],
    ['a name that cannot be read', 'GET', 'session.%E0%A4%A', 400],
    ['a batch whose names cannot be read', 'GET', '%?batch=1&input=%7B%7D', 400],
    ['a change by another method', 'PUT', 'session.signOut', 405],
    ['a change in the address', 'GET', 'session.signOut', 405],
    ['a name of nothing', 'GET', 'session.fly', 404],
    ['no JSON', 'POST', 'session.signOut', 415],
  ])('%s', async (what, method, path, status) => {
    for (const [language, detailed] of [
      ['de', { 400: 'Ungültige Anfrage', 405: 'Ungültige Anfrage', 415: 'Ungültige Anfrage' }],
      ['en', { 400: 'Bad request', 405: 'Bad request', 415: 'Bad request' }],
    ] as const) {
      const browser = await makeSession(team, person);
      browser.headers = { 'accept-language': language };
      const type = what === 'no JSON' ? 'text/plain' : 'application/json';
      const init = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': type } };
      const response = await browser.fetch(browser.url(path), { method, ...init });
      const { error } = (await response.json()) as Failure;
      expect(response.status).toBe(status);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json',
        'content-language': language,
        'cache-control': 'no-store',
      });
      expect(error.data).toMatchObject({
        code: status === 404 ? 'unknown_procedure' : 'bad_request',
        httpStatus: status,
        title: error.message,
        request_id: response.headers.get('x-request-id'),
      });
      if (status !== 404) expect(error.message).toBe(detailed[status as 400]);
      if (status === 405) expect(response.headers.get('allow')).toBe('POST');
      expect(await browser.app.session.current.query({})).not.toBe(null);
    }
  });
});

test.each(['accept', 'trpc-accept'])(
  'a request for a streamed answer is refused before anything is done (%s)',
  async (header) => {
    const browser = new Browser(api());
    const body = JSON.stringify({ 0: { email: person.email, password: PASSWORD } });
    const response = await browser.post('session.signIn?batch=1', body, {
      [header]: 'application/jsonl, */*',
    });
    const { error } = (await response.json()) as Failure;
    expect([response.status, error.data.code]).toEqual([406, 'bad_request']);
    const { rows } = await api().sql.query(
      'select from session where person_id = $1 and proved_as is not null',
      [person.userId],
    );
    expect(rows).toEqual([]);
  },
);

describe('whatever the method and the headers, no procedure answers with a fault of ours', () => {
  const methods = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'SEARCH',
    'LOCK',
    'M-SEARCH',
  ];
  const variants: Record<string, string>[] = [
    {},
    { accept: 'application/jsonl' },
    { 'trpc-accept': 'application/jsonl' },
    { accept: 'text/event-stream', 'last-event-id': '1' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/octet-stream' },
    { host: 'a b"<>:99999' },
    { 'x-forwarded-proto': 'gopher', 'x-http-method-override': 'DELETE' },
    { 'content-encoding': 'gzip', 'accept-encoding': 'zstd;q=nan' },
    { 'idempotency-key': 'k'.repeat(200) },
    { expect: 'nothing' },
  ];
  const queries = ['', '?batch=1', '?input=%7B%7D', '?batch=1&input=%7B%220%22%3A%7B%7D%7D'];
  const endings = [...queries, '?input=%', '?connectionParams=%7B', '?batch=1&input=5', '/../x'];
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  function statusOf(name: string, method: string, headers: Record<string, string>) {
    const body = method === 'POST' ? '{}' : '';
    return new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        {
          port: api().port,
          host: '127.0.0.1',
          agent,
          method,
          path: `/trpc/${name}`,
          headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
        },
        (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.once('error', reject).end(body);
    });
  }

  test('every method with every header, and every procedure with every method', async () => {
    const { session } = await makeSession(team, await makePerson(team));
    const signedIn = { cookie: `__Host-sid=${session}` };
    const names = [...procedures.map(({ name }) => name), 'session.fly', '__proto__', '%', ','];
    let n = 0;
    const requested = methods.flatMap((method) =>
      names.map((name) => {
        n += 1;
        const ending = endings[n % endings.length] ?? '';
        const headers = { ...variants[n % variants.length], ...(n % 3 === 0 ? {} : signedIn) };
        return { name: `${name}${ending}`, method, headers };
      }),
    );
    const failed: unknown[] = [];
    for (let index = 0; index < requested.length; index += 50) {
      const some = requested.slice(index, index + 50);
      const statuses = await Promise.all(
        some.map(({ name, method, headers }) => statusOf(name, method, headers)),
      );
      failed.push(...some.filter((_, i) => (statuses[i] ?? 500) >= 500));
    }
    agent.destroy();
    expect(failed).toEqual([]);
  });
});
