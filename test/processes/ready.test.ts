import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { RawConnection } from '../harness/raw-connection.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { waitingBackend } from '../harness/waiting.ts';

/** Takes the lock of the migration, so that no process can go on. */
const MIGRATION_LOCK = 72_707_369;

async function apiOnItsOwn() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
  };
  return { env, client };
}

test('"/readyz (false while migrating)": everything but health is 503 until the database is up to date', async () => {
  const { env, client } = await apiOnItsOwn();
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const settings = { ...env, LISTEN_WHEN_READY: 'off' };
  const api = await new Spawned('src/api.ts', settings).says('"listening"');
  const starting = await get(env, '/readyz');
  expect([starting.status, await starting.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'starting' },
  ]);
  expect((await get(env, '/healthz')).status).toBe(200);
  const refused = await get(env, '/api/public/v1/me');
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect(refused.headers.get('ratelimit-limit')).toBe('120'); // D61
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  await until('ready', async () => (await get(env, '/readyz')).status === 200);
  expect((await get(env, '/api/public/v1/me')).status).toBe(401);
  expect(await api.stop()).toBe(0);
});

test.each([
  ['src/api.ts', '1'],
  ['src/api.ts', '2'],
  ['src/main.ts', '1'],
])(
  'with DATABASE_URL, %s opens its port when it can answer: API_PROCESSES=%s',
  async (file, API_PROCESSES) => {
    const { env, client } = await apiOnItsOwn();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const server = new Spawned(file, { ...env, API_PROCESSES });
    await waitingBackend(client);
    await expect(get(env, '/healthz')).rejects.toThrow();
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    // The first answer of all is not 503.
    let first: number | undefined;
    await until('the port', async () => {
      first = await get(env, '/api/public/v1/me').then(
        ({ status }) => status,
        () => undefined,
      );
      return first;
    });
    expect(first).toBe(401);
    await server.says('"ready"');
    expect(await server.stop()).toBe(0);
  },
);

test('"/readyz (false while … draining)": a client with an open connection is told so, and that the connection ends', async () => {
  const { env, client } = await apiOnItsOwn();
  const api = await new Spawned('src/api.ts', env).says('"ready"');
  await client.query('begin; lock table rate_window in access exclusive mode');
  const line = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [working, idle] = [
    new RawConnection(Number(env.PORT)),
    new RawConnection(Number(env.PORT)),
  ];
  onTestFinished(() => {
    working.close();
    idle.close();
  });
  const ask = () => idle.send(line('/readyz'), { method: 'GET' });
  expect((await ask())?.status).toBe(200);
  const running = working.send(line('/api/public/v1/me'), { method: 'GET' });
  await waitingBackend(client);
  api.child.kill('SIGTERM');
  await api.says('"stopping"');
  await until('to be told that the connection ends', async () => {
    const draining = await ask();
    expect([draining?.status, draining?.text]).toEqual([
      503,
      '{"status":"not ready","reason":"draining"}',
    ]);
    return draining?.headers.connection === 'close';
  });
  await client.query('commit');
  expect((await running)?.status).toBe(401);
  expect(await api.ended).toEqual({ code: 0, signal: null });
});
