import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { RawConnection } from '../harness/raw-connection.ts';
import { clientOf, demoKey, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/**
 * A server with one request that waits for the database, an idle keep-alive connection, and a connection
 * over which nothing was ever sent.
 */
async function serverAtWork() {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  const client = await clientOf(env.DATA_DIR);
  const agent = new Agent({ keepAlive: true });
  const silent = connect(Number(env.PORT), '127.0.0.1');
  onTestFinished(() => {
    agent.destroy();
    silent.destroy();
  });
  await once(silent, 'connect');
  const [idle] = await once(ask('/healthz'), 'response');
  idle.resume();
  await once(idle, 'end');
  await client.query('begin; lock table rate_window in access exclusive mode');
  const running = once(ask('/api/public/v1/me'), 'response');
  // The rejection is handled early, because the test awaits the answer late or never.
  running.catch(() => undefined);
  await until('the request to wait for the lock', async () => {
    const waiting = 'select 1 from pg_locks where not granted';
    return (await client.query(waiting)).rowCount;
  });
  return { env, server, client, running };

  function ask(path: string) {
    const headers = { Authorization: `Bearer ${demoKey(env)}` };
    return request({ port: env.PORT, path, agent, headers }).end();
  }
}

test('on SIGTERM the server finishes running requests, takes no new one, waits for no idle connection, and exits with 0', async () => {
  const { env, server, client, running } = await serverAtWork();
  server.child.kill('SIGTERM');
  await server.says('"stopping"');
  // A terminal and npm both pass Ctrl-C on, which counts as one signal.
  server.child.kill('SIGTERM');
  await until('new connections to be refused', () =>
    fetch(`http://127.0.0.1:${env.PORT}/healthz`, { headers: { Connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  );
  await client.query('commit');
  const [response] = await running;
  const answered = Date.now();
  response.resume();
  expect(response.statusCode).toBe(200);
  // The request came before the signal. Its answer still closes the connection, so that the connection
  // does not delay the end.
  expect(response.headers.connection).toBe('close');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - answered).toBeLessThan(9_000);
});

test('a second signal ends the server at once', async () => {
  const { server } = await serverAtWork();
  server.child.kill('SIGTERM');
  // A busy server may get the first signal late, and so get both within a second.
  await server.says('"stopping"');
  const first = Date.now();
  // A second signal within a second counts as the same one.
  await until('a second to pass', () => Date.now() - first > 1_050);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(1);
  expect(Date.now() - first).toBeLessThan(9_000);
});

async function apiOnItsOwn() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
  };
  return { env, server: await new Spawned('src/api.ts', env).says('"ready"') };
}

test('a stop cuts no request, even on a machine that stands still for a second', async () => {
  const { env, server } = await apiOnItsOwn();
  const api = new RawConnection(Number(env.PORT));
  onTestFinished(() => api.close());
  const ask = () => api.send(Buffer.from('GET /healthz HTTP/1.1\r\n\r\n'), { method: 'GET' });
  expect((await ask())?.status).toBe(200);
  server.child.kill('SIGTERM');
  await server.says('"stopping"');
  const stopped = performance.now();
  server.child.kill('SIGSTOP');
  await until('a second to pass', () => performance.now() - stopped > 1_100);
  server.child.kill('SIGCONT');
  // The client stood still as well, and goes on a moment after the server.
  await until('a moment to pass', () => performance.now() - stopped > 1_300);
  expect((await ask())?.headers.connection).toBe('close');
  expect((await server.ended).code).toBe(0);
});

test('a stop answers the connections that wait to be accepted', async () => {
  const { env, server } = await apiOnItsOwn();
  server.child.kill('SIGSTOP');
  const waiting = Array.from({ length: 400 }, () => new RawConnection(Number(env.PORT)));
  onTestFinished(() => {
    for (const connection of waiting) connection.close();
  });
  const request = Buffer.from(`GET ${BASE_PATH}/me HTTP/1.1\r\n\r\n`);
  const answers = waiting.map((connection) => connection.send(request, { method: 'GET' }));
  await until('all to be connected', () => waiting.every((connection) => connection.isOpen));
  server.child.kill('SIGTERM');
  server.child.kill('SIGCONT');
  expect(await Promise.all(answers)).not.toContain(null);
  expect((await server.ended).code).toBe(0);
});
