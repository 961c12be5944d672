import { randomBytes } from 'node:crypto';
import os from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { OLDEST_BESIDE } from '../../src/db/migrations/beside.ts';
import { ownRelease } from '../../src/shared/process/own-release.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/** A database with all migrations, and the environment of processes that use it. */
async function migrated() {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const rows = async () =>
    (await client.query('select * from process order by kind, started_at')).rows;
  const env = async () => ({
    DATABASE_URL: url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  });
  return { url, client, rows, env: await env() };
}

/** Without an age, the process lives for the whole test, however slow the machine is. */
type Row = { release: string; age?: string };

/** A row as a process of another release keeps it. */
async function rowOf(client: pg.Client, { release, age = '-1 hour' }: Row): Promise<void> {
  await client.query(
    `insert into process (id, kind, release, host, pid, started_at, renewed_at)
     values ($1, 'api', $1, 'elsewhere', 4711, now() - $2::interval, now() - $2::interval)`,
    [release, age],
  );
}

test('each process keeps a row, renews it, and removes it at its end', async () => {
  const { env, rows } = await migrated();
  const [api, worker] = ['src/api.ts', 'src/worker.ts'].map((file) => new Spawned(file, env));
  await Promise.all([api?.says('"ready"'), worker?.says('"ready"')]);
  const own = { release: ownRelease, host: os.hostname(), outgoing: true };
  expect(await rows()).toMatchObject([
    { ...own, kind: 'api', pid: api?.pid },
    { ...own, kind: 'worker', pid: worker?.pid },
  ]);
  await until('both to renew their rows', async () =>
    (await rows()).every(({ started_at, renewed_at }) => renewed_at - started_at > 4_000),
  );
  expect(await Promise.all([api?.stop(), worker?.stop()])).toEqual([0, 0]);
  expect(await rows()).toEqual([]);
});

test('a start is refused while an older process lives that could not go on, and its line names it', async () => {
  const { env, client } = await migrated();
  await rowOf(client, { release: '0.1.0' });
  const refused = new Spawned('src/worker.ts', env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.stderr).toBe(
    `An older process runs: 0.1.0 on elsewhere (process 4711). It cannot work with the database of ${ownRelease}, which takes ${OLDEST_BESIDE} and newer. Stop it, or start with --despite-older\n`,
  );
  const refusedToo = await new Spawned('src/cli.ts', env, ['migrate']).ended;
  expect(refusedToo.code).toBe(1);
  const goesOn = await new Spawned('src/cli.ts', env, ['migrate', '--despite-older']).ended;
  expect(goesOn.code).toBe(0);
  const despite = await new Spawned('src/worker.ts', env, ['--despite-older']).says('"ready"');
  expect(despite.stdout).toContain('despite older processes');
});

test('a start goes on beside the oldest release that can go on, newer ones, and older ones that have died', async () => {
  const { env, client } = await migrated();
  for (const release of [OLDEST_BESIDE, '99.0.0']) await rowOf(client, { release });
  await rowOf(client, { release: '0.1.0', age: '21 s' });
  await new Spawned('src/worker.ts', env).says('"ready"');
});

test('processes that a newer release has made outdated are not ready, end, and do not start again', async () => {
  const { env, client, rows } = await migrated();
  const files = ['src/api.ts', 'src/worker.ts'];
  const processes = files.map((file) => new Spawned(file, env));
  await Promise.all(processes.map((one) => one.says('"ready"')));
  await client.query(
    `insert into oldest_beside values (true, '99.0.0')
     on conflict (is_only) do update set release = excluded.release`,
  );
  await Promise.all(
    [env.PORT, env.WORKER_PORT].map((PORT) =>
      until('not ready', async () => {
        const answer = await get({ PORT }, '/readyz');
        return answer.status === 503 && (await answer.text()).includes('"outdated: ');
      }),
    ),
  );
  expect((await get(env, '/api/public/v1/me')).status).toBe(503);
  const line = `it takes 99.0.0 and newer, and this is ${ownRelease}`;
  for (const one of processes) {
    expect((await one.ended).code).toBe(1);
    expect(one.stderr).toContain(line);
  }
  expect(await rows()).toEqual([]);
  const again = new Spawned('src/api.ts', env);
  expect((await again.ended).code).toBe(1);
  expect(again.stderr).toContain(line);
});
