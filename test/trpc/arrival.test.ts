import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CALLS_PER_ADDRESS } from '../../src/trpc/callers.ts';
import { Browser, makePerson, makeSession, ORIGIN, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let member: Person;
let browser: Browser;
const sockets: Socket[] = [];

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  browser = await makeSession(team, member);
});

afterEach(() => {
  vi.restoreAllMocks();
  beginMinute();
  api().clock.elapsesMs = 1_000;
  for (const socket of sockets.splice(0)) socket.destroy();
});

const guesser = () => {
  const by = new Browser(api());
  by.session = randomBytes(32).toString('base64url');
  return by;
};

/** Sends a request without the last byte of its body. */
async function begin(path: string, body: string, by: Browser): Promise<Socket> {
  const socket = connect({ port: api().port, host: '127.0.0.1' });
  sockets.push(socket);
  await once(socket, 'connect');
  const cookie = by.session ? `Cookie: __Host-sid=${by.session}\r\n` : '';
  socket.write(
    `POST /trpc/${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${ORIGIN}\r\n${cookie}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  return socket;
}

async function statusOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().slice(9, 12);
}

/** Begins a minute that lasts however slow the machine is. */
function beginMinute(): void {
  api().clock.elapsesMs = 60_000;
  api().clock.elapsedMs();
  api().clock.elapsesMs = 0;
}

async function useUpAddress(): Promise<void> {
  const names = `${Array(10).fill('session.current').join(',')}?batch=1`;
  for (let n = 0; n < CALLS_PER_ADDRESS / 10; n += 1) await new Browser(api()).post(names, '');
}

/** Counts how often JSON of this length was parsed. */
function readings(length: number): () => number {
  const parse = vi.spyOn(JSON, 'parse');
  return () => parse.mock.calls.filter(([text]) => text.length === length).length;
}

describe('a body of a stranger', () => {
  test('is not awaited when the address has used up its calls, whatever cookie it sends', async () => {
    beginMinute();
    await useUpAddress();
    const stalled = () => JSON.stringify({ token: 'x'.repeat(15_000) });
    for (const by of [new Browser(api()), guesser()]) {
      expect(await statusOf(await begin('account.getLink', stalled(), by))).toBe('429');
    }
  });

  test('of a batch is preceded by the charge for each call', async () => {
    const names = Array(10).fill('session.current').join(',');
    beginMinute();
    const stalled = () => begin(`${names}?batch=1`, JSON.stringify({ 0: {} }), new Browser(api()));
    for (let n = 0; n < CALLS_PER_ADDRESS / 10; n += 1) await stalled();
    let requestCount = 0;
    await until('a refusal', async () => {
      requestCount += 1;
      return (await new Browser(api()).post('session.current', '{}')).status === 429;
    });
    expect(requestCount).toBeLessThan(CALLS_PER_ADDRESS / 2);
  });
});

describe('JSON is not parsed', () => {
  const url = `https://example.com/${'x'.repeat(9_000)}`;
  const body = JSON.stringify({ url, event_types: ['ping'] });

  test('for a caller who may not call the procedure', async () => {
    const read = readings(body.length);
    for (const by of [new Browser(api()), guesser(), browser]) {
      const answer = await by.post('webhooks.createEndpoint', body);
      expect([401, 403]).toContain(answer.status);
    }
    expect(read()).toBe(0);
    await (await makeSession(team, team.owner)).post('webhooks.createEndpoint', body);
    expect(read()).toBe(1);
  });
});

describe('a session that is loaded before the body', () => {
  test('is loaded again if it may have ended while the body was on its way', async () => {
    const slow = await makeSession(team, member);
    const body = JSON.stringify({ limit: 1 });
    const seen = () =>
      api().sql.query('select 1 from session where person_id = $1 and last_seen_at > created_at', [
        member.userId,
      ]);
    api().clock.travel(3_600_000);
    const socket = await begin('cases.listOwn', body, slow);
    await until('the first look at the session', async () => (await seen()).rowCount === 1);
    await api().sql.query('delete from session where person_id = $1', [member.userId]);
    socket.write(body.slice(-1));
    expect(await statusOf(socket)).toBe('401');
  });

  test('brings the browser its new token even if the body is refused', async () => {
    const promoted = await makePerson(team);
    const by = await signIn(api(), promoted);
    await api().sql.query(`update member set role = 'admin' where id = $1`, [promoted.memberId]);
    const former = by.session;
    const answer = await by.post('cases.create', `{"title":"${'x'.repeat(256 * 1024)}"}`);
    expect(answer.status).toBe(413);
    expect(by.session).not.toBe(former);
    expect(await by.app.session.current.query({})).not.toBe(null);
  });
});
