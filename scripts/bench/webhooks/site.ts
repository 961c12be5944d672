import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { createLogger, type Logger } from '../../../src/shared/log.ts';
import type { BenchCluster } from '../database.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type Child, startChild } from './child.ts';

/** The database, receiver and log of the webhook measurements. */
export type Site = {
  url: string;
  sql: pg.Client;
  cluster: BenchCluster;
  receiver: Child;
  receiverUrl: string;
  log: Logger;
  rounds: number;
  /** Whether the measurement uses a tenth of the rows. */
  quick: boolean;
  close(): Promise<void>;
};

const caFile = path.resolve(import.meta.dirname, '../../receiver-tls/ca.pem');

type Options = { rounds: number; quick: boolean };

export async function openSite(cluster: BenchCluster, options: Options): Promise<Site> {
  const log = createLogger('warn');
  const url = new URL(cluster.url);
  url.pathname = '/bench_webhooks';
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  await admin.query('drop database if exists bench_webhooks');
  await admin.query('create database bench_webhooks');
  await admin.end();
  await migrate(url.href, log);
  const sql = new pg.Client(url.href);
  await sql.connect();
  const receiver = await startChild('receiver-process.ts', {});
  const receiverUrl = await receiver.ask<string>({ do: 'address' });
  return {
    url: url.href,
    sql,
    cluster,
    receiver,
    receiverUrl,
    log,
    ...options,
    async close() {
      await receiver.stop();
      await sql.end();
    },
  };
}

/** The environment of the worker, and of the programs that it is compared with. */
export function environment(cluster: BenchCluster, url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    ENCRYPTION_KEY: cluster.encryptionKey,
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  };
}

export function startWorkerProcess(cluster: BenchCluster, url: string): Promise<ServerProcess> {
  return startServer({
    name: 'worker',
    script: 'src/worker.ts',
    env: environment(cluster, url),
    portName: 'WORKER_PORT',
    logFile: path.join(cluster.dir, 'worker.log'),
    readyPath: '/readyz',
  });
}
