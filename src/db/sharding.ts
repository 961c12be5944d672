import type pg from 'pg';
import { codeOf } from '../shared/errors/system-error-code.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Connections to databases whose team data is on several servers. */
const sharded = new WeakSet<Client>();

/**
 * `cli shard` makes this table in the transaction that spreads the tables. So the database is sharded if and
 * only if the table is there.
 */
export const SHARDING_TABLE = 'sharding';

/**
 * Settings with which tables of the schema are made on all nodes. `citus.enable_unsafe_triggers` does no harm: the
 * triggers of `member` read rows of the same team alone, and these are on the same node.
 */
const forSchema = `set citus.enable_unsafe_triggers = on; set citus.multi_shard_modify_mode = 'sequential';
  set citus.propagate_set_commands = 'local'; set client_min_messages = warning`;

/** Asks a new connection, and notes the answer for `isSharded`. */
export async function askSharding(client: Client, limitMs?: number): Promise<boolean> {
  const query = {
    text: 'select to_regclass($1) is not null as sharded',
    values: [SHARDING_TABLE],
    ...(limitMs === undefined ? {} : { query_timeout: limitMs }),
  };
  const { rows } = await client.query<{ sharded: boolean }>(query);
  const found = rows[0]?.sharded === true;
  if (found) sharded.add(client);
  return found;
}

export const isSharded = (client: Client): boolean => sharded.has(client);

/**
 * True if a node does not answer the coordinator. The connection to the coordinator, over which we heard of
 * it, works as before. A new one for each refused request would have to learn the cluster anew: the other teams then
 * wrote at a fifth of their rate.
 */
export function isOfNode(client: Client, error: unknown): boolean {
  if (!(error instanceof Error) || !isSharded(client)) return false;
  return codeOf(error) === '08006' || isOfNode(client, error.cause);
}

/** Asks the connection of a migration, and prepares it. */
export async function prepareForSchema(client: Client): Promise<void> {
  if (await askSharding(client)) await client.query(forSchema);
}

/**
 * The statement that a transaction runs before its commit in a sharded database. Without it the nodes would
 * commit first and without PREPARE: if the coordinator dies in between, the changes of tables of control are
 * lost.
 */
export const inTwoPhases = { name: 'commit in two phases', text: 'select commit_in_two_phases()' };
