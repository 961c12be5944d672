import pg from 'pg';
import { createLogger, type Logger } from '../../../src/shared/process/log.ts';
import { receiverSettings } from '../../receiver-tls/own-receiver.ts';
import { type BenchCluster, newDatabase } from '../database.ts';
import { type ServerProcess, startWorker } from '../server-process.ts';
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

type Options = { rounds: number; quick: boolean };

export async function openSite(cluster: BenchCluster, options: Options): Promise<Site> {
  const url = await newDatabase(cluster, 'bench_webhooks');
  const sql = new pg.Client(url);
  await sql.connect();
  const receiver = await startChild('receiver-process.ts');
  const receiverUrl = await receiver.ask<string>({ do: 'address' });
  return {
    url,
    sql,
    cluster,
    receiver,
    receiverUrl,
    log: createLogger('warn'),
    ...options,
    async close() {
      await receiver.stop();
      await sql.end();
    },
  };
}

export function startWorkerProcess(
  { dir }: BenchCluster,
  databaseUrl: string,
): Promise<ServerProcess> {
  return startWorker({ name: 'worker', databaseUrl, dir, env: receiverSettings });
}
