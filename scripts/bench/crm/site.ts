import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { createLogger } from '../../../src/shared/log.ts';
import type { BenchCluster } from '../database.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { environment } from '../webhooks/site.ts';
import { type Fake, startFake } from './fake.ts';

/** The longest wait, for a busy machine. */
const PATIENCE_MS = 30 * 60_000;

/** A database for the measurements of CRMs, and a CRM. */
export type CrmSite = {
  url: string;
  sql: pg.Client;
  cluster: BenchCluster;
  fake: Fake;
  rounds: number;
  seconds: number;
  quick: boolean;
  /** Starts a worker that uses the fake, and this address for Pipedrive. */
  startWorker(pipedriveUrl?: string): Promise<ServerProcess>;
  close(): Promise<void>;
};

export async function newDatabase(cluster: BenchCluster, name: string): Promise<string> {
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  await admin.end();
  await migrate(url.href, createLogger('warn'));
  return url.href;
}

export async function openCrmSite(
  cluster: BenchCluster,
  options: Pick<CrmSite, 'rounds' | 'seconds' | 'quick'>,
): Promise<CrmSite> {
  const url = await newDatabase(cluster, 'bench_crm');
  const sql = new pg.Client(url);
  await sql.connect();
  const fake = await startFake();
  return {
    url,
    sql,
    cluster,
    fake,
    ...options,
    startWorker: (pipedriveUrl = fake.url) =>
      startServer({
        name: 'crm worker',
        script: 'src/worker.ts',
        env: {
          ...environment(cluster, url),
          HUBSPOT_BASE_URL: fake.url,
          PIPEDRIVE_BASE_URL: pipedriveUrl,
        },
        portName: 'WORKER_PORT',
        logFile: path.join(cluster.dir, 'crm-worker.log'),
        readyPath: '/readyz',
      }),
    async close() {
      fake.stop();
      await sql.end();
    },
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
