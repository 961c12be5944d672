import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import {
  emptyDatabase,
  migrationNames,
  query,
  schemaFolder,
  write,
} from '../processes/harness/migrations.ts';
import { lastRelease } from './harness/last-release/old-processes.ts';
import { likeCitus } from './harness/like-citus.ts';

const log = createLogger('silent');

const applied = (url: string) =>
  query<{ migration_name: string; checksum: string; finished_at: Date }>(
    url,
    'select migration_name, checksum, finished_at from _prisma_migrations order by finished_at, 1',
  );

/** How many rows each table has. */
async function counts(url: string): Promise<Map<string, number>> {
  const tables = await query<{ name: string }>(
    url,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '_prisma_migrations'`,
  );
  const rows = await query<{ name: string; n: number }>(
    url,
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
      .join(' union all '),
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** The text of release 0.30.0, whose trigger the present text no longer has. */
const FORMER_FUNCTION = `
  create or replace function team_has_a_mark() returns trigger language plpgsql as $$
  begin
    insert into team_mark (tenant_id, slot, n) values (new.id, 0, 0) on conflict do nothing;
    return null;
  end $$;
  create or replace trigger team_has_a_mark after insert on tenant for each row
    execute function team_has_a_mark();`;

/** A database with the tables of release 0.30.0, and with the row of its last migration. */
async function formerDatabase(): Promise<string> {
  const [baseline = ''] = await migrationNames();
  const folder = await schemaFolder({});
  for (const part of [`migrations/${baseline}`, 'functions', 'views'])
    await cp(path.join('prisma', part), path.join(folder, part), { recursive: true });
  await write(folder, { 'functions/team_has_a_mark.sql': FORMER_FUNCTION });
  const url = await emptyDatabase();
  await migrate(url, log, { folder, release: '0.30.0', oldestBeside: '0.13.0' });
  await query(
    url,
    "update _prisma_migrations set migration_name = '20270211000000_fewer_checks_at_each_write'",
  );
  return url;
}

test('a database of the last release keeps its rows, and those of its migrations', async () => {
  const { url } = await lastRelease();
  const former = await applied(url);
  const before = await counts(url);
  const names = new Set(former.map(({ migration_name }) => migration_name));
  const pending = (await migrationNames()).filter((name) => !names.has(name));
  expect(await migrate(url, log)).toEqual(pending);
  const after = await applied(url);
  // Release 0.30.0 refuses a database without them.
  expect(after.slice(0, former.length)).toEqual(former);
  expect(after.slice(former.length).map(({ migration_name }) => migration_name)).toEqual(pending);
  for (const [table, n] of await counts(url))
    expect.soft([table, n]).toEqual([table, before.get(table) ?? 0]);
  expect(await migrate(url, log)).toEqual([]);
});

/** Each change by hand with the one that undoes it, and what the refused start says of it. */
const changes: [string, string, string, string][] = [
  [
    'a column too many',
    'alter table training add column extra text',
    'alter table training drop column extra',
    'unknown column training.extra',
  ],
  [
    'a column that is missing',
    'alter table training drop column duration_s',
    'alter table training add column duration_s integer',
    'missing column training.duration_s',
  ],
  [
    'a column of another type',
    'alter table training alter column duration_s type bigint',
    'alter table training alter column duration_s type integer',
    'different column training.duration_s',
  ],
  ['a table too many', 'create table extra ()', 'drop table extra', 'unknown table extra'],
  [
    'an index too many',
    'create index extra on training (tenant_id)',
    'drop index extra',
    'unknown index extra',
  ],
  [
    'an index that is missing, such as one of an online migration that has not ended',
    'drop index known_device_use',
    'create index known_device_use on known_device (last_used_at)',
    'missing index known_device_use',
  ],
  [
    'a trigger too many',
    'create trigger extra after insert on training execute function keep_events()',
    'drop trigger extra on training',
    'unknown trigger extra of training',
  ],
  [
    'a trigger that is missing',
    'drop trigger remove_attempts_of_deliveries on webhook_delivery',
    `create trigger remove_attempts_of_deliveries after delete on webhook_delivery
       referencing old table as gone for each statement execute function remove_attempts_of_deliveries()`,
    'missing trigger remove_attempts_of_deliveries of webhook_delivery',
  ],
  [
    'a key that is missing',
    'alter table evaluation drop constraint evaluation_tenant_id_training_id_fkey',
    `alter table evaluation add foreign key (tenant_id, training_id)
       references training (tenant_id, id) on delete cascade`,
    'missing constraint FOREIGN KEY (tenant_id, training_id) REFERENCES training(tenant_id, id) ON DELETE CASCADE of evaluation',
  ],
  [
    'a check that is not validated',
    `alter table tenant drop constraint tenant_sandbox, add constraint tenant_sandbox check
       (sandbox_of <> id and (sandbox_of is null) = (sandbox_used_at is null)) not valid`,
    'alter table tenant validate constraint tenant_sandbox',
    'different constraint tenant_sandbox of tenant',
  ],
  [
    'a function that was written anew',
    'alter function iso(timestamptz) volatile',
    'alter function iso(timestamptz) stable',
    'different function iso(',
  ],
  [
    'a function too many',
    'create function extra() returns integer language sql return 1',
    'drop function extra()',
    'unknown function extra()',
  ],
  [
    'a view too many',
    'create view extra as select 1 as one',
    'drop view extra',
    'unknown view extra',
  ],
];

test('a database of 0.30.0 with another schema is refused with a sentence that says what differs, and is left as it is', async () => {
  const url = await formerDatabase();
  const before = await applied(url);
  for (const [what, change, undo, named] of changes) {
    await query(url, change);
    await expect
      .soft(migrate(url, log), what)
      .rejects.toThrow(`This database is not as release 0.30.0 leaves it: ${named}`);
    expect.soft(await applied(url), what).toEqual(before);
    await query(url, undo);
  }
  // Names that PostgreSQL has given may be others.
  await query(url, 'alter table tenant rename constraint tenant_plan_check to tenant_plan_check1');
  expect(await migrate(url, log)).toEqual(await migrationNames());
});

test('a database of a release before 0.30.0 is told to start 0.30.0 first', async () => {
  const url = await formerDatabase();
  await query(url, "update _prisma_migrations set migration_name = '20261125000000_foundation'");
  await expect(migrate(url, log)).rejects.toThrow(
    'This database is of a release before 0.30.0. Start release 0.30.0 first',
  );
});

test('release 0.30.0 starts again on a database that was taken over, and teams can be made', async () => {
  const url = await formerDatabase();
  await migrate(url, log, { release: '999.0.0' });
  const folder = await schemaFolder({ 'functions/team_has_a_mark.sql': FORMER_FUNCTION });
  await migrate(url, log, { folder, release: '0.30.0' });
  await query(
    url,
    `insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 1, now())`,
  );
});

test('a sharded database of 0.30.0 is taken over if each table is where its family is', async () => {
  const url = await formerDatabase();
  await query(url, likeCitus);
  await query(
    url,
    `update pg_dist_partition set partmethod = 'n' where logicalrelid = 'analytics_sum'::regclass`,
  );
  await expect(migrate(url, log)).rejects.toThrow('analytics_sum stays on the coordinator');
  await query(
    url,
    `update pg_dist_partition set partmethod = 'h' where logicalrelid = 'analytics_sum'::regclass`,
  );
  expect(await migrate(url, log)).toEqual(await migrationNames());
});
