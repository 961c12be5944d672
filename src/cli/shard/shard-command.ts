import type pg from 'pg';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { misplaced } from '../../db/placed-tables.ts';
import { askSharding } from '../../db/sharding.ts';
import { UsageError } from '../../shared/errors/usage-error.ts';
import { type CommandContext, command } from '../command.ts';
import { toggle } from '../flags.ts';
import { UnfinishedError } from '../unfinished-error.ts';
import { distribute, removeLeftOvers, sizeOf, withLeftOver } from './distribute.ts';
import { faultsOf, readNodes } from './nodes.ts';
import { differingTexts } from './texts.ts';

export const shard = command({
  name: 'shard',
  summary: 'spread the data of teams over the nodes of Citus (docs/operations.md#citus)',
  result: '{sharded, nodes: [{node, shards, bytes, members}]}; --check: {sharded, faults, …}',
  flags: { check: toggle('change nothing, say what is wrong, and exit 1 if anything is') },
  notes: [
    'Stop all processes first. Standard error gets each step. A command that was killed is given again, and goes',
    'on. There is no way back but a backup.',
  ],
  async run(context, { check }) {
    const client = await context.pool.connect();
    try {
      await requireCitus(client);
      await client.query('set statement_timeout = 0');
      return await (check ? checkAll(client) : shardAll(client, context));
    } finally {
      // The connection has the settings of this command, and is closed.
      client.release(true);
    }
  },
});

async function requireCitus(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 1) return;
  throw new UsageError(
    'This database has no extension citus, so there is nothing to spread its tables over. docs/operations.md#citus says what a cluster needs, and when it is worth one.',
  );
}

async function checkAll(client: pg.ClientBase): Promise<object> {
  const sharded = await askSharding(client);
  const ofNodes = faultsOf(await readNodes(client));
  // The texts of a node can be read only if all nodes answer.
  const ofTables = sharded && ofNodes.length === 0 ? await differingTexts(client) : [];
  const faults = [...ofNodes, ...(sharded ? await faultsOfTables(client) : []), ...ofTables];
  const result = sharded
    ? { sharded, faults, nodes: faults.length > 0 ? [] : await countsPerNode(client) }
    : { sharded, faults, ...(await sizeOf(client)) };
  if (faults.length === 0) return result;
  throw new UnfinishedError(faults.join('. '), result);
}

async function faultsOfTables(client: pg.ClientBase): Promise<string[]> {
  const left = await withLeftOver(client);
  return [
    ...(await misplaced(client)),
    ...(left
      ? [`the coordinator keeps rows of ${left} that nobody can read: run shard again`]
      : []),
  ];
}

async function shardAll(client: pg.ClientBase, { progress }: CommandContext): Promise<object> {
  const tell = progress ?? (() => undefined);
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
  const faults = faultsOf(await readNodes(client));
  if (faults.length > 0) throw new UsageError(faults.join('. '));
  tell({ step: 'nodes checked' });
  await requireNobody(client);
  await client.query(
    `do $$ begin execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database()); end $$`,
  );
  tell({ step: 'begin', ...(await sizeOf(client)) });
  await distribute(client, tell);
  await removeLeftOvers(client, tell);
  const wrong = await faultsOfTables(client);
  if (wrong.length > 0) throw new UsageError(wrong.join('. '));
  await endOthers(client);
  return { sharded: true, nodes: await countsPerNode(client) };
}

const others = `from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid()
  and a.backend_type = 'client backend' and a.application_name !~ '^citus'`;

/**
 * Refuses while other processes are connected: a connection plans its statements for the database as it was
 * when the connection was made.
 */
async function requireNobody(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; n: number }>(
    `select coalesce(nullif(a.application_name, ''), 'a program without a name') as name,
       count(*)::int as n ${others} group by 1 order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name, n }) => `${name} (${n})`).join(', ');
  throw new UsageError(`Somebody is connected: ${names}. Stop all processes, and try again.`);
}

/**
 * Ends the connections of processes that were started meanwhile. Such a process waits for the lock, and makes
 * its other connections again.
 */
async function endOthers(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select pg_terminate_backend(a.pid) ${others} and a.application_name like 'team-api%'`,
  );
}

/** Shards, bytes and members on each node. */
async function countsPerNode(client: pg.ClientBase): Promise<object[]> {
  const { rows } = await client.query<object>(
    `select s.nodename || ':' || s.nodeport as node, count(*)::int as shards,
       sum(s.shard_size)::float8 as bytes, (
         select coalesce(sum(r.result::bigint), 0)::float8
         from run_command_on_placements('member', 'select count(*) from %s') r
         where r.nodename = s.nodename and r.nodeport = s.nodeport) as members
     from citus_shards s join pg_dist_partition p on p.logicalrelid = s.table_name
     where p.partmethod = 'h' group by s.nodename, s.nodeport order by 1`,
  );
  return rows;
}
