import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

/**
 * Has each answer about a thread say that nothing of it is under way, so that the page never reads the thread again by
 * itself. Returns how many answers there were.
 */
async function withRestingThreads({ page }: Visitor): Promise<() => number> {
  let answers = 0;
  await page.route(/\/trpc\/.*thread\.get/, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"status":"pending"', '"status":"gave_up"');
    await route.fulfill({ contentType: 'application/json', body: text });
    answers += 1;
  });
  return () => answers;
}

test('the thread beside a delivery follows an attempt at once, without waiting until it is read again anyway', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const held = Promise.withResolvers<void>();
  const receiver = await openReceiver(async (_, response) => {
    if (receiver.requests.length === 1) response.statusCode = 503;
    else await held.promise;
    response.end();
  });
  const hook = await Hook.to(api, { url: receiver.url('/hook') });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  const owner = await app().visit({ session: await makeSession(hook.team, hook.team.owner) });
  const { page } = owner;
  const answers = await withRestingThreads(owner);
  await owner.open(`/deliveries/${id}`);
  await expect.poll(answers).toBe(1);
  await page.getByRole('button', { name: 'Erneut senden', exact: true }).click();
  // The change has the page read everything again, while the attempt is still running.
  await expect.poll(answers).toBeGreaterThan(1);
  held.resolve();
  await page.getByText('Ursache und Folgen im Einzelnen').click();
  await page.locator('li[aria-current="step"]').getByText('Zugestellt').waitFor();
  // An answer may still be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
