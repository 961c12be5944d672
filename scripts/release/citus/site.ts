import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { makeOnCitus } from '../../../test/harness/citus.ts';
import { fill, type LoadedKey, rowsOf, runCommand } from '../../bench/database.ts';
import type { ServerProcess } from '../../bench/server-process.ts';
import { insertEndpoints } from '../../bench/webhooks/rows.ts';
import { startProcesses } from '../failover/drill.ts';
import { type DrillReceiver, startDrillReceiver } from '../failover/receiver.ts';

const NAME = 'try_citus';

/** A sharded database with teams on all nodes, two APIs and a worker, and a receiver of webhooks. */
export type Site = {
  keys: LoadedKey[];
  processes: ServerProcess[];
  receiver: DrillReceiver;
  /** Runs a statement on the coordinator, over a connection of its own. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
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
  const events = ['assignment.created'];
  await insertEndpoints(sql, receiver.url, { tenants, each: 1, events });
  await sql.end();
  await runCommand(url, ['shard']);
  const processes = await startProcesses(url, folder);
  return {
    keys,
    processes,
    receiver,
    rows: (text, values) => rowsOf(url, text, values),
    async close() {
      await Promise.all(processes.map((one) => one.stop()));
      receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
