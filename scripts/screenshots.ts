// Makes screenshots of every page of the app, and of what its first row opens, in both themes, at 390 and 1440 pixels,
// from a running `npm start` with its demo team. Look at them; screenshots/ is not kept in git.
//   node_modules/.bin/node scripts/screenshots.ts [--url http://localhost:3000] [--data .data]
//     [--only members] [--language de] [--theme dark] [--width 390]
// With --final it makes those of docs/screenshots instead.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { pages } from '../src/app/pages/registered.ts';
import { startChromium } from '../test/browser/harness/chromium.ts';

const { values: args } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    data: { type: 'string', default: '.data' },
    only: { type: 'string', default: '' },
    language: { type: 'string' },
    theme: { type: 'string', default: '' },
    width: { type: 'string', default: '' },
    final: { type: 'boolean', default: false },
  },
});
/** The pages of the documentation are in English. */
const values = { ...args, language: args.language ?? (args.final ? 'en' : 'de') };
type DemoFile = { owner_email: string; owner_password: string };
const demo = JSON.parse(readFileSync(path.join(values.data, 'demo.json'), 'utf8')) as DemoFile;
const folder = path.resolve(values.final ? 'docs/screenshots' : 'screenshots');
mkdirSync(folder, { recursive: true });

/** Dialogs and drawers that an address opens. */
const dialogs = [
  '/members?invite=1',
  '/api-keys?new=1',
  '/webhooks?new=1',
  '/assignments?new=1',
  '/cases?new=1',
  '/request-log?view=errors',
  '/request-log?view=usage',
  '/catalog?list=rules',
];

const browser = await startChromium();
const { cookies, before } = await signedIn(browser);
if (values.final) await shootFinal();
else await shootAll();
await restore(before);
await browser.close();

async function shootAll(): Promise<void> {
  const isWanted = (wanted: string, value: unknown) => wanted === '' || wanted === String(value);
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      if (isWanted(values.theme, theme) && isWanted(values.width, width)) await shoot(theme, width);
    }
  }
}

/** What the README and the documentation of the repository show. */
async function shootFinal(): Promise<void> {
  const owner = await visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await owner.newPage();
  await opened(page, '/webhooks');
  await page.locator('[data-row]').filter({ hasText: 'data platform' }).click();
  await page.waitForURL(/\/webhooks\/whe_/);
  const endpoint = new URL(page.url()).pathname.slice('/app'.length);
  await opened(page, '/deliveries?status=gave_up');
  await page.locator('[data-row]').first().click();
  const link = page.locator('a[href*="/deliveries/whd_"]').first();
  const delivery = (await link.getAttribute('href'))?.slice('/app'.length) ?? '';
  const final = {
    overview: '/overview',
    delivery,
    usage: '/request-log?view=usage',
    errors: '/request-log?view=errors',
    'new-key': '/api-keys?new=1',
    'webhook-endpoint': `${endpoint}?period=7d`,
    'analytics-dark': '/analytics',
  };
  for (const [name, address] of Object.entries(final)) {
    await page.emulateMedia({ colorScheme: name.endsWith('-dark') ? 'dark' : 'light' });
    await opened(page, address);
    await keep(page, name);
  }
  await owner.close();
}

/** Pages use the language of the person, so the profile's language is changed while this runs. */
async function signedIn(by: Browser) {
  const context = await by.newContext({ locale: values.language });
  const page = await context.newPage();
  await page.goto(`${values.url}/app/sign-in`);
  await page.locator('input[type=email]').fill(demo.owner_email);
  await page.locator('input[type=password]').fill(demo.owner_password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('navigation').first().waitFor();
  const was = await setLanguage(page, values.language);
  const kept = await context.cookies();
  await context.close();
  return { cookies: kept, before: was };
}

/** Sets the language of the profile, and returns the former one. */
async function setLanguage(page: Page, lang: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const read = await fetch('/trpc/account.profile?input=%7B%7D');
    const { data: profile } = (await read.json()).result;
    await fetch('/trpc/account.changeProfile', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: profile.version, name: profile.name, lang: wanted }),
    });
    return profile.lang as string;
  }, lang);
}

async function restore(lang: string): Promise<void> {
  const context = await visit({});
  const page = await context.newPage();
  await page.goto(`${values.url}/app/profile`);
  await setLanguage(page, lang);
  await context.close();
}

async function visit(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // Chromium accepts such cookies only for https. The port does not matter.
  await context.addCookies(
    cookies.map(({ name, value }) => ({ name, value, url: 'https://localhost/', secure: true })),
  );
  return context;
}

async function shoot(theme: 'light' | 'dark', width: number): Promise<void> {
  const options = {
    locale: values.language,
    colorScheme: theme,
    viewport: { width, height: width === 390 ? 844 : 900 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  } as const;
  const owner = await visit(options);
  const stranger = await browser.newContext(options);
  const look = `${values.language}-${theme}-${width}`;
  const wanted = pages.filter(
    ({ path: address }) => !address.includes('$') && address.includes(values.only),
  );
  for (const { path: address, needs } of wanted) {
    const page = await (needs === 'nobody' ? stranger : owner).newPage();
    await opened(page, address);
    await keep(page, `${nameOf(address)}-${look}`);
    const row = page.locator('[data-row]').first();
    if (address !== '/ui' && (await row.count()) > 0) {
      await row.click();
      // A row that is a link leaves the page some time after the next one is read.
      await page.waitForTimeout(500);
      await settled(page);
      await keep(page, `${nameOf(address)}-opened-${look}`);
    }
    await page.close();
  }
  for (const address of dialogs.filter((one) => one.includes(values.only))) {
    const page = await owner.newPage();
    await opened(page, address);
    await keep(page, `${nameOf(address)}-${look}`);
    await page.close();
  }
  await owner.close();
  await stranger.close();
}

async function opened(page: Page, at: string): Promise<void> {
  await page.goto(`${values.url}/app${at}`);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  // A screenshot has no scroll bar, so the place for it is removed.
  await page.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'));
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], .shimmer')].every((node) =>
      node.closest('[data-example]'),
    ),
  );
}

function nameOf(at: string): string {
  return at.slice(1).replaceAll(/[/?=]/g, '-');
}

async function keep(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
