import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { rounds } from '../harness/rounds.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { type Running, useMachine } from '../sdk/harness/command-line.ts';
import { CuttingProxy } from './harness/cutting-proxy.ts';
import { LocalReceiver } from './harness/local-receiver.ts';
import { raise, raiseMany } from './harness/raise-events.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
const machine = useMachine(api);
let team: TestTeam;
let token: string;

beforeEach(async () => {
  team = await makeTeam(api());
  token = await tokenOf(team);
});

const ownServer = () => `http://127.0.0.1:${api().port}`;

async function listen(target: string, server = ownServer()): Promise<Running> {
  await machine().keepLogin(server, token);
  const command = machine().start(['listen', '--forward-to', target, '--server', server]);
  onTestFinished(() => void command.child.kill('SIGKILL'));
  await command.says(/Signing secret/);
  return command;
}

const secretOf = ({ stdout }: Running) => /whsec_\w+/.exec(stdout)?.[0] ?? '';

test('an event arrives at a local server with the headers of a delivery, and the service stores the answer of the server', async () => {
  const receiver = await LocalReceiver.start((_, response) => {
    response.statusCode = 418;
    response.end('a teapot');
  });
  const command = await listen(receiver.url);
  const id = await raise(team);
  await command.says(new RegExp(id));
  expect(receiver.ids).toEqual([id]);
  await receiver.verify(secretOf(command));
  expect(receiver.received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Team-API-Webhooks/1',
    'accept-encoding': 'identity',
    'svc-event-id': id,
    'webhook-id': id,
  });
  expect(command.stdout).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}member\\.removed {8}${id} {2}418 {4} +\\d+ ms$`, 'm'),
  );
  await until('the answer to be written', async () => {
    const { rows } = await api().sql.query(
      'select response_code, response_excerpt from listener_event where event_id = $1',
      [id],
    );
    return rows[0]?.response_code === 418 && rows[0]?.response_excerpt === 'a teapot';
  });
});

test('Ctrl-C ends the listener at once, with one line', async () => {
  const receiver = await LocalReceiver.start();
  const command = await listen(receiver.url);
  await raiseMany(team, 2);
  await until('both', () => receiver.ids.length === 2);
  expect((await command.stop()).code).toBe(130);
  expect(command.stdout).toMatch(/\nStopped\. 2 events forwarded, 2 answered with 2xx\.\n$/);
  const { rows } = await api().sql.query('select ended_for from listener where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(rows).toEqual([{ ended_for: 'person' }]);
});

test('if the server is not running, the line says what to do; the command follows no redirect', async () => {
  const elsewhere = await LocalReceiver.start();
  const receiver = await LocalReceiver.start((_, response) => {
    response.writeHead(307, { location: elsewhere.url });
    response.end();
  });
  const command = await listen(receiver.url);
  await raise(team);
  await command.says(/A delivery follows no redirect\./);
  expect(elsewhere.received).toEqual([]);
  const port = await freePort();
  const missing = await listen(`http://localhost:${port}/webhooks`);
  await raise(team);
  await missing.says(new RegExp(`Nothing listens on localhost:${port}\\. Start your server`));
});

test('if the server refuses the event, the line shows its text without characters that control a terminal', async () => {
  const receiver = await LocalReceiver.start((_, response) => {
    response.writeHead(400);
    response.end('wrong_secret: the signature\n does not match\u001b[2J');
  });
  const command = await listen(receiver.url);
  await raise(team);
  await command.says(/Your server says: wrong_secret: the signature does not match·\[2J/);
});

test('a login that is ended in the app ends the command', async () => {
  const command = await listen((await LocalReceiver.start()).url);
  await api().sql.query('delete from command_line_token where tenant_id = $1', [team.tenantId]);
  expect((await command.ended).code).toBe(1);
  expect(command.stderr).toContain('Error: The service has ended your login.');
});

test('when one of two API processes is killed, no event is lost, and each keeps its id', async () => {
  const receiver = await LocalReceiver.start();
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const port = await freePort();
  const other = await new Spawned('src/api.ts', { ...env, PORT: `${port}` }).says('"ready"');
  const proxy = await CuttingProxy.start([port, api().port]);
  const command = await listen(receiver.url, proxy.url);
  const before = await raiseMany(team, 20);
  await until('the first of them', () => receiver.ids.length > 3);
  other.child.kill('SIGKILL');
  const after = await raiseMany(team, 20);
  await until('all', () => receiver.distinct.length === 40);
  expect(receiver.distinct).toEqual([...before, ...after]);
  await receiver.verify(secretOf(command));
  expect(command.stderr).toContain('Connected again.');
  const { rows } = await api().sql.query('select forwarded from listener where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(rows).toHaveLength(1);
});

test('when connections to the database end, no event is lost, and the events keep their order', async () => {
  const receiver = await LocalReceiver.start();
  await listen(receiver.url);
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.push(...(await raiseMany(team, 5)));
    await api().sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'api'`,
    );
  }
  await until('all', () => receiver.distinct.length === ids.length);
  expect(receiver.distinct).toEqual(ids);
});

test('behind a proxy that cuts idle connections, the same listener goes on, and lines come more often', async () => {
  const receiver = await LocalReceiver.start();
  const proxy = await CuttingProxy.start([api().port], { idleMs: 1_300 });
  const command = await listen(receiver.url, proxy.url);
  const secret = secretOf(command);
  // The interval between lines falls from ten seconds to three, and then to one.
  await until('the lines to come often enough', () => proxy.connections >= 3);
  const id = await raise(team);
  await until('the event', () => receiver.ids.includes(id));
  expect(secretOf(command)).toBe(secret);
  expect(command.stdout.match(/Signing secret/g)).toHaveLength(1);
});

test('away for more than five minutes: it says what it has missed, and goes on with another secret', async () => {
  const receiver = await LocalReceiver.start();
  const proxy = await CuttingProxy.start([api().port]);
  const command = await listen(receiver.url, proxy.url);
  const former = secretOf(command);
  proxy.cutAll();
  await api().sql.query(
    `update listener set last_seen_at = now() - interval '6 minutes' where tenant_id = $1`,
    [team.tenantId],
  );
  await command.says(/Away for more than five minutes: nothing was forwarded from \d{4}-/);
  await command.says(/Nobody can say how many events there were/);
  expect(command.stderr).not.toContain('No event is lost.');
  const id = await raise(team);
  await until('the next event', () => receiver.ids.includes(id));
  const secrets = () => command.stdout.match(/whsec_\w+/g) ?? [];
  await until('the other secret', () => secrets().length === 2);
  expect(secrets()[1]).not.toBe(former);
  await receiver.verify(secrets()[1] ?? '');
});

test.each(rounds({ few: 1, all: 40 }))(
  'round %i: when connections are cut at random moments, no event is lost, and the events keep their order',
  async (round) => {
    const receiver = await LocalReceiver.start((_, response) => {
      setTimeout(() => response.end(), (round * 7) % 20);
    });
    const proxy = await CuttingProxy.start([api().port]);
    await listen(receiver.url, proxy.url);
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      ids.push(await raise(team, `mem_${n}`));
      if ((n * round) % 11 === 5) proxy.cutAll();
    }
    await until('all', () => receiver.distinct.length === ids.length);
    expect(receiver.distinct).toEqual(ids);
  },
);
