import { expect, onTestFinished, test } from 'vitest';
import { OLDEST_BESIDE } from '../../src/db/migrations/beside.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { isNewer } from '../../src/shared/process/own-release.ts';
import { documentNamed, rowsOf, sectionOf } from '../docs/harness/documents.ts';
import { cloneDatabase } from '../harness/database.ts';
import { emptyDatabase, query, schemaFolder, write } from '../processes/harness/migrations.ts';
import { lastRelease, upgrade } from './harness/last-release/old-processes.ts';

const log = createLogger('silent');
const foundation = 'migrations/20270101000000_foundation';
const next = 'migrations/20270102000000_next';

const tables = `
  create table process (release text, host text, pid integer, renewed_at timestamptz default now(),
    started_at timestamptz default now());
  create table oldest_beside (is_only boolean primary key default true, release text not null);`;

test('the database keeps the oldest release beside it, which only rises, and refuses older ones', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({ [foundation]: tables });
  const start = (release: string, oldestBeside: string) =>
    migrate(url, log, { folder, release, oldestBeside });
  const kept = async () => (await query(url, 'select release from oldest_beside'))[0]?.release;
  await start('1.9.0', '1.8.0');
  expect(await kept()).toBe('1.8.0');
  await start('1.10.0', '1.9.0');
  await start('1.9.5', '1.8.0');
  expect(await kept()).toBe('1.9.0');
  await expect(start('1.8.9', '1.7.0')).rejects.toThrow('it takes 1.9.0 and newer');
});

test('the handbook says beside which releases this one runs', () => {
  const rows = rowsOf(sectionOf(documentNamed('docs/operations.md'), '## Upgrade'));
  expect(rows[0]).toEqual(['1.0.0 and newer', `${OLDEST_BESIDE} and newer`]);
});

test('a refused start changes nothing; an older process that starts meanwhile is found after it', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({ [foundation]: tables });
  const start = () => migrate(url, log, { folder, release: '1.2.0', oldestBeside: '1.1.0' });
  await start();
  const older = "insert into process values ('1.0.0', 'elsewhere', 1)";
  await query(url, older);
  await write(folder, { [next]: 'create table two (n integer);' });
  await expect(start()).rejects.toThrow('An older process runs: 1.0.0 on elsewhere (process 1)');
  expect(await query(url, "select to_regclass('two') as two")).toEqual([{ two: null }]);
  await query(url, 'delete from process');
  await write(folder, { [next]: older });
  await expect(start()).rejects.toThrow('An older process runs: 1.0.0 on elsewhere (process 1)');
});

/**
 * What processes of any release may name: tables and views with their columns, and functions. They cannot call those
 * of triggers.
 */
async function named(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `select format('%s.%s', c.relname, a.attname) as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
     union all select oid::regprocedure::text from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`,
  );
  return rows.map(({ name }) => name);
}

/** What the upgrade takes away from what the last release had, although that release itself needs none of it. */
async function takenAway(changes: Parameters<typeof upgrade>[1]): Promise<string[]> {
  const { url } = await lastRelease();
  const before = await named(url);
  await upgrade(url, changes);
  const after = new Set(await named(url));
  return before.filter((name) => !after.has(name));
}

/**
 * What this release takes away, although no process since OLDEST_BESIDE has used it: look for the name in src at the
 * commit of each of them. The command `team export` of 0.30.0 reads `team_mark`; the changelog says what to do. When
 * release.json names the release that took them away, empty the list.
 */
const unneeded: string[] = [];

test('a release that takes something away from those before the last one refuses to run beside them', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const { url: former } = await lastRelease();
  const [label] = await query<{ last: string }>(
    former,
    `select split_part(obj_description('admit_calls'::regproc, 'pg_proc'), ' ', 3) as last`,
  );
  const last = label?.last ?? '';
  expect(await query(url, 'select release from oldest_beside')).toEqual([
    { release: OLDEST_BESIDE },
  ]);
  expect(isNewer(OLDEST_BESIDE, last), 'the last release always runs beside this one').toBe(false);
  // Raise OLDEST_BESIDE to the last release if this fails.
  if (OLDEST_BESIDE !== last) expect((await takenAway({})).sort()).toEqual(unneeded.toSorted());
  const dropped = { [next.replace('2027', '9999')]: 'alter table assignment drop column note' };
  expect((await takenAway(dropped)).sort()).toEqual(['assignment.note', ...unneeded].sort());
});
