import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { ask, Copy } from '../changes/harness/copy.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import type { Receiver } from '../harness/receiver.ts';
import { insert } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Sandbox } from './harness/sandbox.ts';

const app = useApp({ env: loopbackReceivers, readersMs: 20 });
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
    await outcome.getByText('200', { exact: true }).waitFor();
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

  test('an invitation writes a mail that nobody gets, shown as its HTML, which can do nothing, and as text', async () => {
    // The console says that a link did not get its window, and axe that it cannot look into the frame.
    const expects = /allow-popups|postMessage/;
    visitor = await app().visit({ session: await sandbox.visit(), expects });
    await visitor.bringAxe();
    await visitor.open('/try');
    await trigger('Jemand wird eingeladen');
    await row('Jemand wird eingeladen').getByText('Mitglied eingeladen').waitFor();
    await visitor.page.getByRole('link', { name: 'Mails der Sandbox' }).first().click();
    const mail = visitor.page.getByRole('group').filter({ hasText: 'Einladung zum' });
    await mail.getByText('Nicht verschickt').waitFor();
    await mail.getByText('Einladung zum').click();
    const html = mail.frameLocator('iframe');
    const heading = html.getByRole('heading', { name: /Einladung zum/ });
    await heading.waitFor();
    // The policy of the app lets the style sheet of mails through, and no script.
    const sizeOf = (element: Element) => getComputedStyle(element).fontSize;
    expect(await heading.evaluate(sizeOf)).toBe('20px');
    expect(await mail.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(await visitor.violations()).toEqual([]);
    await mail.getByRole('button', { name: 'Text' }).click();
    await mail.getByText(/Link/).first().waitFor();
    expect(await mail.locator('iframe, a').count()).toBe(0);
    expect(await visitor.violations()).toEqual([]);
    visitor.requireClean();
  });

  test('a link in the HTML of a mail does nothing', async () => {
    await insert(app().api, 'mail', {
      id: 'mail_1',
      tenant_id: sandbox.team.tenantId,
      cause: 'test',
      recipient: 'somebody@example.com',
      lang: 'en',
      subject: 'A key ends soon',
      body: `Hello,\n\n  Name: ERP\n  Status: Paused\n\nIn the app: ${app().origin}/app/api-keys\n`,
      created_at: new Date(),
    });
    visitor = await app().visit({ session: await sandbox.visit(), expects: /allow-popups/ });
    await visitor.open('/mails');
    await visitor.page.getByText('A key ends soon').click();
    const html = visitor.page.frameLocator('iframe');
    await html.getByRole('link', { name: 'Open in the app' }).click();
    await html.getByRole('link', { name: '/app/api-keys' }).press('Enter');
    await visitor.settled();
    expect(await html.getByRole('heading', { name: 'A key ends soon' }).isVisible()).toBe(true);
    const tone = (dot: Element) => getComputedStyle(dot).color;
    expect(await html.locator('.needs').evaluate(tone)).toBe('rgb(189, 117, 0)');
    expect(visitor.page.url()).toMatch(/\/app\/mails$/);
    expect(visitor.context.pages()).toHaveLength(1);
    visitor.requireClean();
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

test('a person lets the cursors of changes expire, so that a program begins anew', async () => {
  await enter();
  const { page } = visitor;
  const copy = new Copy(sandbox.team, ['member']);
  await copy.follow();
  await copy.readSome();
  await visitor.open('/events');
  await page.getByRole('button', { name: 'Cursor von Änderungen verfallen lassen' }).click();
  await page.getByText('Alle Cursor von Änderungen sind verfallen.').waitFor();
  const { body } = await ask(sandbox.team, { types: 'member', cursor: copy.cursor ?? '' });
  expect(body).toMatchObject({ errors: [{ code: 'cursor_expired', pointer: '/cursor' }] });
  const anew = new Copy(sandbox.team, ['member']);
  await anew.follow();
  await anew.expectWhole();
  const { rows } = await app().api.sql.query(
    `select actor_kind from audit_entry where tenant_id = $1 and action = 'team.change_feed_ended'`,
    [sandbox.team.tenantId],
  );
  expect(rows).toEqual([{ actor_kind: 'user' }]);
});
