import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import type { Receiver } from '../harness/receiver.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Sandbox } from './harness/sandbox.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api);

let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
  const { api } = app();
  sandbox = await Sandbox.make(api, { rateLimit: 1_000_000 });
  // The workers use the database's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
});

const row = (title: string) => visitor.page.getByRole('listitem', { name: title });
const trigger = (title: string) =>
  visitor.page.getByRole('button', { name: `Auslösen: ${title}` }).click();

async function enter() {
  visitor = await app().visit({ session: await sandbox.visit() });
}

/** An endpoint with a receiver that answers with the current `status`. */
async function hookWith(receiver: Receiver) {
  const events = ['training.completed', 'evaluation.completed', 'crm.sync.failed'] as const;
  return Hook.to(app().api, { url: receiver.url(), team: sandbox.team, events: [...events] });
}

describe('in a sandbox', () => {
  test('a training ends, and its event, delivery and answer appear below by themselves', async () => {
    await enter();
    await visitor.open('/overview');
    await visitor.page.getByRole('link', { name: 'Ausprobieren', exact: true }).click();
    await visitor.page.getByText('Noch hört niemand zu').waitFor();
    const receiver = await openReceiver();
    await hookWith(receiver);
    await visitor.open('/try');
    await trigger('Ein Training endet');
    const outcome = row('Ein Training endet').getByRole('region', { name: 'Was daraus wurde' });
    await outcome.getByText('Zugestellt').waitFor();
    await outcome.getByText('200').waitFor();
    expect(receiver.requests).toHaveLength(1);
    await trigger('Eine Bewertung wird gespeichert');
    await row('Eine Bewertung wird gespeichert').getByText('Zugestellt').waitFor();
    await outcome.getByRole('link', { name: /^Zustellung: / }).click();
    await visitor.page.waitForURL(/\/deliveries\/whd_/);
  });

  test('the worker makes a synchronization fail, and the page follows', async () => {
    await enter();
    await visitor.bringAxe();
    const receiver = await openReceiver();
    await hookWith(receiver);
    await visitor.open('/try');
    const title = 'Ein Abgleich mit dem CRM schlägt fehl';
    await trigger(title);
    await row(title).getByText('crm.sync.failed').nth(1).waitFor();
    await row(title).getByText('Zugestellt').waitFor();
    expect(await visitor.violations()).toEqual([]);
  });

  test('an invitation writes a mail that nobody gets, and its link is plain text', async () => {
    await enter();
    await visitor.bringAxe();
    await visitor.open('/try');
    await trigger('Jemand wird eingeladen');
    await row('Jemand wird eingeladen').getByText('Mitglied eingeladen').waitFor();
    await visitor.page.getByRole('link', { name: 'Mails der Sandbox' }).first().click();
    const mail = visitor.page.getByRole('group').filter({ hasText: 'Einladung zum' });
    await mail.getByText('Nicht verschickt').waitFor();
    await mail.getByText('Einladung zum').click();
    await mail.getByText(/Link/).first().waitFor();
    expect(await mail.getByRole('link').count()).toBe(0);
    expect(await visitor.violations()).toEqual([]);
  });

  test('time passes on the page of an endpoint: the pause comes within seconds', async () => {
    await enter();
    const receiver = await openReceiver((_, response) => {
      response.statusCode = 500;
      response.end();
    });
    const hook = await hookWith(receiver);
    await visitor.open('/try');
    await trigger('Ein Training endet');
    await until('the first failure', async () => (await hook.endpoint()).failing_since !== null);
    await visitor.open(`/webhooks/${hook.endpointId}`);
    await visitor.page.getByRole('button', { name: '1 Stunde' }).click();
    await visitor.page.getByText(/1 Stunde vorbei\. Eine Zustellung ist jetzt fällig\./).waitFor();
    await until('the second attempt', async () => receiver.requests.length >= 2);
    await visitor.page.getByRole('button', { name: '3 Tage' }).click();
    await visitor.page.getByText('Pausiert seit', { exact: false }).first().waitFor();
  });
});

test('a real team has neither these pages in its navigation nor time that can be passed', async () => {
  const team = await makeTeam(app().api);
  visitor = await app().visit({
    session: await makeSession(team, team.owner),
    expects: /409/,
  });
  await visitor.open('/overview');
  const { page } = visitor;
  expect(await page.getByRole('link', { name: 'Ausprobieren' }).count()).toBe(0);
  await visitor.open('/try');
  await page.getByText('Diese Seite gibt es nur in einer Sandbox').waitFor();
  await visitor.open('/mails');
  await page.getByText('Diese Seite gibt es nur in einer Sandbox').waitFor();
  const receiver = await openReceiver();
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  await visitor.open(`/webhooks/${hook.endpointId}`);
  expect(await page.getByText('Zeit vergehen lassen').count()).toBe(0);
});
