import { expect, test } from 'vitest';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

test('once a delivery that was resent has arrived, one click resends those that failed in the same way', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  let status = 422;
  const receiver = await openReceiver((_, response) => {
    response.statusCode = status;
    response.end();
  });
  const hook = await Hook.to(api, { url: receiver.url('/hook') });
  const alike = [await hook.happen(), await hook.happen(), await hook.happen()];
  for (const id of alike) await hook.attempted(id, 1);
  // It failed in another way.
  status = 503;
  const other = await hook.happen();
  await hook.attempted(other, 1);
  const owner = await app().visit({ session: await makeSession(hook.team, hook.team.owner) });
  const { page } = owner;
  await owner.open(`/deliveries/${alike[0]}`);
  status = 200;
  await page.getByRole('button', { name: 'Erneut senden', exact: true }).click();
  await page
    .getByText('Angekommen. Noch 2 Zustellungen dieses Endpunkts sind ebenso gescheitert.')
    .waitFor();
  await requireFaultless(owner, [
    { size: narrow, theme: 'dark' },
    { size: wide, theme: 'light' },
  ]);
  await page.getByRole('button', { name: '2 erneut senden', exact: true }).click();
  await page.getByRole('dialog', { name: 'Erneut senden' }).waitFor();
  for (const id of alike) expect((await hook.ended(id)).status).toBe('ok');
  expect((await hook.deliveries()).find(({ id }) => id === other)?.attempt).toBe(1);
  await owner.open(`/deliveries/${alike[0]}`);
  await page.getByText('Zugestellt').first().waitFor();
  expect(await page.getByText('ebenso gescheitert').count()).toBe(0);
});
