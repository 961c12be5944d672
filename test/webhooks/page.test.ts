import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, sweeps, useWorker } from '../delivery/harness/hook.ts';
import { codeBlocks, documentNamed } from '../docs/harness/documents.ts';
import { makeSession } from '../harness/app.ts';
import { freePort } from '../harness/free-port.ts';
import { insertDelivery, triedOnce } from '../harness/rows.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api);

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The workers sign with the database's clock, and a receiver looks at the age of a signature.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000, seats: 1_000 });
  owner = await app().visit({ session: await makeSession(team, team.owner), expects: /409|422/ });
});

const button = (name: string) => owner.page.getByRole('button', { name, exact: true });
/** What the button of a part copies. The browser writes it some time after the click. */
async function copiedIn(part: Locator): Promise<string> {
  // The page shows the message for two seconds. On a busy machine a click may take as long.
  await Promise.all([
    part.getByText('Kopiert', { exact: true }).waitFor({ state: 'attached' }),
    part.getByRole('button', { name: 'Kopieren' }).click(),
  ]);
  return owner.page.evaluate(() => navigator.clipboard.readText());
}

const shows = (text: string | RegExp) => owner.page.getByText(text).first().waitFor();

describe('an endpoint in the browser', () => {
  test('is created, its secret is shown once, and a test lands, signed with it', async () => {
    const receiver = await openReceiver();
    const { page } = owner;
    await owner.open('/webhooks');
    await shows('Noch kein Endpunkt');
    await button('Endpunkt erstellen').click();
    await page.getByLabel('URL').fill('http://127.0.0.1/');
    await page.getByLabel('member.joined').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Endpunkt erstellen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Die URL muss mit https:// beginnen.').waitFor();
    expect(await owner.violations()).toEqual([]);
    await page.getByLabel('URL').fill('https://nowhere.invalid/');
    await dialog.getByRole('button', { name: 'Endpunkt erstellen' }).click();
    await dialog.getByText('Zum Namen in der URL gibt es keine Adresse.').waitFor();
    await page.getByLabel('URL').fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Endpunkt erstellen' }).click();
    await dialog.getByText('Diese Adresse ist nicht öffentlich.').waitFor();
    await page.getByLabel('URL').fill(receiver.url('/events'));
    await page.getByRole('dialog').getByRole('button', { name: 'Endpunkt erstellen' }).click();
    await shows('Das Secret des Endpunkts');
    const secret = await copiedIn(page.getByTestId('secret').locator('..'));
    expect(secret).toMatch(/^whsec_/);
    await button('Ich habe ihn gespeichert').click();
    await page.waitForURL('**/webhooks/whe_*');
    expect(await page.content()).not.toContain(secret);
    await button('Test senden').click();
    await owner.page.getByText('Angekommen', { exact: true }).waitFor();
    const [ping] = receiver.requests;
    if (!ping) throw new Error('Nothing has arrived');
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(ping.headers['svc-signature'])) ?? [];
    expect(createHmac('sha256', secret).update(`${t}.`).update(ping.rawBody).digest('hex')).toBe(
      v1,
    );
  });

  test('if its test fails, this attempt appears behind the dialog without a reload', async () => {
    const description = 'Data Warehouse';
    const url = 'https://127.0.0.1:2/events?from=team';
    const hook = await Hook.to(app().api, { url, team });
    await hook.change({ description });
    const { page } = owner;
    await owner.open(`/webhooks/${hook.endpointId}`);
    const details = page.locator('section').filter({ hasText: 'Einzelheiten' });
    await details.getByText(url, { exact: true }).waitFor();
    await details.getByText(description).waitFor();
    await shows('Keine Versuche in dieser Zeit.');
    await button('Test senden').click();
    await page.getByRole('dialog').getByText('Nicht angekommen').waitFor();
    // The list reads again by itself after 15 seconds only. The chart leaves out tests.
    await page.locator('[data-row]').first().waitFor({ timeout: 12_000 });
    await page.getByText('Keine Versuche in dieser Zeit.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  });

  test('fails, is retried by hand, paused after three days, and reactivated', async () => {
    let status = 500;
    const receiver = await openReceiver((_, response) => {
      response.statusCode = status;
      response.end('{"error":"away"}');
    });
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    const { page } = owner;
    await owner.open(`/webhooks/${hook.endpointId}`);
    await shows('Zustellungen schlagen fehl');
    await page.locator('[data-row]').first().click();
    await shows('Versuch 1');
    await button('Erneut senden').click();
    await shows('Manuell, von Ihnen');
    expect(await owner.violations()).toEqual([]);
    expect(receiver.requests).toHaveLength(2);
    await page.keyboard.press('Escape');
    await hook.pass(73 * HOUR_MS);
    await sweeps(2);
    await until('the pause', async () => (await hook.endpoint()).status === 'disabled_failures');
    await shows(/^Pausiert seit/);
    expect(await owner.violations()).toEqual([]);
    const held = await hook.happen();
    status = 200;
    await button('Fortsetzen').click();
    await shows('Der Endpunkt ist aktiv.');
    await until('its arrival', async () => (await hook.delivery(held)).status === 'ok');
    await owner.open(`/deliveries/${held}`);
    expect(await page.locator('h1').innerText()).toBe('member.joined');
    await shows('Zugestellt');
  });
});

describe('an edit of an endpoint', () => {
  test('shows the change of another person, and can be saved over it', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    const { page } = owner;
    await owner.open(`/webhooks/${hook.endpointId}`);
    await button('Bearbeiten').click();
    await hook.change({ description: 'Von einem Programm' });
    await page.getByLabel('Beschreibung').fill('Data Warehouse');
    await button('Speichern').click();
    await shows('Inzwischen hat jemand etwas geändert');
    await button('Mit meinen Eingaben überschreiben').click();
    await shows('Die Änderung ist gespeichert.');
    await shows('Data Warehouse');
  });

  test('shows a copy with a new secret, which replaces the old endpoint when its host is typed', async () => {
    const hook = await Hook.to(app().api, { url: 'https://127.0.0.1:2/', team });
    const { page } = owner;
    await owner.open(`/webhooks/${hook.endpointId}`);
    await button('Weitere Aktionen').click();
    await page.getByRole('menuitem', { name: 'Secret ersetzen' }).click();
    await button('Kopie erstellen').click();
    await button('Ich habe ihn gespeichert').click();
    await button('Ohne Kopie schließen').click();
    await shows('Dieser Endpunkt hat das neue Secret und ersetzt einen anderen');
    await page.getByRole('link', { name: 'Zum alten Endpunkt' }).click();
    await shows('Eine Kopie mit neuem Secret ersetzt diesen Endpunkt');
    await button('Weitere Aktionen').click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    expect(await button('Löschen').isDisabled()).toBe(true);
    await page.getByLabel(/zur Bestätigung/).fill('127.0.0.1:2');
    await button('Löschen').click();
    await shows('Der Endpunkt ist gelöscht.');
    const { data } = (await team.request('GET', '/webhook-endpoints')).body;
    expect(data.map(({ id }) => id)).not.toContain(hook.endpointId);
  });
});

describe('the deliveries of an endpoint', () => {
  test('a span dragged on the chart filters the list, and the address keeps it', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    await hook.ended(await hook.happen());
    const { page } = owner;
    await owner.open(`/webhooks/${hook.endpointId}`);
    const chart = page.locator('figure svg').first();
    const box = await chart.boundingBox();
    if (!box) throw new Error('There is no chart');
    await page.mouse.move(box.x + box.width * 0.1, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.3, box.y + 50, { steps: 4 });
    await page.mouse.up();
    await shows('Keine passende Zustellung');
    const { searchParams } = new URL(page.url());
    const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    expect(Number(to) - Number(from)).toBeGreaterThanOrEqual(4 * HOUR_MS);
    await button('Alle Filter entfernen').last().click();
    await page.locator('[data-row]').first().waitFor();
  });

  test('after an outage the failed deliveries are counted and retried, and the page shows the end', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    for (let n = 0; n < 3; n += 1) {
      await insertDelivery(team, { endpoint_id: hook.endpointId, ...triedOnce });
    }
    await owner.open(`/webhooks/${hook.endpointId}`);
    await button('Erneut senden seit …').click();
    await button('3 erneut senden').waitFor();
    expect(await owner.violations()).toEqual([]);
    await button('3 erneut senden').click();
    await shows('3 von 3 in die Warteschlange gestellt');
    await shows('Beendet');
    expect(receiver.requests).toHaveLength(3);
  });
});

test('a refused delivery leads to the check of its signature, with its time and header, without the secret', async () => {
  const receiver = await openReceiver((_, response) => {
    response.writeHead(400).end('old timestamp: 412 s by the clock of this receiver, at most 300');
  });
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  // The app shows no signature that a receiver would still accept.
  await app().api.sql.query(
    "update webhook_attempt set signed_at = signed_at - interval '1 hour' where delivery_id = $1",
    [id],
  );
  const { page } = owner;
  await owner.open(`/deliveries/${id}`);
  await shows('old timestamp: 412 s');
  expect(await owner.violations()).toEqual([]);
  const link = page.getByRole('link', { name: 'Signatur prüfen' });
  const address = await link.getAttribute('href');
  expect(address).toMatch(/^\/docs\/de\/verify#sent=[^&]+&header=t%3D\d+%2Cv1%3D[\da-f]{64}$/);
  const docs = await app().visit();
  const requests: string[] = [];
  docs.page.on('request', (request) => requests.push(request.url()));
  await docs.page.goto(`${docs.origin}${address}`);
  await docs.page.getByText(/^Aus der Zustellung kommen der Header/).waitFor();
  const header = await docs.page.getByLabel('Header Svc-Signature').inputValue();
  const clock = docs.page.getByLabel('Uhr des Empfängers (optional)');
  expect(Date.parse(await clock.inputValue())).toBeGreaterThan(Date.now() - 300_000);
  await docs.page.getByLabel('Secret des Endpunkts', { exact: true }).fill(hook.secret);
  await docs.page.getByLabel('Body, so wie er').fill(String(receiver.requests[0]?.rawBody));
  await clock.fill(String(Number(/\d+/.exec(header)?.[0]) + 412));
  const verdict = docs.page.locator('.verdict');
  await verdict.getByText('Echt, aber zu alt').waitFor();
  await verdict.getByText(/6 Minuten 52 Sekunden alt/).waitFor();
  expect(await docs.violations()).toEqual([]);
  expect(requests.join()).not.toMatch(/sent=|header=|v1/);
});

test('the list of endpoints and the page of an endpoint offer the line with which the guide on webhooks begins', async () => {
  const guide = codeBlocks(documentNamed('docs/guides/en/webhooks.md'), 'console')[0];
  const line = guide?.trim().replace('http://localhost:3000', owner.origin);
  const { page } = owner;
  const { endpointId } = await Hook.to(app().api, { url: 'https://127.0.0.1:2/', team });
  const places: [at: string, folded?: string][] = [
    ['/webhooks'],
    [`/webhooks/${endpointId}`, 'Auf Ihrem Rechner'],
  ];
  for (const [at, folded] of places) {
    await owner.open(at);
    if (folded) await page.getByText(folded, { exact: true }).click();
    const shown = page.locator('pre', { hasText: ' listen ' }).locator('..');
    expect([at, await copiedIn(shown)]).toEqual([at, line]);
  }
});

test("the command for the developer's machine, copied and run, is verified by the receiver of the guide", async () => {
  const hook = await Hook.to(app().api, { url: 'https://127.0.0.1:2/', team });
  const port = await freePort();
  const code = codeBlocks(documentNamed('docs/guides/en/webhooks.md'), 'ts').find((block) =>
    block.includes('refusalOf'),
  );
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'receiver-')), 'receiver.mjs');
  await writeFile(file, String(code).replace('listen(8080,', `listen(${port},`));
  const root = path.resolve(import.meta.dirname, '../..');
  const receiver = new Spawned(path.relative(root, file), { SIGNING_SECRET: hook.secret });
  await owner.open(`/webhooks/${hook.endpointId}`);
  await button('Weitere Aktionen').click();
  const { page } = owner;
  await page.getByRole('menuitem', { name: 'Lokal testen' }).click();
  await page.getByLabel('Adresse auf Ihrem Rechner').fill(`http://127.0.0.1:${port}/`);
  await page.getByLabel('Was gesendet wird').selectOption('evaluation.completed');
  await button('Zeile erstellen').click();
  const line = await copiedIn(page.getByTestId('curl'));
  const sent = await promisify(execFile)('sh', [
    '-c',
    `${line} -sw '%{http_code}' --retry 5 --retry-connrefused`,
  ]);
  expect(sent.stdout).toBe('204');
  await receiver.says('evaluation.completed');
});
