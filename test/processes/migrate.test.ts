import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/shared/log.ts';
import {
  emptyDatabase,
  migrateBefore,
  migrationFolder,
  migrationNames,
  migrations,
} from './migrations.ts';
import { Spawned } from './spawned.ts';

const log = createLogger('silent');

test('two processes that start at once on a fresh database do not collide', async () => {
  const url = await emptyDatabase();
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
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
  const { rows } = await query(
    url,
    `select migration_name, checksum, applied_steps_count, finished_at >= started_at as finished
     from _prisma_migrations order by migration_name`,
  );
  expect(rows).toEqual(expected);
  expect(await Promise.all(workers.map((worker) => worker.stop()))).toEqual([0, 0]);
});

test('a migration that was changed after it was applied stops the start with one line', async () => {
  const url = await emptyDatabase();
  await migrate(url, log);
  await query(
    url,
    "update _prisma_migrations set checksum = 'other' where migration_name like '%foundation'",
  );
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const worker = new Spawned('src/worker.ts', env);
  expect((await worker.ended).code).toBe(1);
  expect(worker.stderr).toMatch(
    /^Migration \d+_foundation was changed after it was applied; .+\n$/,
  );
});

test('a migration is applied whole or not at all, and can be mended', async () => {
  const url = await emptyDatabase();
  const folder = await migrationFolder('20270101000000_two', 'create table one (); select 1/0;');
  await expect(migrate(url, log, folder)).rejects.toThrow(
    'Migration 20270101000000_two failed: division by zero',
  );
  expect((await query(url, "select to_regclass('one') as one")).rows).toEqual([{ one: null }]);
  await writeFile(path.join(folder, '20270101000000_two/migration.sql'), 'create table one ();');
  expect(await migrate(url, log, folder)).toEqual(['20270101000000_two']);
  expect(await migrate(url, log, folder)).toEqual([]);
});

test.each(['_raise_event', '_pending_deliveries'])(
  'a migration that finds its tables in use gives way, and is made when they are free (%s)',
  async (name) => {
    const url = await emptyDatabase();
    await migrateBefore(url, name);
    const reader = new pg.Client(url);
    await reader.connect();
    await reader.query('begin; select from webhook_delivery');
    const env = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const worker = new Spawned('src/worker.ts', env);
    await worker.says('the database cannot be migrated yet');
    expect(worker.stdout).toContain('lock timeout');
    await reader.end();
    await worker.says('"ready"');
    expect(await worker.stop()).toBe(0);
  },
);

test('what another tool left unfinished is named', async () => {
  const url = await emptyDatabase();
  const folder = await migrationFolder('20270101000000_one', 'create table one ();');
  await migrate(url, log, folder);
  await query(url, 'update _prisma_migrations set finished_at = null');
  await expect(migrate(url, log, folder)).rejects.toThrow(
    '20270101000000_one was begun by another tool',
  );
});

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
