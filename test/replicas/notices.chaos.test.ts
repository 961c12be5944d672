import { expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

test('/readyz and the metrics say how many queries replicas and primary have answered, and which replica is dead', async () => {
  const { cluster, api } = replicated();
  const [one = '', other = ''] = cluster.replicaUrls;
  const PORT = String(await freePort());
  const server = new Spawned('src/api.ts', {
    DATABASE_URL: cluster.url(0),
    // The primary is named too, as one of several hosts may be.
    DATABASE_REPLICA_URLS: [one, other, cluster.url(0)].join(),
    ENCRYPTION_KEY: encryptionKey,
    PORT,
  });
  await server.says('"ready"');
  const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
  const shows = async (inRotation: number) => {
    const answer = await get('/readyz');
    expect(answer.status).toBe(200);
    const { replicas } = (await answer.json()) as { replicas: unknown };
    return JSON.stringify(replicas) === JSON.stringify({ known: 3, in_rotation: inRotation });
  };
  const metrics = async () => (await get('/metrics')).text();
  await until('both replicas in rotation', () => shows(2));
  const { key } = await makeTeam(api, { rateLimit: 1_000_000 });
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`http://127.0.0.1:${PORT}${BASE_PATH}${path}`, { headers });
    expect(status).toBe(200);
  };
  await ask('/webhook-endpoints');
  await until('both replicas to have answered', async () => {
    await ask('/users');
    const text = await metrics();
    return [one, other].every((url) =>
      new RegExp(`database_replica_reads_total{replica="${new URL(url).host}"} [1-9]`).test(text),
    );
  });
  expect(await metrics()).toContain('database_replica_refusals_total{reason="unmarked"} 1\n');
  await cluster.kill(1);
  try {
    await until('one replica in rotation', () => shows(1));
    const text = await metrics();
    const value = (url: string) => `database_replica_in_rotation{replica="${new URL(url).host}"}`;
    expect(text).toContain(`${value(one)} 0\n`);
    expect(text).toContain(`${value(other)} 1\n`);
    expect(text).toMatch(/database_replica_lag_bytes\{replica="[^"]+"\} \d+\n/);
  } finally {
    await cluster.restart(1);
  }
  await until('both replicas in rotation again', () => shows(2));
  expect(await server.stop()).toBe(0);
});
