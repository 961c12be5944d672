import type { Browser, Page } from 'playwright-core';

/** A page in a new browser profile, with an empty cache. */
async function freshPage(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: '__Host-sid', value: token, url: 'https://localhost/', secure: true },
  ]);
  await context.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    Object.assign(globalThis, { tasks });
    const look = () => {
      if (document.querySelector('[data-row]')) performance.mark('first row');
      else requestAnimationFrame(look);
    };
    look();
  });
  return context.newPage();
}

type Opened = { ms: number; longestTask: number };

/** The milliseconds from the request for the page until its first row can be opened, and the longest task of this page. */
export async function firstRow(browser: Browser, token: string, url: string): Promise<Opened> {
  const page = await freshPage(browser, token);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('[data-row]').first().waitFor();
  // The page counts from the request for it. Playwright looks only twice a second.
  const ms = await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime);
  if (ms === undefined) throw new Error('The page has not noted its first row');
  await page.waitForLoadState('networkidle');
  const longestTask = Math.max(0, ...(await tasksOf(page)));
  await page.context().close();
  return { ms, longestTask };
}

/** The browser reports tasks of 50 ms and more. */
const tasksOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);

/** The longest task of the browser while a person scrolls through many pages of the list and filters it. */
export async function longestTask(
  browser: Browser,
  token: string,
  { url, screens, filter }: { url: string; screens: number; filter: string },
): Promise<number> {
  const page = await freshPage(browser, token);
  await page.goto(url);
  await page.locator('[data-row]').first().waitFor();
  // What the first page needed is measured by `firstRow`.
  await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.splice(0));
  for (let screen = 0; screen < screens; screen += 1) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(60);
  }
  await page.getByRole('combobox').first().pressSequentially(`${filter} `);
  await page.waitForURL(({ searchParams }) => searchParams.has(filter.split(':')[0] ?? ''));
  await page.waitForLoadState('networkidle');
  const tasks = await tasksOf(page);
  await page.context().close();
  return Math.max(0, ...tasks);
}
