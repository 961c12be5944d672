import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../shared/process/log.ts';
import { connectionName } from '../shared/process/own-release.ts';
import { createPool } from './pool.ts';

const PAUSE_MS = 1_000;

type Kept = {
  /** What the connection is for, as the database shows it. */
  name: string;
  log: Logger;
  /** Called with each error. The connection is then missing for a second or longer. */
  missing: (err: unknown) => void;
  /** Uses each new connection, until it is over. */
  use: (client: pg.PoolClient, over: Promise<unknown>) => Promise<void>;
};

/** Keeps one connection, and makes a new one when it is lost, until `stop` ends it. */
export function keepConnection(
  databaseUrl: string,
  { name, log, missing, use }: Kept,
): { stop(): Promise<void> } {
  const pool = createPool(databaseUrl, { max: 1, name: connectionName(name), log });
  const stopping = new AbortController();
  const { signal } = stopping;
  const connect = async (): Promise<void> => {
    const client = await pool.connect();
    // A connection may report further errors after its end.
    client.on('error', missing);
    const over = Promise.race([
      once(client, 'error', { signal }),
      once(client, 'end', { signal }),
    ]).catch(() => undefined);
    try {
      await use(client, over);
    } finally {
      client.release(true);
    }
  };
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      await connect().catch(missing);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    async stop() {
      stopping.abort();
      await kept;
      await pool.end();
    },
  };
}
