// Makes screenshots of a page of each kind of the documentation, in both languages and themes, at 390 and 1440 pixels,
// from a running `npm start`. Look at them; screenshots/ is not kept in git.
//   node_modules/.bin/node scripts/docs-screenshots.ts [--url http://localhost:3000]
//     [--key svck_live_…] [--only webhooks] [--language de] [--theme dark] [--width 390]
import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { events } from '../src/features/webhooks/events.schema.ts';
import { signatureHeader } from '../src/features/webhooks/signature.ts';
import { startChromium } from '../test/browser/harness/chromium.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    key: { type: 'string', default: 'svck_live_wrong' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
    theme: { type: 'string', default: '' },
    width: { type: 'string', default: '' },
  },
});

/** Prepares a page for its screenshot. */
const openSender = (page: Page) => page.locator('.sender > summary').click();

const fill = async (page: Page, fields: Record<string, string>) => {
  await openSender(page);
  await page.locator('.sender [name=key]').fill(values.key);
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`.sender [name="${name}"]`).fill(value);
  }
  await page.locator('.sender [data-send]').click();
};

const send = async (page: Page, fields: Record<string, string> = {}) => {
  await fill(page, fields);
  const really = page.locator('.sender [data-really]');
  if (await really.isVisible()) await really.click();
  await page.locator('.sender [data-outcome] > *').first().waitFor();
};

const searchFor = (query: string) => async (page: Page) => {
  await page.locator('[data-search]').click();
  await page.locator('.search input').fill(query);
};

const openMenu = (page: Page) => page.locator('[popovertarget=navigation]').click();

const SECRET = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
const BODY = JSON.stringify(events['crm.sync.failed'].meta()?.examples?.[0]);
const now = Math.floor(Date.now() / 1000);
const header = signatureHeader(SECRET, BODY, now);

const verify =
  (input: { secret?: string; header?: string; body?: string }) => async (page: Page) => {
    const all = { secret: SECRET, header, body: BODY, ...input };
    for (const [name, value] of Object.entries(all)) {
      await page.locator(`form [name=${name}]`).fill(value);
    }
    await page.locator('form [type=submit]').click();
    await page.locator('.verdict').waitFor();
  };

type Shot = {
  name: string;
  at: string;
  act?: (page: Page) => Promise<void>;
  /** Something is open above the page, so the screenshot shows the window only. */
  isOver?: true;
  width?: number;
};

const shot = (name: string, at: string, more: Partial<Shot> = {}): Shot => ({ name, at, ...more });
const guides = globSync('docs/guides/en/*.md')
  .map((file) => path.basename(file, '.md'))
  .filter((name) => name !== 'index' && name !== 'changelog');

const shots: Shot[] = [
  shot('start', ''),
  ...guides.map((name) => shot(`guide-${name}`, `guides/${name}`)),
  shot('operations', 'reference/'),
  shot('operation-get', 'reference/list-members'),
  shot('operation-delete', 'reference/delete-case'),
  shot('sender-get', 'reference/list-members', { act: openSender }),
  shot('sender-post', 'reference/create-case', { act: openSender }),
  shot('sender-patch', 'reference/change-assignment', { act: openSender }),
  shot('sender-200', 'reference/list-members', {
    act: (page) => send(page, { 'query.limit': '2' }),
  }),
  shot('sender-422', 'reference/list-members', {
    act: (page) => send(page, { 'query.limit': '0' }),
  }),
  shot('sender-sure', 'reference/delete-case', {
    act: (page) => fill(page, { 'path.case_id': 'cas_01m7w7mpvfe9sga5sjn2phdz2n' }),
  }),
  shot('events', 'events/'),
  shot('event', 'events/training.completed'),
  shot('errors', 'errors'),
  shot('verify', 'verify'),
  shot('verify-genuine', 'verify', { act: verify({}) }),
  shot('verify-old', 'verify', {
    act: verify({ header: signatureHeader(SECRET, BODY, now - 800) }),
  }),
  shot('verify-indented', 'verify', {
    act: verify({ body: JSON.stringify(JSON.parse(BODY), null, 2) }),
  }),
  shot('verify-secret', 'verify', { act: verify({ secret: SECRET.slice(6) }) }),
  shot('verify-changed', 'verify', { act: verify({ body: BODY.replace('evt_', 'evt_x') }) }),
  shot('verify-header', 'verify', { act: verify({ header: 'v1=00' }) }),
  shot('verify-missing', 'verify', { act: verify({ body: '' }) }),
  shot('changelog', 'changelog'),
  shot('operators', 'operators'),
  shot('intake', 'operators/intake'),
  shot('missing', 'first-request'),
  shot('search', 'guides/limits', { act: searchFor('member'), isOver: true }),
  shot('search-answer', 'guides/limits', { act: searchFor('sandbox'), isOver: true }),
  shot('search-none', 'guides/limits', { act: searchFor('xylophon'), isOver: true }),
  shot('menu', 'reference/list-members', { act: openMenu, isOver: true, width: 390 }),
];

const isWanted = (input: string, value: unknown) => input === '' || input === String(value);
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
      const wanted = shots.filter(
        (shot) => shot.name.includes(values.only) && width === (shot.width ?? width),
      );
      for (const { name, at, act, isOver = false } of wanted) {
        const page = await context.newPage();
        await page.goto(`${values.url}/docs/${language}/${at}`, { waitUntil: 'networkidle' });
        await act?.(page);
        const file = path.join(folder, `docs-${name}-${language}-${theme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: !isOver });
        await page.close();
      }
      await context.close();
    }
  }
}
await browser.close();
