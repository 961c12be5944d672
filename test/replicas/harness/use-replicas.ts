import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type ApiOptions, TestApi } from '../../harness/api.ts';
import { until } from '../../harness/until.ts';
import { ReplicatedCluster } from './replicated-cluster.ts';

export type Replicated = { cluster: ReplicatedCluster; api: TestApi };

/** A primary with two replicas, and an API that reads from them, for the tests of a file. */
export function useReplicas(options: ApiOptions = {}): () => Replicated {
  let started: Replicated | undefined;
  beforeAll(async () => {
    const cluster = await ReplicatedCluster.start();
    const database = { url: cluster.url(0), name: 'team_api', drop: () => Promise.resolve() };
    const replicas = cluster.replicaUrls;
    const api = await TestApi.start({ database, replicas, ...options });
    started = { cluster, api };
    await until(
      'both replicas in rotation',
      () => api.replicas?.all.every(({ isIn }) => isIn) ?? false,
    );
  });
  afterAll(async () => {
    await started?.api.stop();
    await started?.cluster.stop();
  });
  return () => {
    if (!started) throw new Error('The servers are there only while tests run');
    return started;
  };
}

/** Runs a statement on one server. */
export async function onServer(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Asks a replica for its own state, through another database: a replay that cancels queries cancels
 * all queries of its own database.
 */
export function onReplica(url: string, text: string): Promise<Record<string, unknown>[]> {
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  return onServer(elsewhere.href, text);
}

/** How many queries the API has had answered: by each replica, and by the primary for each reason. */
export function counts({ api }: Replicated) {
  const replicas = api.replicas?.all.map(({ answered }) => answered) ?? [];
  const primary = Object.fromEntries(api.replicas?.toPrimary ?? []);
  return { replicas, primary, ofReplicas: replicas.reduce((sum, n) => sum + n, 0) };
}

/** Waits until all replicas have replayed what the primary has written. */
export async function caughtUp({ cluster }: Replicated): Promise<void> {
  // The primary answers a commit before it has written the log, so the position of the written log would
  // be too early.
  const text = 'select pg_current_wal_insert_lsn()::text as at';
  const [row] = await onServer(cluster.url(0), text);
  for (const url of cluster.replicaUrls) {
    await until('the replica to have replayed', async () => {
      const requested = `select pg_last_wal_replay_lsn() >= '${String(row?.at)}' as done`;
      return (await onReplica(url, requested))[0]?.done;
    });
  }
}
