import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { createLogger } from '../../src/shared/log.ts';
import { type Api, createApi } from '../../src/web/server.ts';
import { driver } from '../harness/driver.ts';
import { insertDeal } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const base = useApi();
const sockets: Socket[] = [];
let api: Api;
let port: number;
let team: TestTeam;
let endPool: () => Promise<void>;

beforeAll(async () => {
  const log = createLogger('silent');
  const { url } = base().database;
  const pool = createPool(url, { max: 10, name: 'slow clients', log, driver });
  endPool = () => pool.end();
  const config = loadConfig({
    DATABASE_URL: url,
    ENCRYPTION_KEY: '00'.repeat(32),
    DATABASE_DRIVER: driver,
  });
  api = createApi({ pool, logPool: pool, config, clock: base().clock, log });
  api.server.listen(0, '127.0.0.1');
  await once(api.server, 'listening');
  api.markReady();
  port = (api.server.address() as AddressInfo).port;
  team = await makeTeam(base());
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.drain();
  await endPool();
});

function send(text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).pause();
  if (text) socket.write(text);
  sockets.push(socket);
  return socket;
}

/** Asks for an answer, waits for its first bytes, and reads no more. */
async function leaveUnread(path: string): Promise<void> {
  const socket = send(request(path));
  socket.resume();
  await once(socket, 'data');
  socket.pause();
}

const request = (path: string) =>
  `GET ${BASE_PATH}${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${team.key}\r\n\r\n`;

const connections = () =>
  new Promise<number>((resolve, reject) => {
    api.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

async function get(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${team.key}`, connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

test('a team that does not read its answers gets 503 before they fill the memory, and other teams do not', async () => {
  // The service never cuts an entry, so one of this size is sent whole.
  await insertDeal(team, { title: 'x'.repeat(13_000_000) });
  // A busy machine has other reasons for a 503, so one of the six may have been refused before.
  await until('a refusal for unread answers', async () => {
    if ((await get('/cases?limit=1')) !== 503) {
      await leaveUnread('/crm/deals');
      return false;
    }
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return /^api_overload_refusals_total\{guard="unread_answers"\} [1-9]/m.test(metrics);
  });
  const other = await makeTeam(base());
  const headers = { authorization: `Bearer ${other.key}`, connection: 'close' };
  const answer = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/cases`, { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  for (const socket of sockets) socket.destroy();
  await until('an answer', async () => (await get('/cases?limit=1')) === 200);
});

test('a connection that sends nothing, or does not read or close, is closed in the end', async () => {
  // This time is longer than the limit of D35, so that a client that only waits is not cut off.
  expect(api.server.timeout).toBe(60_000);
  await until('no connection', async () => (await connections()) === 0);
  api.server.timeout = 300;
  send('');
  send('no HTTP\r\n\r\n');
  send(request('/crm/deals'));
  await until('three connections', async () => (await connections()) === 3);
  await until('their end', async () => (await connections()) === 0);
  api.server.timeout = 60_000;
});
