import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeOnCitus } from '../../../test/harness/citus.ts';
import { fill, type LoadedKey } from '../../bench/database.ts';
import type { ServerProcess } from '../../bench/server-process.ts';
import { insertEndpoints } from '../../bench/webhooks/rows.ts';
import { ENCRYPTION_KEY, startProcesses } from '../failover/drill.ts';
import { type DrillReceiver, startDrillReceiver } from '../failover/receiver.ts';

const NAME = 'try_citus';
const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** A sharded database with teams on all nodes, two APIs and a worker, and a receiver of webhooks. */
export type Site = {
  url: string;
  keys: LoadedKey[];
  processes: ServerProcess[];
  receiver: DrillReceiver;
  folder: string;
  /** Runs a statement on the coordinator, over a connection of its own. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Does what an operator does: makes teams, runs `cli shard`, and starts the processes. */
export async function openSite(clusterUrl: string): Promise<Site> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-citus-'));
  const { url } = await makeOnCitus(clusterUrl, NAME);
  // A low number, so that spreading is quick.
  await rowsOf(url, `alter database ${NAME} set citus.shard_count = 8`);
  const counts = { teams: 16, keys: 20, members: 5, trainings: 20, assignments: 0, deals: 0 };
  const { keys } = await fill(url, path.join(folder, 'keys.jsonl'), counts);
  const receiver = await startDrillReceiver();
  const tenants = [...new Set(keys.map((key) => key.tenant_id))];
  const sql = new pg.Client(url);
  await sql.connect();
  await insertEndpoints(sql, { encryptionKey: ENCRYPTION_KEY }, receiver.url, {
    tenants,
    each: 1,
    events: ['assignment.created'],
  });
  await sql.end();
  await run(process.execPath, [path.join(root, 'src/cli.ts'), 'shard'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, ENCRYPTION_KEY },
  });
  const processes = await startProcesses(url, folder);
  return {
    url,
    keys,
    processes,
    receiver,
    folder,
    rows: (text, values) => rowsOf(url, text, values),
    async close() {
      await Promise.all(processes.map((one) => one.stop()));
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function rowsOf<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** The nodes that have the team of each key, as Citus names them. */
export async function nodesOfTeams({ keys, rows }: Site): Promise<Map<string, string>> {
  const tenants = [...new Set(keys.map((key) => key.tenant_id))];
  const found = new Map<string, string>();
  for (const id of tenants) {
    const [place] = await rows<{ node: string }>(
      `select nodename || ':' || nodeport as node from citus_shards
       where shardid = get_shard_id_for_distribution_column('member', $1::text)`,
      [id],
    );
    if (place) found.set(id, place.node);
  }
  return found;
}
