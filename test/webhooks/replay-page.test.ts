import { beforeAll, expect, test } from 'vitest';
import { narrow } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { insertKept } from '../delivery/harness/kept-events.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h', WEBHOOK_TIMEOUT: '60s' });

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The dialog takes its times from the browser.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

test('D181: a person sees how many deliveries of which types a replay sends, follows it, and stops another', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let hangs = false;
  const receiver = await openReceiver(async (_, response) => {
    if (hangs) await released;
    response.end();
  });
  const hook = await Hook.to(app().api, {
    url: receiver.url(),
    events: ['training.completed', 'evaluation.completed'],
    team,
  });
  await hook.prove();
  for (let n = 0; n < 20; n += 1) await insertKept(team);
  for (let n = 0; n < 3; n += 1) await insertKept(team, { type: 'evaluation.completed' });
  await insertKept(team, { type: 'member.removed' });

  const { page } = owner;
  await owner.open(`/webhooks/${hook.endpointId}`);
  const choose = async () => {
    await page.getByRole('button', { name: 'Resend since…' }).click();
    await page.getByRole('radio', { name: 'All events, also those that have arrived' }).check();
  };
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
  await choose();
  await dialog.getByText('Your receiver sees the same event ids again.').waitFor();
  const counted = dialog.getByRole('status').filter({ hasText: 'deliveries' });
  await counted.getByText('23 deliveries').waitFor();
  expect((await counted.innerText()).split(/\n+/)).toEqual([
    '23 deliveries',
    'training.completed',
    '20',
    'evaluation.completed',
    '3',
  ]);
  expect(await owner.violations()).toEqual([]);
  await owner.resize(narrow);
  expect(await owner.violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Resend 23' }).click();
  await page.getByText('23 of 23 queued').waitFor();
  await receiver.waitFor(23);
  await page.getByText('Finished').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();

  hangs = true;
  await choose();
  await dialog.getByRole('button', { name: 'Resend 23' }).click();
  await page.getByText('16 of 23 queued').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  const confirm = page.getByRole('dialog', { name: 'Stop resending' });
  await confirm.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Resending has stopped.').waitFor();
  await page.getByText('Stopped early').waitFor();
  release();
  await receiver.waitFor(39);
});

test('without an endpoint, the dialog offers what has failed, and says how all events can be sent', async () => {
  const { page } = owner;
  await owner.open('/deliveries');
  await page.getByRole('button', { name: 'Resend since…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
  await dialog.getByText('first choose an endpoint in the list').waitFor();
  expect(await dialog.getByRole('radio', { name: 'All events' }).count()).toBe(0);
});
