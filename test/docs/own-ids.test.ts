import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor, VisitorOptions } from '../browser/harness/visitor.ts';
import { useDocsSandbox } from './harness/docs-sandbox.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
const { team, sandbox } = useDocsSandbox(app);

type Reader = { visitor: Visitor; page: Page; asked: () => string[] };

/** A reader whose tab has this key, as if the app had made it there. `asked` is what the pages have asked the API. */
async function readerWith(key: string, options: VisitorOptions = {}): Promise<Reader> {
  const visitor = await app().visit({ language: 'en', width: 1440, ...options });
  const { page } = visitor;
  const requests: Request[] = [];
  visitor.context.on('request', (request) => requests.push(request));
  await openDocs(visitor, 'en/reference');
  await page.evaluate((own) => {
    sessionStorage.setItem('docs.key', own);
    sessionStorage.setItem('docs.sandbox-key', own);
  }, key);
  const asked = () =>
    requests.flatMap((request) => {
      const [, path] = request.url().split(BASE_PATH);
      return path === undefined ? [] : [`${request.method()} ${path}`];
    });
  return { visitor, page, asked };
}

const sample = (page: Page) => page.locator('.aside .variants code').first();
const origin = (page: Page) => page.locator('.aside .origin');
const field = (page: Page, name: string) =>
  page.locator('.sender').getByLabel(name, { exact: true });

async function addEndpoint(): Promise<string> {
  const body = { url: 'https://hooks.customer.example/team-api', events: ['training.completed'] };
  return String((await sandbox().request('POST', '/webhook-endpoints', { body })).body.id);
}

/** Runs the sample, whose request changes something. */
async function runSample(page: Page, status: string, really?: string): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  // A sandbox has no real data, so only a deletion is asked about.
  if (really) await page.getByRole('button', { name: really }).click();
  await page.locator('.aside [data-outcome]').getByText(status).waitFor();
}

describe('the documentation of a tab with a key of a sandbox', () => {
  test.each([1440, 390])(
    'fills samples and forms with the ids of the sandbox, and leads to what makes the first one, at %i',
    async (width) => {
      const { visitor, page, asked } = await readerWith(sandbox().key, { width });
      await openDocs(visitor, 'en/reference/get-assignment');
      await origin(page).getByText('Your sandbox has no assignment yet.').waitFor();
      expect(await sample(page).innerText()).toContain(
        '/assignments/asg_01jd9c4k7mq2r5t8v0w3x6y9za',
      );
      await origin(page).getByRole('link', { name: 'POST /assignments' }).press('Enter');
      await page.waitForURL('**/en/reference/create-assignment');
      await origin(page).getByRole('link', { name: 'POST /users' }).press('Enter');
      await page.waitForURL('**/en/reference/invite-member');
      await runSample(page, '201 Created');
      await openDocs(visitor, 'en/reference/create-assignment');
      await origin(page).getByText('Id: the newest member of your sandbox.').waitFor();
      const [member] = /mem_\w{26}/.exec(await sample(page).innerText()) ?? [];
      await runSample(page, '201 Created');
      expect(await field(page, 'Body').inputValue()).toContain(`"member_id": "${member}"`);
      expect(await visitor.violations()).toEqual([]);
      await openDocs(visitor, 'en/reference/get-assignment');
      await origin(page).getByText('Id: the newest assignment of your sandbox.').waitFor();
      const [own] = (await sandbox().request('GET', '/assignments')).body.data;
      const id = String(own?.id);
      const code = page.locator('.aside .variants figure').first();
      await code.getByRole('button', { name: 'Copy' }).click();
      await code.getByText('Copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(id);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.aside [data-outcome]').getByText('200 OK').waitFor();
      await page.locator('.sender > summary').click();
      expect(await field(page, 'assignment_id').inputValue()).toBe(id);
      const about = field(page, 'assignment_id').locator('xpath=../*[contains(@id, "-about")]');
      expect(await about.innerText()).toBe('Id: the newest assignment of your sandbox.');
      await field(page, 'assignment_id').fill('asg_mine');
      expect(await about.innerText()).toContain('An id of this kind');
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.scrollsSideways()).toBe(false);
      // Each list was asked once, although two pages needed each of them.
      expect(asked().filter((one) => one.startsWith('GET') && !one.includes(id))).toEqual([
        'GET /assignments?limit=1',
        'GET /users?limit=1',
      ]);
      visitor.requireClean();
    },
  );

  test('after a deletion, the deleted id is filled in nowhere, and nothing is asked again', async () => {
    await sandbox().addMember();
    const { visitor, page, asked } = await readerWith(sandbox().key);
    await openDocs(visitor, 'en/reference/remove-member');
    await origin(page).getByText('Id: the newest member of your sandbox.').waitFor();
    await runSample(page, '200 OK', 'Really delete');
    await openDocs(visitor, 'en/reference/get-member');
    expect(await sample(page).innerText()).toContain('mem_01jb2h5n7pr8s4t6v9w1x3y5za');
    await page.locator('.sender > summary').click();
    await page.locator('[data-send]:enabled').waitFor();
    expect(await field(page, 'member_id').inputValue()).toBe('');
    expect(asked().filter((one) => one.startsWith('GET'))).toEqual(['GET /users?limit=1']);
  });

  test('finds a delivery at the newest endpoint, and first says that there is no endpoint', async () => {
    const { visitor, page, asked } = await readerWith(sandbox().key);
    await openDocs(visitor, 'en/reference/retry-webhook-delivery');
    await origin(page).getByText('Your sandbox has no webhook endpoint yet.').waitFor();
    const id = await addEndpoint();
    const test = await sandbox().request('POST', `/webhook-endpoints/${id}/test`);
    await page.evaluate(() => sessionStorage.removeItem('docs.newest'));
    await openDocs(visitor, 'en/reference/retry-webhook-delivery');
    await origin(page).getByText('Id: the newest delivery of your sandbox.').waitFor();
    expect(await sample(page).innerText()).toContain(`/${test.body.delivery_id}/retry`);
    expect(asked()).toEqual([
      'GET /webhook-endpoints',
      'GET /webhook-endpoints',
      `GET /webhook-endpoints/${id}/deliveries?limit=1`,
    ]);
  });

  test('asks nothing before a sample comes into view', async () => {
    await sandbox().addMember();
    const { visitor, page, asked } = await readerWith(sandbox().key, { width: 390 });
    await visitor.resize({ width: 390, height: 200 });
    await openDocs(visitor, 'en/reference/get-member');
    expect(asked()).toEqual([]);
    await sample(page).scrollIntoViewIfNeeded();
    await origin(page).getByText('Id: the newest member of your sandbox.').waitFor();
    expect(asked()).toEqual(['GET /users?limit=1']);
  });

  test.each([
    [
      'de',
      390,
      'change-webhook-endpoint',
      'POST /webhook-endpoints',
      'der neueste Webhook-Endpunkt',
    ],
    [
      'de',
      1440,
      'change-webhook-endpoint',
      'POST /webhook-endpoints',
      'der neueste Webhook-Endpunkt',
    ],
    ['en', 1440, 'create-assignment', 'POST /users', 'the newest member'],
  ] as const)('moves nothing on the page, in %s at %i: %s', async (...row) => {
    const [language, width, operation, empty, filled] = row;
    const { page } = await readerWith(sandbox().key, { width });
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h2, .variants, .code, form :not(a)')].map(
          (part) => part.getBoundingClientRect().top + scrollY,
        ),
      );
    const requireStill = async (shown: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(`**${BASE_PATH}/**`, (route) => promise.then(() => route.continue()));
      await page.goto(`${app().origin}/docs/${language}/reference/${operation}`);
      await page.locator('.sender > summary').click();
      await page.locator('[data-send]:enabled').waitFor();
      const before = await heights();
      resolve();
      await origin(page).getByText(shown).waitFor();
      await page.locator('.sender .origin').first().getByText(shown).waitFor();
      expect(await heights()).toEqual(before);
    };
    await requireStill(empty);
    await sandbox().addMember();
    await addEndpoint();
    await page.evaluate(() => sessionStorage.removeItem('docs.newest'));
    await requireStill(filled);
  });

  test('keeps its examples where the sandbox does not answer the list, and asks once', async () => {
    await sandbox().addMember();
    await sandbox().set({ member_detail_enabled: false });
    const { visitor, page, asked } = await readerWith(sandbox().key, { expects: /403/ });
    for (const operation of ['get-assignment', 'change-assignment']) {
      await openDocs(visitor, `en/reference/${operation}`);
      expect(await origin(page).innerText()).toBe('The ids are examples.');
    }
    expect(asked()).toEqual(['GET /assignments?limit=1']);
  });
});

test('with a key that the reader has pasted, the pages ask nothing by themselves', async () => {
  const { visitor, page, asked } = await readerWith(team().key);
  await page.evaluate(() => sessionStorage.removeItem('docs.sandbox-key'));
  await openDocs(visitor, 'en/reference/get-member');
  await page.locator('.sender > summary').click();
  await page.locator('[data-send]:enabled').waitFor();
  expect(await origin(page).innerText()).toBe('The ids are examples.');
  expect(asked()).toEqual([]);
});
