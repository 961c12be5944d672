// Makes a picture of every page of the admin UI in both themes, at 390 and 1440 pixels, from a
// running `npm start` with its demo team. They are to be looked at; screenshots/ is not kept in git.
//   node_modules/.bin/node scripts/screenshots.ts [--url http://localhost:3000] [--data .data]
//     [--only members] [--language de]
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { pages } from '../src/admin/pages/registered.ts';
import { startChromium } from '../test/browser/harness/chromium.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    data: { type: 'string', default: '.data' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'de' },
  },
});
type DemoFile = { owner_email: string; owner_password: string };
const demo = JSON.parse(readFileSync(path.join(values.data, 'demo.json'), 'utf8')) as DemoFile;
const folder = path.resolve('screenshots');
mkdirSync(folder, { recursive: true });

const browser = await startChromium();
const state = await signedIn(browser);
for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) await shoot(theme, width);
}
await browser.close();

async function signedIn(by: Browser) {
  const context = await by.newContext({ locale: values.language });
  const page = await context.newPage();
  await page.goto(`${values.url}/app/sign-in`);
  await page.locator('input[type=email]').fill(demo.owner_email);
  await page.locator('input[type=password]').fill(demo.owner_password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('navigation').waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function shoot(theme: 'light' | 'dark', width: number): Promise<void> {
  const options = {
    locale: values.language,
    colorScheme: theme,
    viewport: { width, height: width === 390 ? 844 : 900 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  } as const;
  const owner = await browser.newContext(options);
  // Chromium takes cookies of this kind only for https; the port does not matter.
  await owner.addCookies(
    state.map(({ name, value }) => ({ name, value, url: 'https://localhost/', secure: true })),
  );
  const stranger = await browser.newContext(options);
  const wanted = pages.filter(({ path: at }) => !at.includes('$') && at.includes(values.only));
  for (const { path: at, needs } of wanted) {
    const page = await (needs === 'nobody' ? stranger : owner).newPage();
    await page.goto(`${values.url}/app${at}`);
    await page.waitForLoadState('networkidle');
    const name = `${at.slice(1).replaceAll('/', '-')}-${theme}-${width}.png`;
    await page.screenshot({ path: path.join(folder, name) });
    await page.close();
  }
  await owner.close();
  await stranger.close();
}
