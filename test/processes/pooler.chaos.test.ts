import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { startPooler } from '../harness/pooler.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { emptyDatabase } from './harness/migrations.ts';

async function behind(allowed?: readonly string[]) {
  const url = await emptyDatabase();
  const env = {
    DATABASE_URL: await startPooler(url, allowed),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
  };
  const command = async (...words: string[]) => {
    const process = new Spawned('src/cli.ts', env, words);
    expect([(await process.ended).code, process.stderr]).toEqual([0, '']);
    return JSON.parse(process.stdout);
  };
  return { env, command };
}

async function notReady(server: { PORT: string }): Promise<{ status: string; reason?: string }> {
  return (await (await get(server, '/readyz')).json()) as { status: string; reason?: string };
}

test('command line, API and worker work over a pooler in session mode that refuses settings at the start', async () => {
  const { env, command } = await behind();
  const { tenant_id } = await command(
    'team',
    'create',
    '--name',
    'Team',
    '--owner',
    'owner@example.com',
  );
  const { key } = await command(
    'key',
    'create',
    '--team',
    tenant_id,
    '--name',
    'Key',
    '--scopes',
    'users:read',
  );
  const [api, worker] = [new Spawned('src/api.ts', env), new Spawned('src/worker.ts', env)];
  await Promise.all([api.says('"ready"'), worker.says('"ready"')]);
  expect((await get(env, '/api/public/v1/users', key)).status).toBe(200);
  expect((await get(env, '/readyz')).status).toBe(200);
  expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
});

test('if a pooler refuses the connection, /readyz shows the code, and only the log shows the message', async () => {
  const { env } = await behind(['user', 'database']);
  const workerPort = String(await freePort());
  const api = new Spawned('src/api.ts', { ...env, LISTEN_WHEN_READY: 'off' });
  const worker = new Spawned('src/worker.ts', { ...env, WORKER_PORT: workerPort });
  const refusal = 'unsupported startup parameter: application_name';
  await Promise.all([api.says(refusal), worker.says(refusal)]);
  for (const server of [env, { PORT: workerPort }]) {
    const reason = 'starting: the database refuses (SQLSTATE 08P01)';
    await until(reason, async () => (await notReady(server)).reason === reason);
  }
});

test('while the database is away, /readyz says that it cannot be reached', async () => {
  const port = await freePort();
  const env = {
    DATABASE_URL: `postgresql://team_api@127.0.0.1:${port}/team_api`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
    LISTEN_WHEN_READY: 'off',
  };
  await new Spawned('src/api.ts', env).says('the database cannot be migrated yet');
  expect(await notReady(env)).toEqual({
    status: 'not ready',
    reason: 'starting: the database cannot be reached (ECONNREFUSED)',
  });
});
