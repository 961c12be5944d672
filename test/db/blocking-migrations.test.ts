import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames, migrations } from '../processes/harness/migrations.ts';
import { blockingStatements } from './harness/blocking-statements.ts';
import { filesOfLastRelease } from './harness/last-release/old-processes.ts';

test('no migration rewrites a table, or locks it for long, while processes serve', async () => {
  // The baseline makes all tables.
  const [, ...names] = await migrationNames();
  expect(names.length).toBeGreaterThan(0);
  const blocking = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(migrations, name, 'migration.sql'), 'utf8');
      return blockingStatements(sql).map(
        ({ statement, why, instead }) => `${name}: ${statement}\n  ${why}: ${instead}`,
      );
    }),
  );
  expect(blocking.flat().join('\n')).toBe('');
});

test('a new migration sorts after all that the last release has, because it is applied after them', async () => {
  const { dump } = await filesOfLastRelease();
  const names = await migrationNames();
  const released = [
    ...dump.matchAll(/^insert into _prisma_migrations .*"migration_name":"([^"]+)"/gm),
  ]
    .map(([, name = '']) => name)
    .sort();
  expect(released.length).toBeGreaterThan(0);
  // The baseline stands for all migrations of 0.30.0.
  const expected = released.includes(names[0] ?? '') ? released : names.slice(0, 1);
  expect(names.slice(0, expected.length)).toEqual(expected);
});

test.each([
  'create index training_day on training (tenant_id, created_at)',
  'create unique index concurrently if not exists a on training (id); create table b ()',
  'create index concurrently a on training (id)',
  'alter table training alter column duration_s type bigint',
  'alter table only "training" alter duration_s set data type bigint',
  'alter table training add column day date default make_date(2026, 1, 1), add column b integer',
  'alter table training add column id2 uuid not null default gen_random_uuid()',
  'alter table training add column a integer, add column noted_at timestamptz default clock_timestamp()',
  'alter table training add column n bigint generated always as identity',
  'alter table training add column n bigint generated always as (duration_s * 2) stored',
  'alter table training add column n bigserial',
  'alter table training alter column duration_s set not null',
  'alter table training add constraint positive check (duration_s > 0)',
  'alter table training add check (duration_s > 0)',
  'alter table training add column n integer check (n > 0)',
  'alter table training add column case_id text references team_case (id)',
  'alter table training add constraint a foreign key (case_id) references team_case (id)',
  'alter table training add unique (external_ref)',
  'alter table training add constraint training_key primary key (id)',
  'alter table training set unlogged',
  'alter table training add column n integer; alter table training validate constraint positive',
  'update training set duration_s = 0',
  'delete from only training',
  'truncate training',
  'lock table training in share mode',
  'cluster training using training_pkey',
  'vacuum full training',
  "-- update\ncreate table a (); /* ; */ insert into a values (';'); UPDATE\n training set n = 1",
])('refused: %s', (sql) => {
  expect(blockingStatements(sql)).toHaveLength(1);
});

test.each([
  'create index concurrently if not exists training_day on training (tenant_id, created_at);',
  '-- Of all rows.\nalter table training validate constraint positive;',
  'create table one (id text primary key); create index one_id on one (id); update one set id = 1',
  "alter table training add column note text not null default '', add column seen timestamptz default now()",
  "alter table training add column names text[] not null default '{}'",
  'alter table training add constraint positive check (duration_s > 0) not valid',
  'alter table training add constraint a foreign key (case_id) references team_case (id) not valid',
  'alter table training add constraint training_key unique using index training_day',
  "comment on table training is 'create index a on training (id); update training'",
  'create function f() returns void language plpgsql as $body$ begin update training set n = 1; end $body$',
])('allowed: %s', (sql) => {
  expect(blockingStatements(sql)).toEqual([]);
});
