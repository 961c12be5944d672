import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { Random } from '../../src/seed/demo/random.ts';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Hook, openReceiver } from './harness/hook.ts';
import { insertKept } from './harness/kept-events.ts';
import { leasesAreOver } from './harness/killed-workers.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const api = useApi({ env: loopbackReceivers });
const COUNT = 300;

test('D181: another worker continues the replay of a killed one: each event becomes one delivery, and arrives', async () => {
  const random = new Random(inject('seed'));
  const team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const receiver = await openReceiver(async (_, response) => {
    await sleep(random.whole(5, 40));
    response.end();
  });
  const events = ['training.completed' as const];
  const hook = await Hook.to(api(), { url: receiver.url(), team, events });
  await hook.prove();
  const since = new Date(api().clock.now().getTime() - HOUR_MS);
  const kept = new Set<string>();
  for (let n = 0; n < COUNT; n += 1) {
    kept.add(await insertKept(team, { created_at: new Date(since.getTime() + n) }));
  }
  const path = `/webhook-endpoints/${hook.endpointId}/replay`;
  const body = { since: since.toISOString(), only: 'all' };
  const { replay_id } = (await team.request('POST', path, { body })).body;
  const stateOf = async () =>
    (await team.request('GET', `${path}s/${replay_id}`)).body as Record<string, unknown>;
  const first = await WorkerProcess.start(api().database.url);
  await receiver.waitFor(random.whole(5, COUNT / 2));
  await first.kill();
  expect(await stateOf()).toMatchObject({ status: 'running', deliveries: COUNT });
  await leasesAreOver(api().sql);
  const [one, other] = await Promise.all([
    WorkerProcess.start(api().database.url),
    WorkerProcess.start(api().database.url),
  ]);
  await until(
    'the last delivery',
    async () => {
      const states = (await hook.deliveries()).map(({ status }) => status);
      return states.length === COUNT && states.every((status) => status === 'ok');
    },
    90_000,
  );
  expect(await stateOf()).toMatchObject({ status: 'finished', deliveries: COUNT });
  expect(new Set((await hook.deliveries()).map(({ event_id }) => event_id))).toEqual(kept);
  expect(new Set(receiver.requests.map(({ headers }) => headers['svc-event-id']))).toEqual(kept);
  // A request that was running at the kill is sent again.
  expect(receiver.requests.length).toBeLessThanOrEqual(COUNT + 16);
  await Promise.all([one.kill(), other.kill()]);
}, 180_000);
