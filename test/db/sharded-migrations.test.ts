import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames, migrations } from '../processes/harness/migrations.ts';
import { faultsWhenSharded } from './harness/faults-when-sharded.ts';

test('no migration leaves a table of teams on the coordinator, or is refused by Citus', async () => {
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

test('distribute_table is the same in the baseline and in its file', async () => {
  const [baseline = ''] = await migrationNames();
  const migration = await readFile(path.join(migrations, baseline, 'migration.sql'), 'utf8');
  expect(migration).toContain(await readFile('prisma/functions/distribute_table.sql', 'utf8'));
});

test.each([
  'create table training (tenant_id text)',
  "create table training (tenant_id text); select distribute_table('training', 'catalog')",
  'create table catalog_entry (id text)',
  "create table tenant (id text); select distribute_table('tenant', 'team')",
  'alter table training add column n integer, add constraint positive check (n > 0) not valid',
  'alter table training add column n integer check (n > 0)',
  'alter table training add constraint a check (n > 0) not valid, add column m integer',
  'alter table catalog_entry add column up text references catalog_entry (id)',
  'create function trained(team text) returns bigint language sql stable as $$ select count(*) from training t where t.tenant_id = team $$',
])('refused: %s', (sql) => {
  expect(faultsWhenSharded(sql)).toHaveLength(1);
});

test.each([
  "create table training (tenant_id text, n integer check (n > 0)); select distribute_table('training', 'team');",
  "create table catalog_entry (id text); select distribute_table('catalog_entry', 'catalog')",
  'create table tenant (id text)',
  'alter table training add column n integer, add column m integer',
  'alter table training add constraint positive check (n in (1, 2)) not valid',
  'alter table tenant add column n integer check (n > 0)',
  'create function named(team text) returns text language sql as $$ select t.name from tenant t where t.id = team $$',
  'create function trained(team text) returns bigint language plpgsql as $$ begin return (select count(*) from training t where t.tenant_id = team); end $$',
])('allowed: %s', (sql) => {
  expect(faultsWhenSharded(sql)).toEqual([]);
});
