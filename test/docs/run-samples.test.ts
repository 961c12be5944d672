import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { installCatalog } from '../../src/features/catalog/install-catalog.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor, VisitorOptions } from '../browser/harness/visitor.ts';
import { givePassword, makeSession, PASSWORD } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
  await insertSandbox(team);
  await givePassword(app().api, team.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

/** The requests of the samples with "Run", some of them with a body. */
async function samplesOf(address: string): Promise<string[]> {
  const html = await (await fetch(`${app().origin}${address}`)).text();
  const found = html.matchAll(/data-run="([^"]+)"(?: data-body="([^"]+)")?/g);
  return [...found].map(([, target, body = '']) => `${target} ${body.replaceAll('&quot;', '"')}`);
}

describe('"Run" beside a sample of a guide', () => {
  test('is a request that a key alone can make, the same in both languages', async () => {
    const [english, german] = await Promise.all(
      (['en', 'de'] as const).map(async (language) => {
        const pages = allPages().filter((page) => page.language === language);
        return (await Promise.all(pages.map((page) => samplesOf(addressOf(page))))).flat();
      }),
    );
    expect(english).toEqual(german);
    expect(english?.length).toBeGreaterThan(6);
    await team.do((call) => installCatalog(call.prisma));
    for (const sample of new Set(english)) {
      const [target = '', body] = sample.split(/ (.+)/);
      const { status } = await fetch(`${app().origin}${target}`, {
        headers: { Authorization: `Bearer ${team.key}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: body.replace(/mem_\w+/, team.owner.memberId) }),
      });
      // The sample of an error asks for `limits` and not for `limit`.
      const wanted = target.includes('limits=') ? 422 : body ? 201 : 200;
      expect([sample, status]).toEqual([sample, wanted]);
    }
  });

  test.each([1440, 390])(
    'leads to a key, and then shows the answer below, at %i',
    async (width) => {
      const session = await makeSession(team, team.owner);
      const visitor = await app().visit({ session, language: 'en', width, expects: /403/ });
      const { page } = visitor;
      await openDocs(visitor, 'en/guides/first-request');
      const runs = page.getByRole('button', { name: 'Run', exact: true });
      await runs.nth(1).click();
      await page.getByText('This tab has no key yet.').waitFor();
      expect(await visitor.violations()).toEqual([]);
      await page.getByRole('link', { name: 'Create a key for this tab' }).click();
      await page.getByRole('button', { name: 'Create a key in “Trial”' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      // Back at the section of the sample.
      await page.waitForURL(/\/docs\/en\/guides\/first-request#.*read/);
      // The request for which the key was made is sent, once.
      await page.getByText('200 OK').waitFor();
      await page.locator('[data-ran]').getByText('"next_cursor"').waitFor();
      await page.locator('[data-ran]').getByText('Your answer').waitFor();
      // The example of the answer is gone, so that only one stands there.
      expect(await page.getByText('new.colleague@customer.example').isVisible()).toBe(false);
      expect(await page.locator('[data-ran]').count()).toBe(1);
      await page.getByRole('link', { name: 'Show in the log' }).waitFor();
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.scrollsSideways()).toBe(false);
      expect(await page.content()).not.toContain('svck_test_');
      visitor.requireClean();
    },
  );
});

/** A reader whose tab has the key. */
async function readerWith(options: VisitorOptions, at: string): Promise<Visitor> {
  const visitor = await app().visit({ language: 'en', ...options });
  await openDocs(visitor, 'en/reference');
  await visitor.page.evaluate((key) => sessionStorage.setItem('docs.key', key), team.key);
  await openDocs(visitor, at);
  return visitor;
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const place = (found: Locator) => found.evaluate((one) => one.getBoundingClientRect().top);

describe('"Run" beside a sample of the reference', () => {
  beforeAll(async () => {
    for (let n = 0; n < 40; n++) await team.addMember();
  });

  test.each([1440, 768, 390])(
    'moves nothing above the answer, which stands once and in the place of the example, at %i',
    async (width) => {
      const visitor = await readerWith({ width }, 'en/reference/list-members');
      const { page } = visitor;
      await run(page).scrollIntoViewIfNeeded();
      const before = await place(run(page));
      await run(page).focus();
      await page.keyboard.press('Enter');
      const outcome = page.locator('.aside [data-outcome][aria-live=polite]');
      await outcome.getByText('200 OK').waitFor();
      await page.getByRole('heading', { name: 'Your answer 200' }).waitFor();
      // The reader goes on at the outcome, without a frame around it: the next Tab leads to the log. Only the outcome is
      // read to the reader, and not the rows.
      expect(await outcome.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await outcome.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
        'Show in the log',
      );
      expect(await outcome.innerText()).not.toContain('mem_');
      const rows = page.locator('.code').filter({ hasText: team.owner.memberId });
      expect(await rows.count()).toBe(1);
      const [height, all] = await rows
        .locator('pre')
        .evaluate((pre) => [pre.clientHeight, pre.scrollHeight]);
      expect(height).toBeLessThanOrEqual(0.6 * (page.viewportSize()?.height ?? 0));
      expect(all).toBeGreaterThan(Number(height));
      expect(Math.abs((await place(run(page))) - before)).toBeLessThan(100);
      expect(await page.locator('.sender').getAttribute('open')).toBe(null);
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.scrollsSideways()).toBe(false);
      visitor.requireClean();
    },
  );

  test.each([1440, 390])(
    'stands in the bar of the code, whichever language is shown, at %i',
    async (width) => {
      const visitor = await readerWith({ width, language: 'de' }, 'de/reference/get-me');
      const { page } = visitor;
      const boxOf = async (found: Locator) => {
        const box = await found.boundingBox();
        if (!box) throw new Error('it is not shown');
        return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 };
      };
      for (const name of ['curl', 'Python']) {
        const sample = page.locator('#sample');
        await sample.getByRole('tab', { name }).click();
        const [tab, button, copy] = await Promise.all([
          boxOf(sample.getByRole('tab', { name: 'Python' })),
          boxOf(page.getByRole('button', { name: 'Ausführen', exact: true })),
          boxOf(sample.locator('.variants').getByRole('button', { name: 'Kopieren' })),
        ]);
        expect(button.x).toBeGreaterThanOrEqual(tab.right - 8);
        expect(button.right).toBeLessThanOrEqual(copy.x);
        expect(Math.abs(button.middle - copy.middle)).toBeLessThan(2);
      }
      visitor.requireClean();
    },
  );

  test('asks beside the sample before it changes something, and gives the focus back', async () => {
    const visitor = await readerWith({ width: 390 }, 'en/reference/invite-member');
    const { page } = visitor;
    await run(page).click();
    await page
      .getByText('This request changes real data of the team')
      .filter({ visible: true })
      .waitFor();
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    expect(await run(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await run(page).press('Enter');
    await page.getByRole('button', { name: 'Really send' }).press('Enter');
    await page.locator('.aside [data-outcome]').getByText('201 Created').waitFor();
    expect(await page.locator('.sender').getAttribute('open')).toBe(null);
    visitor.requireClean();
  });

  test('opens the form where the reader has to fill in an id, or pastes a key', async () => {
    const visitor = await readerWith({ width: 390 }, 'en/reference/get-case');
    const { page } = visitor;
    await run(page).click();
    await page.getByText('case_id is missing: paste an id.').waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await run(page).click();
    await page.getByRole('button', { name: 'Paste a key' }).click();
    const key = page.locator('.sender').getByLabel('API key');
    expect(await key.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await visitor.violations()).toEqual([]);
  });
});

test.each([1440, 390])('the answer to a request of the form stands once, at %i', async (width) => {
  const visitor = await app().visit({ language: 'en', width });
  const { page } = visitor;
  await openDocs(visitor, 'en/reference/get-me');
  await page.locator('.sender > summary').click();
  await page.getByLabel('API key').fill(team.key);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.sender [data-outcome]').getByText('200 OK').waitFor();
  // On a wide screen it stands beside the form, in the place of the example.
  const own = width === 390 ? '.sender' : '.aside';
  const bodies = page.locator('.code').filter({ hasText: team.tenantId });
  expect(await bodies.count()).toBe(1);
  expect(await page.locator(own).locator(bodies).count()).toBe(1);
  visitor.requireClean();
});
