import { createHmac } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { holdBack, openDocs } from './harness/pages.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api);

beforeAll(() => {
  const { api } = app();
  // The page judges the age of a signature by its own clock, and workers sign with the database's.
  api.clock.travel(Date.now() - api.clock.now().getTime());
});

describe('the check of a signature', () => {
  /** A request as a customer's receiver gets it. */
  async function delivered() {
    const receiver = await openReceiver();
    const hook = await Hook.to(app().api, { url: receiver.url() });
    await hook.ended(await hook.ping());
    const [request] = receiver.requests;
    if (!request) throw new Error('Nothing has arrived');
    const header = String(request.headers['svc-signature']);
    return { secret: hook.secret, header, body: request.rawBody.toString() };
  }

  test('accepts a delivery, and says how a changed delivery was changed', async () => {
    const { secret, header, body } = await delivered();
    const visitor = await app().visit({ language: 'en' });
    const { page } = visitor;
    await openDocs(visitor, 'en/verify');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const verdict = page.locator('.verdict');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await verdict.getByText('Something is missing').waitFor();
    await page.getByLabel('Secret of the endpoint', { exact: true }).fill(secret);
    await page.getByLabel('Header Svc-Signature').fill(`Svc-Signature: ${header}`);
    const field = page.getByLabel('Body as it arrived');
    await field.fill(body);
    await verdict.getByText('Genuine', { exact: true }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    const computed = page.locator('[data-computed]');
    expect(header).toContain(`v1=${await computed.innerText()}`);
    await field.fill(JSON.stringify(JSON.parse(body), null, 2));
    await verdict.getByText('The body was parsed and written again, indented.').waitFor();
    expect(await visitor.violations()).toEqual([]);
    await verdict.getByText('How to get at the body before anything parses it').click();
    await verdict.getByText('request.get_data()').waitFor();
    const changed = body.replace('ping', 'pong');
    await field.fill(changed);
    await verdict.getByText('The signature does not match').waitFor();
    const signed = `${/t=(\d+)/.exec(header)?.[1]}.${changed}`;
    const v1 = createHmac('sha256', secret).update(signed).digest('hex');
    expect(await computed.innerText()).toBe(v1);
    await field.fill(body);
    await page.getByLabel('Secret of the endpoint', { exact: true }).fill(secret.slice(6));
    await verdict.getByText('The secret lacks its beginning, whsec_.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.getByLabel('Secret of the endpoint', { exact: true }).inputValue()).toBe('');
    await verdict.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    const storages = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(await page.evaluate(storages)).not.toContain(secret.slice(6));
  });

  test('takes the bytes of a file, in German, and says how old a signature is', async () => {
    const { secret, header, body } = await delivered();
    const visitor = await app().visit({ theme: 'dark', width: 390 });
    const { page } = visitor;
    await openDocs(visitor, 'de/verify');
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'body-')), 'body.json');
    await writeFile(file, `${body}\r\n`);
    await page.getByLabel('Secret des Endpunkts', { exact: true }).fill(secret);
    await page.getByLabel('Header Svc-Signature').fill(header);
    await page.getByLabel('Body aus einer Datei').setInputFiles(file);
    await page.getByText('Hinter dem Body steht ein Zeilenende.').waitFor();
    expect(await visitor.scrollsSideways()).toBe(false);
    await page.getByRole('button', { name: 'Den Text prüfen' }).click();
    await page.getByLabel('Body, so wie er angekommen ist').fill(body);
    // The signature was young when it was pasted, and does not expire while the reader looks.
    const verdict = page.locator('.verdict');
    await verdict.getByText('Echt', { exact: true }).waitFor();
    const signedAt = Number(/t=(\d+)/.exec(header)?.[1]);
    await page.clock.setSystemTime((signedAt + 500) * 1000);
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click();
    await verdict.getByText('Echt', { exact: true }).waitFor();
    const clock = page.getByLabel('Uhr des Empfängers (optional)');
    expect(Math.abs(Date.parse(await clock.inputValue()) / 1000 - signedAt)).toBeLessThan(120);
    await clock.fill(String(signedAt + 500));
    await verdict.getByText('Echt, aber zu alt').waitFor();
    await verdict.getByText(/ist die Signatur 8 Minuten .* alt; erlaubt sind/).waitFor();
    await clock.fill(new Date((signedAt - 301) * 1000).toISOString());
    await verdict.getByText('Echt, aber der Uhr des Empfängers voraus').waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.scrollsSideways()).toBe(false);
    await clock.fill('09:02');
    await verdict.getByText('Die Uhrzeit ist so nicht lesbar').waitFor();
  });

  test('checks what was pasted before the script was loaded', async () => {
    const { secret, header, body } = await delivered();
    const { page } = await app().visit({ language: 'en' });
    const load = await holdBack(page, 'verify-island');
    await page.goto(`${app().origin}/docs/en/verify`);
    await page.getByLabel('Secret of the endpoint', { exact: true }).fill(secret);
    await page.getByLabel('Header Svc-Signature').fill(header);
    await page.getByLabel('Body as it arrived').fill(body);
    load();
    await page.locator('.verdict').getByText('Genuine', { exact: true }).waitFor();
  });
});
