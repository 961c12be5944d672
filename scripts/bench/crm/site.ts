import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { receiverSettings } from '../../receiver-tls/own-receiver.ts';
import { type BenchCluster, newDatabase } from '../database.ts';
import { type ServerProcess, startWorker } from '../server-process.ts';

/** The longest wait, for a busy machine. */
const PATIENCE_MS = 30 * 60_000;
const script = path.resolve(import.meta.dirname, '../../../test/crm/harness/run-fake.ts');

const [DEALS, NOTES_OF_EACH] = [10_000, 2];

/** The HubSpot of the tests, in a process of its own. */
type Fake = { url: string; stop(): void };

/** A database for the measurements of CRMs, and a CRM. */
export type CrmSite = {
  sql: pg.Client;
  cluster: BenchCluster;
  fake: Fake;
  rounds: number;
  quick: boolean;
  /** Starts a worker that uses the fake, and this address for Pipedrive. */
  startWorker(pipedriveUrl?: string): Promise<ServerProcess>;
  close(): Promise<void>;
};

export async function openCrmSite(
  cluster: BenchCluster,
  options: Pick<CrmSite, 'rounds' | 'quick'>,
): Promise<CrmSite> {
  const databaseUrl = await newDatabase(cluster, 'bench_crm');
  const sql = new pg.Client(databaseUrl);
  await sql.connect();
  const fake = await startFake(options.quick ? DEALS / 10 : DEALS);
  return {
    sql,
    cluster,
    fake,
    ...options,
    startWorker: (pipedriveUrl = fake.url) => {
      const env = { HUBSPOT_BASE_URL: fake.url, PIPEDRIVE_BASE_URL: pipedriveUrl };
      const place = { name: 'crm-worker', databaseUrl, dir: cluster.dir };
      return startWorker({ ...place, env: { ...receiverSettings, ...env } });
    },
    async close() {
      fake.stop();
      await sql.end();
    },
  };
}

async function startFake(deals: number): Promise<Fake> {
  const child = fork(script, [`${deals}`, `${NOTES_OF_EACH}`], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('The fake has no output');
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url,
    stop: () => void child.kill('SIGTERM'),
  };
}

/** Waits until the statement has a row, and returns it. */
export async function until<Row extends pg.QueryResultRow>(
  sql: pg.Client,
  text: string,
  values: unknown[],
): Promise<Row> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const { rows } = await sql.query<Row>(text, values);
    if (rows[0]) return rows[0];
    await sleep(50);
  }
  throw new Error(`This statement never returned a row: ${text}`);
}
