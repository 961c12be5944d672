import { beforeAll, expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
const LINES = 400;
let visitor: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The page tells days by the browser's clock. In this zone, no midnight is near.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const zone = api.clock.now().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6';
  const team = await makeTeam(api);
  await api.sql.query('update tenant set time_zone = $2 where id = $1', [team.tenantId, zone]);
  await api.sql.query(
    insertLines(`select $2::timestamptz - n * interval '1 second' as created_at,
       uuidv7(-n * interval '1 second') as request_id, $3::text as key_id, 'GET' as method,
       '/users' as route, null as path, 200 as status, null as code, null::jsonb as why, n as ms,
       null as ip
     from generate_series(1, $4::integer) n`),
    [team.tenantId, api.clock.now(), team.keyId, LINES],
  );
  visitor = await app().visit({ session: await makeSession(team, team.owner) });
  await visitor.page.addInitScript(countCostly);
});

/** Counts what takes a large part of a millisecond: formatters, and timers of single rows. */
function countCostly(): void {
  const made = { count: 0 };
  const counting = <T extends object>(target: T): T =>
    new Proxy(target, {
      apply: (called, that, input) => {
        made.count += 1;
        return Reflect.apply(called as never, that, input);
      },
      construct: (called, input) => {
        made.count += 1;
        return Reflect.construct(called as never, input);
      },
    });
  Object.assign(Intl, {
    DateTimeFormat: counting(Intl.DateTimeFormat),
    NumberFormat: counting(Intl.NumberFormat),
    RelativeTimeFormat: counting(Intl.RelativeTimeFormat),
  });
  Object.assign(globalThis, { made, setInterval: counting(globalThis.setInterval) });
}

const made = () =>
  visitor.page.evaluate(() => (globalThis as unknown as { made: { count: number } }).made.count);

const rowCount = async () =>
  Number(await visitor.page.getByRole('table').getAttribute('aria-rowcount'));

test('a row makes no formatter and no timer, and rows far from the window are not drawn', async () => {
  const { page } = visitor;
  await visitor.open('/request-log');
  const before = await made();
  const shown = page.locator('tr[aria-rowindex]');
  const last = shown.last();
  await until('the end of all lines to be shown', async () => {
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 4_000);
    await visitor.settled(1);
    return (await last.getAttribute('aria-rowindex')) === String(LINES + 1);
  });
  expect((await made()) - before).toBeLessThan(10);
  expect(await rowCount()).toBe(LINES + 1);
  expect(await shown.count()).toBeLessThan(LINES / 2);
  // Each line has its number as its duration.
  expect(await last.innerText()).toContain(`${LINES}\u00a0ms`);
});

test('the keyboard can go beyond the rows that are drawn', async () => {
  const { page } = visitor;
  const place = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')),
    );
  await page.evaluate(() => scrollTo({ top: 0 }));
  const first = page.locator('tr[aria-rowindex="2"] [data-row]');
  await first.focus();
  for (let row = 3; row < 90; row += 1) {
    await page.keyboard.press(row % 2 ? 'j' : 'ArrowDown');
    expect(await place()).toBe(row);
  }
});

test('a time opens by a key, names the time zones, and gets the focus back', async () => {
  const { page } = visitor;
  const time = page.locator('tr[aria-rowindex="80"] button:has(time)');
  for (const opening of ['the first', 'the second']) {
    await time.focus();
    expect(await time.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    const zones = page.getByRole('dialog');
    await zones.waitFor();
    expect(await zones.innerText(), opening).toMatch(/UTC\s+\d{4}-\d\d-\d\dT/);
    expect(await time.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await zones.waitFor({ state: 'detached' });
    // The focus returns in the next frame.
    const hasFocus = () => time.evaluate((node) => node === document.activeElement);
    await until(`the focus after ${opening} opening`, hasFocus);
  }
});

/** Where the filters and the titles of the table are, and what a person sees at the middle of the titles. */
const sticky = () =>
  visitor.page.evaluate(() => {
    const [filters, titles] = ['search', 'thead'].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    );
    if (!filters || !titles) throw new Error('The page has no list');
    const { left, width, top, height, bottom } = titles;
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return {
      filters: filters.top,
      between: Math.round(titles.top - filters.bottom),
      bottom,
      isSeen: seen?.closest('thead') !== null,
    };
  });

test('filters and titles of a long list stay in sight, below the bar of a tablet, and scroll away on a telephone', async () => {
  await visitor.open('/request-log');
  const below = async () => {
    await visitor.page.evaluate(() => scrollTo({ top: 900 }));
    await visitor.settled(1);
    return sticky();
  };
  expect(await below()).toMatchObject({ filters: 0, between: 1, isSeen: true });
  await visitor.resize({ width: 800, height: 900 });
  const top = await visitor.page.locator('header').first().boundingBox();
  expect(await below()).toMatchObject({ filters: top?.height, between: 1, isSeen: true });
  await visitor.resize({ width: 390, height: 844 });
  expect((await below()).bottom).toBeLessThan(0);
});

test('a row that gets the focus by a key is not under the titles', async () => {
  const { page } = visitor;
  await visitor.resize({ width: 1280, height: 900 });
  await visitor.open('/request-log');
  await page.evaluate(() => scrollTo({ top: 1_000 }));
  await visitor.settled(1);
  const row = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getBoundingClientRect().top ?? 0);
  // The first key goes to the first row below the titles, without scrolling. The others go up, and scroll.
  await page.keyboard.press('j');
  expect(await page.evaluate(() => scrollY)).toBe(1_000);
  for (let step = 0; step < 8; step += 1) {
    expect(await row()).toBeGreaterThanOrEqual((await sticky()).bottom);
    await page.keyboard.press('k');
  }
  expect(await page.evaluate(() => scrollY)).toBeLessThan(1_000);
});
