import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { serveWorkerSite } from '../../src/process/serve-worker-site.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/** Takes the lock of the migration, so that no process can go on. */
const MIGRATION_LOCK = 72_707_369;

async function workerEnv() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  return {
    database,
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      WORKER_PORT: String(await freePort()),
    },
  };
}

test('WORKER_PORT: the worker answers that it lives, whether it is ready, and its metrics; if the port is taken, it prints one line and exits with 1', async () => {
  const { env } = await workerEnv();
  const worker = await new Spawned('src/worker.ts', env).says('"ready"');
  const server = { PORT: env.WORKER_PORT };
  const ready = await get(server, '/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  expect((await get(server, '/healthz?from=balancer')).status).toBe(200);
  await until('the first sweep to be counted', async () => {
    const metrics = await (await get(server, '/metrics')).text();
    return Number(/^webhook_sweep_duration_seconds_count (\d+)$/m.exec(metrics)?.[1]) > 0;
  });
  for (const path of ['/', '/api/public/v1/me']) expect((await get(server, path)).status).toBe(404);
  const second = new Spawned('src/worker.ts', env);
  expect((await second.ended).code).toBe(1);
  expect(second.stderr).toBe(
    `Port ${env.WORKER_PORT} on 127.0.0.1 is taken; set WORKER_PORT to another one\n`,
  );
  expect(await worker.stop()).toBe(0);
});

test('WORKER_PORT: while the worker migrates, it answers that it lives and is not ready', async () => {
  const { env, database } = await workerEnv();
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const worker = await new Spawned('src/worker.ts', env).says('"listening"');
  const server = { PORT: env.WORKER_PORT };
  const starting = await get(server, '/readyz');
  expect([starting.status, await starting.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'starting' },
  ]);
  expect((await get(server, '/healthz')).status).toBe(200);
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  await until('ready', async () => (await get(server, '/readyz')).status === 200);
  expect(await worker.stop()).toBe(0);
});

test('WORKER_PORT: a request that is running when the worker stops gets its answer', async () => {
  const pending = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<null>();
  const workerPort = await freePort();
  const stop = await serveWorkerSite({
    config: { host: '127.0.0.1', workerPort },
    log: createLogger('silent'),
    notReady: () => {
      pending.resolve();
      return answer.promise;
    },
  });
  const response = get({ PORT: String(workerPort) }, '/readyz');
  await pending.promise;
  const stopped = stop();
  answer.resolve(null);
  expect((await response).status).toBe(200);
  await stopped;
});
