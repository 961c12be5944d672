import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { Random } from '../../src/seed/demo/random.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Hook, openReceiver } from './harness/hook.ts';
import { leasesAreOver } from './harness/killed-workers.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const api = useApi({ env: loopbackReceivers });
const COUNT = 300;

test('another worker continues the bulk retry of a killed one, and each delivery has one further attempt', async () => {
  const random = new Random(inject('seed'));
  const team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const { app } = await makeSession(team, team.owner, { expiresAt: new Date(Date.UTC(2100, 0)) });
  const receiver = await openReceiver(async (_, response) => {
    await sleep(random.whole(5, 40));
    response.statusCode = 500;
    response.end();
  });
  const hook = await Hook.to(api(), { url: receiver.url(), team });
  await hook.prove();
  const ended_at = api().clock.now();
  for (let n = 0; n < COUNT; n += 1) {
    const state = { status: 'gave_up', attempt: 1, ended_at } as const;
    await insertDelivery(team, { endpoint_id: hook.endpointId, ...state });
  }
  const { retry_id } = await app.webhooks.retryAll.mutate({ endpoint_id: hook.endpointId });
  const first = await WorkerProcess.start(api().database.url);
  await receiver.waitFor(random.whole(5, COUNT / 2));
  await first.kill();
  const atKill = await app.webhooks.retryProgress.query({ retry_id });
  expect([atKill.retried < COUNT, atKill.finished_at]).toEqual([true, null]);
  await leasesAreOver(api().sql);
  const [one, other] = await Promise.all([
    WorkerProcess.start(api().database.url),
    WorkerProcess.start(api().database.url),
  ]);
  await until(
    'the end of the retry',
    async () => {
      const { finished_at, outcome } = await app.webhooks.retryProgress.query({ retry_id });
      return finished_at !== null && outcome?.waiting === 0;
    },
    90_000,
  );
  expect(await app.webhooks.retryProgress.query({ retry_id })).toMatchObject({
    expected: COUNT,
    looked_at: COUNT,
    retried: COUNT,
    stopped: false,
    outcome: { arrived: 0, failed: COUNT, waiting: 0 },
  });
  const deliveries = await hook.deliveries();
  expect(deliveries).toHaveLength(COUNT);
  for (const { status, attempt } of deliveries) expect([status, attempt]).toEqual(['gave_up', 2]);
  // A request that was running at the kill is sent again.
  expect(receiver.requests.length).toBeLessThanOrEqual(COUNT + 16);
  await Promise.all([one.kill(), other.kill()]);
}, 180_000);
