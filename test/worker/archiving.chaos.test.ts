import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { register } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { startCluster } from '../../src/embedded-postgres/cluster.ts';
import { removeLocation } from '../../src/embedded-postgres/location.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { observeWaitingWork } from '../../src/worker/housekeeping/waiting-work.ts';
import { quickFolder } from '../harness/quick-folder.ts';
import { until } from '../harness/until.ts';

const log = createLogger('silent');

/** A database whose PostgreSQL archives as these settings say. */
async function archiving(dir: string, settings: Record<string, string>): Promise<pg.Pool> {
  const cluster = await startCluster({ dir, settings: { fsync: 'off', ...settings } });
  const pool = createPool(cluster.url, { max: 1, name: 'test', log });
  onTestFinished(async () => {
    await pool.end();
    await cluster.stop();
    await removeLocation(dir);
    await rm(dir, { recursive: true, force: true });
  });
  return pool;
}

/** PostgreSQL may run as another user than the tests. */
async function newFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(quickFolder(), 'team-api-archive-'));
  await chmod(dir, 0o711);
  return dir;
}

async function observed(pool: pg.Pool): Promise<{ age: number; failures: number }> {
  await observeWaitingWork({ pool, log });
  const value = async (name: string) =>
    Number((await register.getSingleMetricAsString(name)).split(' ').at(-1));
  return {
    age: await value('database_archive_age_seconds'),
    failures: await value('database_archive_failures'),
  };
}

test('database_archive_age_seconds grows while archiving fails, and ends with it', async () => {
  const dir = await newFolder();
  const repository = path.join(dir, 'repository');
  const pool = await archiving(dir, {
    archive_mode: 'on',
    archive_command: `test -e ${repository}`,
  });
  expect((await observed(pool)).age).toBe(0);
  await pool.query('select pg_switch_wal()');
  await until('a failed attempt', async () => {
    const { age, failures } = await observed(pool);
    return failures > 0 && age > 0;
  });
  await writeFile(repository, '');
  // Without a new file PostgreSQL tries again only after a minute.
  await pool.query(`select pg_logical_emit_message(true, '', ''), pg_switch_wal()`);
  await until('the archive to be complete', async () => (await observed(pool)).age === 0);
});

test('with archive_timeout, an archive command that hangs shows too', async () => {
  const pool = await archiving(await newFolder(), {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: 'sleep 600',
  });
  await pool.query('select pg_switch_wal()');
  await until('an age', async () => (await observed(pool)).age > 1);
  expect((await observed(pool)).failures).toBe(0);
});

test('a database that archives nothing has no age', async () => {
  const pool = await archiving(await newFolder(), {});
  expect(await observed(pool)).toEqual({ age: 0, failures: 0 });
});
