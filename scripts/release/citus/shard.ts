import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptRelease } from '../../../test/db/harness/last-release/from-git.ts';
import { makeOnCitus } from '../../../test/harness/citus.ts';
import { rowsOf } from '../../bench/database.ts';
import { encryptionKey } from '../../bench/server-process.ts';
import { reportOutcome } from '../report-outcome.ts';
import { nextRelease } from './next-release.ts';

const NAME = 'try_citus_shard';

type Kill = { ms?: number; word?: string };
type Ended = { code: number | null; output: string };

/** Tries `cli shard` on a database of the last release, and then migrations of an invented one. Each is killed again and again. */
export async function tryShard(clusterUrl: string): Promise<void> {
  const { url } = await makeOnCitus(clusterUrl, NAME);
  await rowsOf(url, await readFile(path.join(await keptRelease(), 'dump.sql'), 'utf8'));
  await shardWithKills(url);
  await migrateWithKills(url);
}

/** Runs a file of the project. Kills it (-9) after `ms`, or when it has printed `word`. */
async function runKilled(url: string, words: string[], kill: Kill = {}): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey };
  const child = spawn(process.execPath, words, { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (kill.word && output.includes(kill.word)) child.kill('SIGKILL');
    });
  }
  if (kill.ms !== undefined) void sleep(kill.ms).then(() => child.kill('SIGKILL'));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const reportCode = (name: string, { code, output }: Ended, wanted: number | null = 0): void =>
  reportOutcome(code === wanted ? 'good' : 'FAILED', name, output);

/** Runs `cli shard` again and again, and kills it at each of its steps. */
async function shardWithKills(url: string): Promise<void> {
  const cli = (words: string[], kill?: Kill) => runKilled(url, ['src/cli.ts', ...words], kill);
  reportCode('shard --check before', await cli(['shard', '--check']));
  for (const word of ['"begin"', '"member"', '"audit_entry"', '"request_day"', 'left over']) {
    reportCode(`shard killed at ${word}`, await cli(['shard'], { word }), null);
  }
  reportCode('shard after the kills', await cli(['shard']));
  reportCode('shard --check after', await cli(['shard', '--check']));
}

async function migrateWithKills(url: string): Promise<void> {
  const words = ['scripts/release/citus/migrate-once.ts', url, nextRelease()];
  let killed = 0;
  // Each run is killed later than the one before, until one ends by itself.
  while ((await runKilled(url, words, { ms: 100 + killed * 25 })).code === null) killed += 1;
  reportCode(`migrations after ${killed} kills`, await runKilled(url, words));
  const value = async (sql: string): Promise<unknown> => {
    const [row] = await rowsOf<{ value: unknown }>(url, `select (${sql}) as value`);
    return row?.value;
  };
  /** On how many shards of a table the query counts one row. */
  const shardsWith = (table: string, sql: string) =>
    value(
      `select count(*)::int from run_command_on_placements('${table}', $$select count(*) from ${sql}$$)
       where success and result = '1'`,
    );
  const shards = await value(
    "select shard_count::int from citus_tables where table_name = 'member'::regclass",
  );
  const kinds = await rowsOf(
    url,
    `select table_name::text as t, citus_table_type as kind, colocation_id = (
       select colocation_id from citus_tables where table_name = 'member'::regclass) as together
     from citus_tables where table_name in ('note'::regclass, 'season'::regclass) order by 1`,
  );
  const onNodes = `select count(*)::int from run_command_on_all_nodes(
    $$select has_api('active', 'next')$$) where result = 't'`;
  const vault = "select count(*)::int from citus_tables where table_name = 'vault'::regclass";
  await rowsOf(
    url,
    `update member set status = status where tenant_id in (select tenant_id from member limit 1)`,
  );
  const checks: Record<string, [unknown, unknown]> = {
    'tables are on all nodes': [
      kinds,
      [
        { t: 'note', kind: 'distributed', together: true },
        { t: 'season', kind: 'reference', together: false },
      ],
    ],
    'a column is on all shards': [
      await shardsWith(
        'member',
        "pg_attribute where attrelid = '%s'::regclass and attname = 'motto' and not attisdropped",
      ),
      shards,
    ],
    'an index is on all shards': [
      await shardsWith(
        'training',
        `pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = '%s'::regclass
         and i.indisvalid and c.relname like 'training_motto%%'`,
      ),
      shards,
    ],
    'a trigger is on all shards': [
      await shardsWith(
        'member',
        "pg_trigger where tgrelid = '%s'::regclass and tgname like 'keep_motto%%'",
      ),
      shards,
    ],
    'a check is on all shards': [
      await shardsWith(
        'member',
        `pg_constraint where conrelid = '%s'::regclass and conname like 'member_motto%%'
         and convalidated`,
      ),
      shards,
    ],
    'a function is on all nodes': [
      await value(onNodes),
      await value('select count(*)::int from pg_dist_node'),
    ],
    'a table of control is not spread': [await value(vault), 0],
    'the coordinator keeps no rows of a new table': [
      await value("select pg_relation_size('season')::int"),
      0,
    ],
    'a trigger of the new release works': [
      await value("select count(*) > 0 from member where motto = 'onward;'"),
      true,
    ],
  };
  for (const [name, [found, wanted]] of Object.entries(checks)) {
    const isGood = JSON.stringify(found) === JSON.stringify(wanted);
    reportOutcome(isGood ? 'good' : 'FAILED', name, JSON.stringify([found, wanted]));
  }
}
