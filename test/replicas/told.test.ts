import { expect, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

test('with a dead replica a process stays ready, and /readyz and the metrics say which one is dead', async () => {
  const { cluster } = replicated();
  const [one = '', other = ''] = cluster.replicaUrls;
  const PORT = String(await freePort());
  const server = new Spawned('src/api.ts', {
    DATABASE_URL: cluster.url(0),
    DATABASE_REPLICA_URLS: [one, other].join(),
    ENCRYPTION_KEY: encryptionKey,
    PORT,
  });
  await server.says('"ready"');
  const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
  const shows = async (inRotation: number) => {
    const answer = await get('/readyz');
    expect(answer.status).toBe(200);
    const { replicas } = (await answer.json()) as { replicas: unknown };
    return JSON.stringify(replicas) === JSON.stringify({ known: 2, in_rotation: inRotation });
  };
  await until('both replicas in rotation', () => shows(2));
  await cluster.kill(1);
  try {
    await until('one replica in rotation', () => shows(1));
    const metrics = await (await get('/metrics')).text();
    const value = (url: string) => `database_replica_in_rotation{replica="${new URL(url).host}"}`;
    expect(metrics).toContain(`${value(one)} 0\n`);
    expect(metrics).toContain(`${value(other)} 1\n`);
    expect(metrics).toMatch(/database_replica_lag_bytes\{replica="[^"]+"\} \d+\n/);
  } finally {
    await cluster.restart(1);
  }
  await until('both replicas in rotation again', () => shows(2));
  expect(await server.stop()).toBe(0);
});
