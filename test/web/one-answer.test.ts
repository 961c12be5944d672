import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { makeSession, ORIGIN } from '../harness/app.ts';
import { useOwnServer } from '../harness/own-server.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const base = useApi();
const own = useOwnServer(base, 100);
let team: TestTeam;

beforeEach(async () => {
  team = await makeTeam(base());
});

afterEach(() => {
  vi.useRealTimers();
  Object.assign(own().server, { requestTimeout: 30_000, headersTimeout: 10_000 });
});

function lines(method: string, path: string, headers: string[] = []): string {
  const own = ['Host: a', `Authorization: Bearer ${team.key}`, ...headers];
  return `${method} ${BASE_PATH}${path} HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n`;
}

function newCase(title: string): string {
  const body = JSON.stringify({ user_id: team.owner.userId, title });
  return `${lines('POST', '/cases', ['Content-Type: application/json', `Content-Length: ${body.length}`])}${body}`;
}

const chunked = (path: string) =>
  lines('POST', path, ['Content-Type: application/json', 'Transfer-Encoding: chunked']);

/** Node applies the shorter of the two limits to the headers. */
function beImpatient(): void {
  Object.assign(own().server, { requestTimeout: 300, headersTimeout: 300 });
}

type Answers = { statuses: number[]; text: string };

/** Sends bytes on one connection and reads until the server closes it. */
async function answersTo(...parts: string[]): Promise<Answers> {
  const socket = connect({ port: own().port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  for (const part of parts) socket.write(part);
  await once(socket, 'end');
  socket.destroy();
  return { statuses: Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, n]) => Number(n)), text };
}

async function titles(): Promise<string[]> {
  const { rows } = await base().sql.query<{ title: string }>(
    'select title from team_case where tenant_id = $1',
    [team.tenantId],
  );
  return rows.map(({ title }) => title);
}

describe('a request that the parser refuses is answered after the valid requests before it', () => {
  test('the answer of a valid request that changes something says what was changed', async () => {
    const { statuses } = await answersTo(`${newCase('Done')}\0`);
    expect(statuses).toEqual([201, 400]);
    expect(await titles()).toEqual(['Done']);
  });

  test('several requests in one go are answered in their order', async () => {
    const { statuses, text } = await answersTo(
      `${lines('GET', '/me')}${lines('GET', '/nothing')}${newCase('Third')}no HTTP\r\n\r\n`,
    );
    expect(statuses).toEqual([200, 404, 201, 400]);
    expect(text.match(/connection: close/gi)).toHaveLength(1);
  });

  test('a refused tunnel (CONNECT) is answered in its turn too', async () => {
    const tunnel = 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n';
    expect((await answersTo(`${newCase('Before')}${tunnel}`)).statuses).toEqual([201, 400]);
  });

  test('no answer follows one that has closed the connection', async () => {
    const { statuses } = await answersTo(`${lines('GET', '/me', ['Connection: close'])}more`);
    expect(statuses).toEqual([200]);
  });
});

describe('a request whose body cannot be read gets one answer', () => {
  test('400 from the operation that would have read it, after the answers to earlier requests', async () => {
    const { statuses, text } = await answersTo(`${newCase('Whole')}${chunked('/cases')}zz\r\n\r\n`);
    expect(statuses).toEqual([201, 400]);
    // The request counts for the limit of its key, like every request with a key.
    expect(text.match(/RateLimit-Remaining: (\d+)/g)).toEqual([
      'RateLimit-Remaining: 119',
      'RateLimit-Remaining: 118',
    ]);
    expect(await titles()).toEqual(['Whole']);
  });

  test('400 if a later chunk is broken', async () => {
    const { statuses, text } = await answersTo(chunked('/cases'), '2\r\n{}\r\n', 'zz\r\n\r\n');
    expect(statuses).toEqual([400]);
    expect(text).toMatch(/connection: close/i);
  });

  test('the 404 of its path if no operation reads the body', async () => {
    expect((await answersTo(`${chunked('/nothing')}zz\r\n\r\n`)).statuses).toEqual([404]);
  });

  test('400 if the client stops in the middle of the body', async () => {
    const socket = connect({ port: own().port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
    socket.end(newCase('Half').slice(0, -5));
    await once(socket, 'end');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(await titles()).toEqual([]);
  });
});

describe('a request whose body never arrives gets', () => {
  const half = () => newCase('Never').slice(0, -5);

  test('408 if Node stops waiting first', async () => {
    beImpatient();
    const { statuses, text } = await answersTo(half());
    expect(statuses).toEqual([408]);
    expect(text).toContain('RateLimit-Remaining: 119');
  });

  test('503 after 30 s (D35), and no 408 after it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = once(own().server, 'request');
    const answers = answersTo(half());
    await arrived;
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    beImpatient();
    expect((await answers).statuses).toEqual([503]);
  });
});

describe('a body of the app', () => {
  const head = async (more: string) => {
    const { session } = await makeSession(team, team.owner);
    const type = 'Content-Type: application/json';
    const from = `Host: a\r\nOrigin: ${ORIGIN}\r\nCookie: __Host-sid=${session}`;
    return `POST /trpc/cases.create HTTP/1.1\r\n${from}\r\n${type}\r\n${more}\r\n\r\n`;
  };

  test('that breaks is answered once', async () => {
    const { statuses } = await answersTo(`${await head('Transfer-Encoding: chunked')}zz\r\n\r\n`);
    expect(statuses).toEqual([400]);
  });

  test('that is not complete after 30 s is answered with 503 (D35), and with no 408 after it', async () => {
    const half = `${await head('Content-Length: 100')}{"title":`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = once(own().server, 'request');
    const answers = answersTo(half);
    await arrived;
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    beImpatient();
    expect((await answers).statuses).toEqual([503]);
  });

  test('that has not arrived yet holds no connection of the pool', async () => {
    const text = `${await head('Content-Length: 100')}{"title":`;
    const sockets = Array.from({ length: 12 }, () =>
      connect({ port: own().port, host: '127.0.0.1' }),
    );
    for (const socket of sockets) socket.write(text);
    let seen = 0;
    const count = () => {
      seen += 1;
    };
    own().server.on('request', count);
    await until('all to arrive', () => seen === sockets.length);
    own().server.off('request', count);
    expect((await answersTo(lines('GET', '/me', ['Connection: close']))).statuses).toEqual([200]);
    for (const socket of sockets) socket.destroy();
    const { statuses } = await answersTo(newCase('After').replace('Host: a', 'Connection: close'));
    expect(statuses).toEqual([201]);
    // The request log is written meanwhile over the same pool.
    await until(
      'all connections to be given back',
      () => own().pool.totalCount === own().pool.idleCount,
    );
  });
});
