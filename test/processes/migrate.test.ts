import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../src/embedded-postgres/open-database.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { drawnCases } from '../harness/rounds.ts';
import { Spawned, usedInstallation } from '../harness/spawned.ts';
import {
  emptyDatabase,
  migrationNames,
  migrations,
  query,
  schemaFolder,
  write,
} from './harness/migrations.ts';

const log = createLogger('silent');

const environment = (url: string) => ({
  DATABASE_URL: url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
});

test('two processes that start at once on a fresh database migrate it once', async () => {
  const url = await emptyDatabase();
  const env = environment(url);
  const workers = [1, 2].map(() => new Spawned('src/worker.ts', env));
  await Promise.all(workers.map((worker) => worker.says('"ready"')));

  const names = await migrationNames();
  const expected = await Promise.all(
    names.map(async (migration_name) => {
      const bytes = await readFile(path.join(migrations, migration_name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { migration_name, checksum, applied_steps_count: 1, finished: true };
    }),
  );
  const rows = await query(
    url,
    `select migration_name, checksum, applied_steps_count, finished_at >= started_at as finished
     from _prisma_migrations order by migration_name`,
  );
  expect(rows).toEqual(expected);
  expect(await Promise.all(workers.map((worker) => worker.stop()))).toEqual([0, 0]);
});

test('the lock of a machine that is lost while it migrates is free again after a minute at most', async () => {
  // The test needs TCP, because a Unix socket has no address. The PostgreSQL of the tests uses TCP.
  const names = ['idle', 'interval', 'count'].map((name) => `tcp_keepalives_${name}`);
  const values = [...names, 'tcp_user_timeout'].map((name) => `current_setting('${name}') ${name}`);
  const folder = await schemaFolder({
    'migrations/20270101000000_seen': `create table seen as select ${values.join(', ')};`,
  });
  const url = await emptyDatabase();
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await query(url, 'select * from seen')).toEqual([
    {
      tcp_keepalives_idle: '30',
      tcp_keepalives_interval: '10',
      tcp_keepalives_count: '3',
      tcp_user_timeout: '60000',
    },
  ]);
});

/** A database with all migrations. */
async function migratedDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  return url;
}

test('a migration that was changed after it was applied stops the start with one line, which names the release whose files are right', async () => {
  const url = await migratedDatabase();
  await query(url, "comment on function enqueue is 'Team API 999.1.0 other'");
  await query(
    url,
    "update _prisma_migrations set checksum = 'other' where migration_name like '%baseline'",
  );
  const worker = new Spawned('src/worker.ts', environment(url));
  expect((await worker.ended).code).toBe(1);
  expect(worker.stderr).toMatch(
    /^Migration \d+_baseline was changed after it was applied\. .*unchanged copy of release 999\.1\.0, .+\n$/,
  );
});

test('a migration is applied whole or not at all, and is applied once its mistake is mended', async () => {
  const url = await emptyDatabase();
  const name = 'migrations/20270101000000_two';
  const folder = await schemaFolder({ [name]: 'create table one (); select 1/0;' });
  await expect(migrate(url, log, { folder })).rejects.toThrow(
    'Migration 20270101000000_two failed: division by zero',
  );
  expect(await query(url, "select to_regclass('one') as one")).toEqual([{ one: null }]);
  await write(folder, { [name]: 'create table one ();' });
  expect(await migrate(url, log, { folder })).toEqual(['20270101000000_two']);
  expect(await migrate(url, log, { folder })).toEqual([]);
});

test('a migration that finds its tables in use gives way, and is applied when the tables are free', async () => {
  const url = await migratedDatabase();
  // The comment makes the function look like that of another release, so the trigger is made again.
  await query(url, "comment on function remove_attempts_of_deliveries is 'Team API 0.0.1 other'");
  const writer = new pg.Client(url);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin; delete from webhook_delivery');
  const worker = new Spawned('src/worker.ts', environment(url));
  await worker.says('the database cannot be migrated yet');
  expect(worker.stdout).toContain('lock timeout');
  await writer.query('rollback');
  await worker.says('"ready"');
  expect(worker.stdout).toContain('"function":"remove_attempts_of_deliveries"');
  expect(await worker.stop()).toBe(0);
});

test('a migration that another tool left unfinished is named in the error', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({ 'migrations/20270101000000_one': 'create table one ();' });
  await migrate(url, log, { folder });
  await query(url, 'update _prisma_migrations set finished_at = null');
  await expect(migrate(url, log, { folder })).rejects.toThrow(
    '20270101000000_one was begun by another tool',
  );
});

const OLDER =
  /^(Failed: )?This database is of a release before 0\.30\.0\. Start release 0\.30\.0 first, .+\n$/;
const asOlder = `update _prisma_migrations set migration_name = '20261125000000_foundation'
  where migration_name like '%_baseline'`;

test.each(
  drawnCases<[string, string[]]>(1, [
    ['src/worker.ts', []],
    ['src/api.ts', []],
    ['src/cli.ts', ['mail', 'list']],
  ]),
)(
  'a database of a release before 0.30.0 is refused with one line, and is left as it is: %s',
  async (file, words) => {
    const url = await migratedDatabase();
    await query(url, asOlder);
    const applied = () => query(url, 'select migration_name from _prisma_migrations');
    const before = await applied();
    const env = { ...environment(url), PORT: String(await freePort()) };
    const refused = new Spawned(file, env, words);
    expect((await refused.ended).code).toBe(1);
    expect(refused.stderr).toMatch(OLDER);
    expect(await applied()).toEqual(before);
  },
);

test('a data folder of a release before 0.30.0 is refused with one line, and is left as it is', async () => {
  const env = await usedInstallation();
  const database = await openDatabase({ databaseUrl: undefined, dataDir: env.DATA_DIR }, 'server');
  await query(database.url, asOlder);
  await database.close();
  const refused = new Spawned('src/main.ts', env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.stderr).toMatch(OLDER);
});
