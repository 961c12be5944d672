import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  NEXT_VERSION,
  nextFamilies,
  nextRelease,
} from '../../scripts/release/citus/next-release.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import {
  emptyDatabase,
  migrationNames,
  migrations,
  query,
} from '../processes/harness/migrations.ts';
import { faultsWhenSharded } from './harness/faults-when-sharded.ts';
import { likeCitus } from './harness/like-citus.ts';

test('a start places the tables that its migrations have made, and refuses one of no family', async () => {
  const log = createLogger('silent');
  const url = await emptyDatabase();
  await migrate(url, log);
  await query(url, likeCitus);
  const folder = nextRelease();
  onTestFinished(() => rm(folder, { recursive: true }));
  const next = { folder, release: NEXT_VERSION };
  await expect(migrate(url, log, next)).rejects.toThrow('The table note is in no family');
  await migrate(url, log, { ...next, families: nextFamilies });
  const placed = await query(
    url,
    `select logicalrelid::text as name, partkey, repmodel from pg_dist_partition
     where logicalrelid = any ('{note, season, vault}'::regclass[]) order by 1`,
  );
  expect(placed).toEqual([
    { name: 'note', partkey: 'tenant_id', repmodel: 's' },
    { name: 'season', partkey: null, repmodel: 't' },
  ]);
  // Only this table has got rows, which the coordinator would keep.
  expect(await query(url, 'select name::text from emptied')).toEqual([{ name: 'season' }]);
});

test('no migration makes a table of no family, or is refused by Citus', async () => {
  // The baseline is applied to databases that are not sharded yet.
  const [, ...names] = await migrationNames();
  const faults = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(migrations, name, 'migration.sql'), 'utf8');
      return faultsWhenSharded(sql).map((fault) => `${name}: ${fault}`);
    }),
  );
  expect(faults.flat()).toEqual([]);
});

test('no function of the schema is refused by Citus', async () => {
  const folder = 'prisma/functions';
  const faults = (await readdir(folder)).map(async (name) =>
    faultsWhenSharded(await readFile(path.join(folder, name), 'utf8')),
  );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

test.each([
  'create table note (tenant_id text)',
  'alter table training add column n integer, add constraint positive check (n > 0) not valid',
  'alter table training add column n integer check (n > 0)',
  'alter table training add constraint a check (n > 0) not valid, add column m integer',
  'alter table catalog_entry add column up text references catalog_entry (id)',
  'create table training (id text); alter table evaluation add constraint a foreign key (id) references training (id) not valid',
  'create function trained(team text) returns bigint language sql stable as $$ select count(*) from training t where t.tenant_id = team $$',
])('refused: %s', (sql) => {
  expect(faultsWhenSharded(sql)).toHaveLength(1);
});

test.each([
  'create table training (tenant_id text, n integer check (n > 0))',
  'create table catalog_entry (id text)',
  'create table tenant (id text)',
  'alter table training add column n integer, add column m integer',
  'alter table training add constraint positive check (n in (1, 2)) not valid',
  'alter table tenant add column n integer check (n > 0)',
  'create function named(team text) returns text language sql as $$ select t.name from tenant t where t.id = team $$',
  'create function trained(team text) returns bigint language plpgsql as $$ begin return (select count(*) from training t where t.tenant_id = team); end $$',
])('allowed: %s', (sql) => {
  expect(faultsWhenSharded(sql)).toEqual([]);
});
