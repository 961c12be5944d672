import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { readExposition } from '../web/harness/exposition.ts';

async function started(file: string, portName: string) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
    [portName]: String(await freePort()),
  };
  await new Spawned(file, env).says('"ready"');
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  const own = { PORT: env[portName] ?? '' };
  const ready = async () => {
    const answer = await get(own, '/readyz');
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const refused = async (reason: string) =>
    readExposition(await (await get(own, '/metrics')).text()).series.find(
      ({ name, labels }) => name === 'database_refused_writes_total' && labels.reason === reason,
    )?.value;
  return { client, ready, refused, name: database.name };
}

test.each([
  ['src/api.ts', 'PORT'],
  ['src/worker.ts', 'WORKER_PORT'],
] as const)(
  '/readyz of %s stays 200, and names a database that cannot be written',
  async (file, port) => {
    const { client, ready, refused, name } = await started(file, port);
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
    expect([await refused('disk_full'), await refused('read_only')]).toEqual([0, 0]);

    // scripts/release/try-deploy.ts fills a real disk.
    await client.query(`create function disk_is_full() returns trigger language plpgsql as $$
      begin raise 'could not extend file' using errcode = 'disk_full'; end $$`);
    await client.query(
      'create trigger disk_is_full before insert or update on process execute function disk_is_full()',
    );
    await until('a refused write', async () => ((await refused('disk_full')) ?? 0) > 0);
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', writes_refused: 'disk_full' },
    });

    await client.query('drop trigger disk_is_full on process');
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
    await until('a refused write', async () => ((await refused('read_only')) ?? 0) > 0);
    await until('an answer', async () => (await ready()).status === 200);
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', writes_refused: 'read_only' },
    });
  },
);
