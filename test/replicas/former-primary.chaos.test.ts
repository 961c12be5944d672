import { expect, test } from 'vitest';
import { TestApi } from '../harness/api.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { ReplicatedCluster } from './harness/replicated-cluster.ts';
import { caughtUp, onServer } from './harness/use-replicas.ts';

test('after a promotion, no request reads from a replica of the former primary, though its marks are as high as those of the new primary', async () => {
  const cluster = await ReplicatedCluster.start();
  const [promoted = '', left = ''] = cluster.replicaUrls;
  const old = { url: cluster.url(0), name: 'team_api', drop: () => Promise.resolve() };
  const former = await TestApi.start({ database: old, replicas: [left] });
  const team = await makeTeam(former, { rateLimit: 1_000_000 });
  await caughtUp({ cluster, api: former });

  // The replica that will be promoted misses the last changes. The other replica has them.
  await cluster.kill(1);
  const lost: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const body = { email: `lost-${n}@example.com`, lang: 'en' };
    const made = await team.request('POST', '/users', { body });
    expect(made.status).toBe(201);
    lost.push(String(made.body.id));
  }
  await until('the other replica to have the lost changes', async () => {
    const text = `select from member where id = '${lost.at(-1)}'`;
    return (await onServer(left, text)).length === 1;
  });
  await former.close();
  await cluster.kill(0);
  await cluster.restart(1);
  await onServer(promoted, 'select pg_promote()');

  const database = { ...old, url: promoted };
  const api = await TestApi.start({ database, replicas: [left] });
  try {
    await until('the replica in rotation', () => api.replicas?.all[0]?.isIn);
    // No reader sees the changes that the promotion has lost.
    for (const id of lost) {
      const { status } = await api.request('GET', `/users/${id}`, { key: team.key });
      expect(status).toBe(404);
    }
    expect(api.replicas?.all[0]?.answered).toBe(0);
  } finally {
    await api.stop();
    await cluster.stop();
  }
});
