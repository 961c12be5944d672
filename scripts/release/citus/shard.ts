// Tries `cli shard`, migrations after it, and kills, on an empty database of the caller's Citus cluster:
// scripts/release/try-shard.ts URL ['command that kills the coordinator' 'command that starts it' [rounds]]. Prints a line
// for each step. Before a release: see docs/operations.md#citus.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import pg from 'pg';
import { reportOutcome } from './report-outcome.ts';
import { killCoordinator } from './shard/kill-coordinator.ts';
import { runKilled } from './shard/killed.ts';
import { nextRelease } from './shard/next-release.ts';

const [url = '', kill, start, rounds = '50'] = process.argv.slice(2);
const env = { DATABASE_URL: url, ENCRYPTION_KEY: '0'.repeat(64) };
let client = new pg.Client({ connectionString: url });

async function value(sql: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select (${sql}) as value`);
  return rows[0]?.value;
}

async function expectAll(name: string, checks: Record<string, [unknown, unknown]>): Promise<void> {
  const wrong = Object.entries(checks).filter(
    ([, [a, b]]) => JSON.stringify(a) !== JSON.stringify(b),
  );
  reportOutcome(wrong.length === 0 ? 'good' : 'FAILED', name, JSON.stringify(wrong));
}

const cli = (words: string[], kill = {}) => runKilled('src/cli.ts', words, env, kill);

/** Restores the database of the last release, in which no table is spread. */
async function restore(): Promise<void> {
  const dump = readFileSync('test/db/harness/last-release/dump.sql', 'utf8');
  await client.connect();
  await client.query(dump);
  await client.end();
  client = new pg.Client({ connectionString: url });
}

/** Runs `cli shard` again and again, and kills it at each of its steps. */
async function shardWithKills(): Promise<void> {
  const early = await cli(['shard', '--check']);
  reportOutcome(early.code === 0 ? 'good' : 'FAILED', 'shard --check before', early.output);
  for (const word of ['"begin"', '"member"', '"audit_entry"', '"request_day"', 'left over']) {
    const { code } = await cli(['shard'], { word });
    reportOutcome(code === null ? 'good' : 'FAILED', `shard killed at ${word}`, String(code));
  }
  const whole = await cli(['shard']);
  reportOutcome(whole.code === 0 ? 'good' : 'FAILED', 'shard after the kills', whole.output);
  console.log(whole.output.split('\n').at(-2));
  const check = await cli(['shard', '--check']);
  reportOutcome(check.code === 0 ? 'good' : 'FAILED', 'shard --check after', check.output);
}

const onShards = (table: string, sql: string) =>
  `select count(*)::int from run_command_on_placements('${table}', $$${sql}$$) where success and result = '1'`;

async function migrateWithKills(): Promise<void> {
  const folder = nextRelease();
  const file = 'scripts/release/shard/migrate-once.ts';
  let killed = 0;
  for (let ms = 700; ms <= 3_000; ms += 150) {
    if ((await runKilled(file, [url, folder], env, { ms })).code === null) killed += 1;
  }
  const last = await runKilled(file, [url, folder], env);
  reportOutcome(
    last.code === 0 ? 'good' : 'FAILED',
    `migrations after ${killed} kills`,
    last.output,
  );
  const has = (column: string) =>
    `select count(*) from pg_attribute where attrelid = '%s'::regclass and attname = '${column}' and not attisdropped`;
  const kinds = await client.query(
    `select table_name::text as t, citus_table_type as kind, colocation_id = (
       select colocation_id from citus_tables where table_name = 'member'::regclass) as together
     from citus_tables where table_name in ('note'::regclass, 'season'::regclass) order by 1`,
  );
  const shards = await value(
    "select shard_count::int from citus_tables where table_name = 'member'::regclass",
  );
  await expectAll('the migrations are on all nodes', {
    tables: [
      kinds.rows,
      [
        { t: 'note', kind: 'distributed', together: true },
        { t: 'season', kind: 'reference', together: false },
      ],
    ],
    columns: [await value(onShards('member', has('motto'))), shards],
    index: [
      await value(
        onShards(
          'training',
          `select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = '%s'::regclass and i.indisvalid and c.relname like 'training_motto%%'`,
        ),
      ),
      shards,
    ],
    trigger: [
      await value(
        onShards(
          'member',
          `select count(*) from pg_trigger where tgrelid = '%s'::regclass and tgname like 'keep_motto%%'`,
        ),
      ),
      shards,
    ],
    check: [
      await value(
        onShards(
          'member',
          `select count(*) from pg_constraint where conrelid = '%s'::regclass and conname like 'member_motto%%' and convalidated`,
        ),
      ),
      shards,
    ],
    function: [
      await value(
        `select count(*)::int from run_command_on_all_nodes($$select has_api('active', 'next')$$) where result = 't'`,
      ),
      await value('select count(*)::int from pg_dist_node'),
    ],
    control: [
      await value(`select count(*)::int from citus_tables where table_name = 'vault'::regclass`),
      0,
    ],
  });
  await client.query(
    `update member set status = status where tenant_id in (select tenant_id from member limit 1)`,
  );
  await expectAll('a trigger of the new release works', {
    changed: [await value(`select count(*) > 0 from member where motto = 'onward;'`), true],
  });
}

await restore();
await shardWithKills();
await client.connect();
await migrateWithKills();
await client.end();
if (kill && start) await killCoordinator({ url, kill, start, rounds: Number(rounds) });
