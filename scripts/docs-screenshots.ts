// Makes a picture of a page of each kind of the documentation, whole, in both languages and themes, at
// 390 and 1440 pixels, from a running `npm start`. They are to be looked at; screenshots/ is not kept in git.
//   node_modules/.bin/node scripts/docs-screenshots.ts [--url http://localhost:3000]
//     [--only webhooks] [--language de] [--theme dark] [--width 390]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startChromium } from '../test/browser/harness/chromium.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
    theme: { type: 'string', default: '' },
    width: { type: 'string', default: '' },
  },
});

/** What is done on a page before its picture is made. */
const openSender = (page: Page) => page.locator('.sender > summary').click();
const search = async (page: Page) => {
  await page.locator('[data-search]').click();
  await page.locator('.search input').fill('member');
  await page.locator('.search [role=option]').first().waitFor();
};

type Shot = { name: string; at: string; act?: (page: Page) => Promise<void> };

const shots: Shot[] = [
  { name: 'start', at: '' },
  { name: 'first-request', at: 'guides/first-request' },
  { name: 'webhooks', at: 'guides/webhooks' },
  { name: 'operations', at: 'reference/' },
  { name: 'operation', at: 'reference/list-members' },
  { name: 'operation-change', at: 'reference/change-assignment', act: openSender },
  { name: 'event', at: 'events/training.completed' },
  { name: 'events', at: 'events/' },
  { name: 'errors', at: 'errors' },
  { name: 'verify', at: 'verify' },
  { name: 'changelog', at: 'changelog' },
  { name: 'operators', at: 'operators' },
  { name: 'missing', at: 'no-such-page' },
  { name: 'search', at: 'guides/limits', act: search },
];

const isWanted = (given: string, value: unknown) => given === '' || given === String(value);
const folder = path.resolve('screenshots');
mkdirSync(folder, { recursive: true });
const browser = await startChromium();
for (const language of ['de', 'en'].filter((each) => isWanted(values.language, each))) {
  for (const theme of (['light', 'dark'] as const).filter((each) => isWanted(values.theme, each))) {
    for (const width of [1440, 390].filter((each) => isWanted(values.width, each))) {
      const context = await browser.newContext({
        locale: language,
        colorScheme: theme,
        viewport: { width, height: width === 390 ? 844 : 900 },
        reducedMotion: 'reduce',
      });
      for (const { name, at, act } of shots.filter((shot) => shot.name.includes(values.only))) {
        const page = await context.newPage();
        await page.goto(`${values.url}/docs/${language}/${at}`, { waitUntil: 'networkidle' });
        await act?.(page);
        const file = path.join(folder, `docs-${name}-${language}-${theme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: name !== 'search' });
        await page.close();
      }
      await context.close();
    }
  }
}
await browser.close();
