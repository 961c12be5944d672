import { describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { useReaders } from './harness/pages.ts';

const app = useApp();
const come = useReaders(app);

describe('the dialog of the search', () => {
  test('opens with / and with Ctrl K, finds pages, and works with arrows and Enter', async () => {
    const { page } = await come('/docs/en/guides/webhooks');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('Idempotency-Key');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    const href = (await options.nth(1).getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
  });

  test.each([1440, 390])(
    'shows a page once: its best hit, and further hits below as short lines, at %i',
    async (width) => {
      const visitor = await come('/docs/en/', { width });
      const { page } = visitor;
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('sync');
      await page.getByRole('option').first().waitFor();
      const options = await page.getByRole('option').evaluateAll((all) =>
        all.map((one) => ({
          page: (one as HTMLAnchorElement).pathname,
          isWhole: one.querySelector('.excerpt') !== null,
        })),
      );
      const whole = options.filter(({ isWhole }) => isWhole).map((one) => one.page);
      expect(whole).toEqual([...new Set(options.map((one) => one.page))]);
      expect(options.slice(0, 2).map(({ isWhole }) => isWhole)).toEqual([true, false]);
      const further = page.getByRole('option', { name: 'Keep a copy up to date', exact: true });
      await page.keyboard.press('ArrowDown');
      expect(await further.getAttribute('aria-selected')).toBe('true');
      expect(await visitor.violations()).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guides/lists-and-sync#keep-a-copy-up-to-date');
    },
  );

  test('marks the words of the question that say something, without the spaces around them', async () => {
    const { page } = await come('/docs/en/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('how do I rotate a secret as an admin');
    await page.locator('mark').first().waitFor();
    const marks = (await page.locator('mark').allTextContents()).map((one) => one.toLowerCase());
    expect(marks.length).toBeGreaterThan(2);
    for (const one of marks) expect(one).toMatch(/^\S*(?:rotat|secret|admin)\S*$/);
  });

  test('shows the sentence of each answer, even if two lead to one page', async () => {
    const { page } = await come('/docs/en/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('sandbox support');
    await page.locator('.excerpt.whole').nth(1).waitFor();
  });

  test('says when it finds nothing, and axe finds no faults in it', async () => {
    const visitor = await come('/docs/de/', { language: 'de' });
    await visitor.page.getByRole('button', { name: 'Suchen' }).click();
    await visitor.page.getByRole('combobox').fill('uebersicht webhooks');
    await visitor.page.getByRole('combobox').fill('xyzzyxyzzy');
    await visitor.page.getByText('Nichts gefunden zu „xyzzyxyzzy“.').waitFor();
    await visitor.page.getByRole('combobox').fill('Schlüssel');
    await visitor.page.getByRole('option').first().waitFor();
    expect(await visitor.violations()).toEqual([]);
  });
});
