import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { startOnlineMigrations } from '../../src/worker/housekeeping/online-migrations.ts';
import { until } from '../harness/until.ts';
import { emptyDatabase, query, schemaFolder, write } from '../processes/harness/migrations.ts';

const log = createLogger('silent');
const index = '20270102000000_index';
const sql =
  '-- For a test.\ncreate unique index concurrently if not exists thing_id on thing (id);';

/** A database with a table, and an index that a worker is to make. */
async function waitingIndex() {
  const url = await emptyDatabase();
  const folder = await schemaFolder({
    'migrations/20270101000000_table':
      'create table thing (id integer); insert into thing values (1), (1)',
  });
  await migrate(url, log, { folder, release: '1.0.0' });
  await write(folder, { [`migrations/${index}`]: sql });
  const start = () => {
    const migrations = startOnlineMigrations({ databaseUrl: url, log, folder });
    onTestFinished(() => migrations.stop());
    return migrations;
  };
  const isMade = async () => {
    const [found] = await query<{ valid: boolean; noted: boolean }>(
      url,
      `select coalesce((select i.indisvalid from pg_index i
         where i.indexrelid = to_regclass('thing_id')), false) as valid,
         exists (select from _prisma_migrations where migration_name = '${index}') as noted`,
    );
    return found;
  };
  const waitsForWriter = () =>
    until('the index waits for the writer', async () => {
      const waiting = await query(
        url,
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%thing_id%'`,
      );
      return waiting.length > 0;
    });
  expect(await migrate(url, log, { folder, release: '2.0.0' })).toEqual([]);
  return { url, start, isMade, waitsForWriter };
}

/** A connection that has written to the table and has not committed. */
async function writerOf(url: string): Promise<pg.Client> {
  const writer = new pg.Client(url);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin; insert into thing values (3)');
  return writer;
}

test('a start leaves an online index to a worker, which makes it while a transaction writes', async () => {
  const { url, start, isMade, waitsForWriter } = await waitingIndex();
  await query(url, 'truncate thing');
  const writer = await writerOf(url);
  start();
  await waitsForWriter();
  // Other connections write meanwhile.
  await query(url, 'insert into thing values (2)');
  expect(await isMade()).toMatchObject({ noted: false });
  await writer.query('commit');
  await until('the index is made', async () => (await isMade())?.noted);
  expect(await isMade()).toEqual({ valid: true, noted: true });
});

test('a database without data gets its online indexes at the start', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({
    'migrations/20270101000000_table': 'create table thing (id integer)',
    [`migrations/${index}`]: sql,
  });
  const names = ['20270101000000_table', index];
  expect(await migrate(url, log, { folder, release: '1.0.0' })).toEqual(names);
  expect(await query(url, "select to_regclass('thing_id')::text as made")).toEqual([
    { made: 'thing_id' },
  ]);
});

test('an online index that was interrupted is begun again', async () => {
  const { url, start, isMade } = await waitingIndex();
  const first = start();
  await until('the index has failed, because a value is there twice', async () => {
    const left = await query(url, `select from pg_class where relname = 'thing_id'`);
    return left.length > 0;
  });
  await first.stop();
  expect(await isMade()).toEqual({ valid: false, noted: false });
  await query(url, 'truncate thing');
  start();
  await until('the index is made', async () => (await isMade())?.noted);
  expect(await isMade()).toEqual({ valid: true, noted: true });
});

test('a worker stops at once while its online index waits', async () => {
  const { url, start, isMade, waitsForWriter } = await waitingIndex();
  await writerOf(url);
  const migrations = start();
  await waitsForWriter();
  await migrations.stop();
  expect(await isMade()).toMatchObject({ noted: false });
});

test('a worker stops even while the connection for its online indexes is being made', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const migrations = startOnlineMigrations({
    databaseUrl: `postgresql://127.0.0.1:${port}/silent`,
    log,
  });
  const [socket] = (await once(silent, 'connection')) as [Socket];
  const stopped = migrations.stop();
  socket.destroy();
  silent.close();
  await stopped;
});
