import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { type Running, useMachine } from '../sdk/harness/command-line.ts';
import { raiseMany } from './harness/raise-events.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
const machine = useMachine(api);
let team: TestTeam;
let token: string;

beforeEach(async () => {
  team = await makeTeam(api());
  token = await tokenOf(team);
});

/** A server that answers each connection with these bytes. Returns its address. */
async function answering(bytes: (request: string, n: number) => string): Promise<string> {
  let n = 0;
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      request += chunk;
      if (!request.includes('\r\n\r\n')) return;
      n += 1;
      socket.end(bytes(request, n));
      request = '';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(target: string, server: string): Promise<Running> {
  await machine().keepLogin(server, token);
  const command = machine().start(['listen', '--forward-to', target, '--server', server]);
  onTestFinished(() => void command.child.kill('SIGKILL'));
  return command;
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

test.each([
  ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
])(
  'a receiver that answers with %s delays no other event',
  async (_, odd) => {
    const target = await answering((_request, n) => (n === 2 ? odd : ok));
    const command = await listen(target, `http://127.0.0.1:${api().port}`);
    await command.says(/Signing secret/);
    await raiseMany(team, 4);
    await until(
      'an answer to each event',
      async () => {
        const { rows } = await api().sql.query(
          'select from listener_event where tenant_id = $1 and answered_at is not null',
          [team.tenantId],
        );
        return rows.length === 4;
      },
      15_000,
    );
  },
  40_000,
);

test('after a service has asked to wait for a month, the command line does not ask it without a pause', async () => {
  let requestCount = 0;
  const server = await answering(() => {
    requestCount += 1;
    return 'HTTP/1.1 503 Away\r\nRetry-After: 3000000\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  });
  const command = await listen('http://127.0.0.1:9', server);
  await command.says(/No connection/);
  await sleep(2_000);
  expect(requestCount).toBeLessThan(5);
}, 30_000);
