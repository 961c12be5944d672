import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { useOwnServer } from '../harness/own-server.ts';
import { insertDeal } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const base = useApi();
const own = useOwnServer(base);
const sockets: Socket[] = [];
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(base());
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

function send(text: string): Socket {
  const socket = connect({ port: own().port, host: '127.0.0.1', allowHalfOpen: true });
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
    own().server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

async function get(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${team.key}`, connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${own().port}${BASE_PATH}${path}`, { headers });
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
    const metrics = await (await fetch(`http://127.0.0.1:${own().port}/metrics`)).text();
    return /^api_overload_refusals_total\{guard="unread_answers"\} [1-9]/m.test(metrics);
  });
  const other = await makeTeam(base());
  const headers = { authorization: `Bearer ${other.key}`, connection: 'close' };
  const answer = await fetch(`http://127.0.0.1:${own().port}${BASE_PATH}/cases`, { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  for (const socket of sockets) socket.destroy();
  await until('an answer', async () => (await get('/cases?limit=1')) === 200);
});

test('a connection that sends nothing, or does not read or close, is closed in the end', async () => {
  // This time is longer than the limit of D35, so that a client that only waits is not cut off.
  expect(own().server.timeout).toBe(60_000);
  await until('no connection', async () => (await connections()) === 0);
  own().server.timeout = 300;
  send('');
  send('no HTTP\r\n\r\n');
  send(request('/crm/deals'));
  await until('three connections', async () => (await connections()) === 3);
  await until('their end', async () => (await connections()) === 0);
  own().server.timeout = 60_000;
});
