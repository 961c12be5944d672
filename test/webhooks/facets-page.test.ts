import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { filterBy, filterChip } from '../browser/harness/filter.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;
let one: string;
let other: string;

beforeAll(async () => {
  const { api } = app();
  team = await makeTeam(api, { rateLimit: 10_000 });
  [one, other] = [await insertEndpoint(team), await insertEndpoint(team)];
  const ended = { ended_at: api.clock.now() };
  for (let i = 0; i < 3; i += 1) {
    await insertDelivery(team, { endpoint_id: one, status: 'ok', ...ended });
  }
  await insertDelivery(team, { endpoint_id: one, ...triedOnce });
  const type = 'training.completed';
  await insertDelivery(team, { endpoint_id: one, status: 'gave_up', attempt: 8, type, ...ended });
  await insertDelivery(team, { endpoint_id: other, status: 'gave_up', attempt: 8, ...ended });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = owner);
});

const group = () => page.getByRole('group', { name: 'Filter by state' });
const facet = (name: string) => group().getByRole('button', { name });
const names = () => group().getByRole('button').allInnerTexts();

/** Waits until the facets say so, as screen readers hear them. */
async function shows(...texts: string[]): Promise<void> {
  for (const [i, text] of texts.entries()) {
    await group()
      .getByRole('button', { name: text, exact: true })
      .and(group().getByRole('button').nth(i))
      .waitFor();
  }
  expect(await names()).toHaveLength(texts.length);
}
const pressed = () => group().locator('[aria-pressed=true]').allInnerTexts();
const rows = () => page.locator('[data-row]');

const all = ['All 6', 'Delivered 3', 'Queued 0', 'Retrying 1', 'Held 0', 'Given up 2'];

test('a facet has the word and the count of its state, and sets the same filter as its chip', async () => {
  await owner.resize(wide);
  await owner.open('/deliveries');
  await shows(...all);
  expect(await pressed()).toEqual([expect.stringContaining('All')]);
  for (const [word, status, count] of [
    ['Delivered', 'ok', 3],
    ['Retrying', 'retrying', 1],
    ['Given up', 'gave_up', 2],
    ['Held', 'held', 0],
  ] as const) {
    await facet(word).click();
    await page.waitForURL(`**/deliveries?status=${status}`);
    await filterChip(page, `Status:${word}`).waitFor();
    await until('the list shows this state', async () => (await rows().count()) === count);
    await shows(...all);
    expect(await pressed()).toEqual([expect.stringContaining(word)]);
  }
  await facet('Held').click();
  await until('no filter', () => new URL(page.url()).search === '');
  expect(await pressed()).toEqual([expect.stringContaining('All')]);
  await filterBy(page, 'status:Given up');
  await until('the facet of the chip', async () => (await pressed()).join().includes('Given up'));
  await facet('All').click();
  await until('no filter again', () => new URL(page.url()).search === '');
});

test('the other filters narrow the counts: a type, an endpoint, and the page of an endpoint', async () => {
  await owner.open('/deliveries?type=training.completed&status=ok');
  await shows('All 1', 'Delivered 0', 'Queued 0', 'Retrying 0', 'Held 0', 'Given up 1');
  await owner.open(`/deliveries?endpoint=${other}`);
  await shows('All 1', 'Delivered 0', 'Queued 0', 'Retrying 0', 'Held 0', 'Given up 1');
  await owner.open(`/webhooks/${one}`);
  await shows('All 5', 'Delivered 3', 'Queued 0', 'Retrying 1', 'Held 0', 'Given up 1');
  await owner.open('/deliveries?from=2020-01-01&to=2020-01-02');
  await shows('All 0', 'Delivered 0', 'Queued 0', 'Retrying 0', 'Held 0', 'Given up 0');
});

test('with keys alone, Tab comes to each facet, and Space presses it', async () => {
  await owner.open('/deliveries');
  await shows(...all);
  await facet('All').focus();
  for (const word of ['Delivered', 'Queued', 'Retrying']) {
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toContain(word);
  }
  await page.keyboard.press('Space');
  await page.waitForURL(/status=retrying/);
  await until('the focus stays', async () =>
    (await page.locator(':focus').innerText()).includes('Retrying'),
  );
  await page.keyboard.press('Enter');
  await until('no filter', () => new URL(page.url()).search === '');
});

test.each([wide, narrow])(
  'the list loads before the counts, which move nothing when they come',
  async (size) => {
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('listAllDeliveries')) order.push('list');
    });
    await page.route(/countDeliveryValues/, async (route) => {
      order.push('counts');
      await held.promise;
      await route.continue();
    });
    await owner.resize(size);
    await page.goto(`${owner.origin}/app/deliveries`);
    await until('the counts are asked for', () => order.includes('counts'));
    await rows().first().waitFor();
    const places = () =>
      page
        .locator('search fieldset button, [data-row]')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    expect(await names()).toHaveLength(6);
    held.resolve();
    await shows(...all);
    expect(await places()).toEqual(before);
    expect(order[0]).toBe('list');
    await page.unrouteAll();
  },
);

test('on a telephone the facets scroll sideways, the chosen one is in sight, and no page does', async () => {
  await owner.resize(narrow);
  await owner.open('/deliveries?status=gave_up');
  await shows(...all);
  const box = await facet('Given up').boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(narrow.width - 4);
  expect(box?.height).toBeGreaterThanOrEqual(24);
  expect(await group().evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true);
  expect(
    await group().evaluate((row) => row.getBoundingClientRect().height - row.clientHeight),
  ).toBe(0);
  expect(await owner.scrollsSideways()).toBe(false);
  for (const theme of ['light', 'dark'] as const) {
    await owner.show(narrow, theme);
    expect(await owner.violations()).toEqual([]);
    await owner.show(wide, theme);
    expect(await owner.violations()).toEqual([]);
  }
});

test('facets fade where they go on, and their ends do not, on a telephone and in a wide window', async () => {
  const faded = () => group().evaluate((row) => getComputedStyle(row).maskImage !== 'none');
  await owner.resize(narrow);
  await owner.open('/deliveries');
  await shows(...all);
  expect(await faded()).toBe(true);
  await group().evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  const last = await facet('Given up').boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(narrow.width - 31);
  // A row with enough room ends where its fading begins, and begins where it ends.
  await owner.resize(wide);
  const row = await group().boundingBox();
  const [first, end] = [await facet('All').boundingBox(), await facet('Given up').boundingBox()];
  const right = ({ x, width } = { x: 0, width: 0 }) => x + width;
  expect((first?.x ?? 0) - (row?.x ?? 0)).toBeGreaterThanOrEqual(16);
  expect(right(row ?? undefined) - right(end ?? undefined)).toBeGreaterThanOrEqual(16);
});

test('with more deliveries than are counted the facets have no counts, and the page of an endpoint its own', async () => {
  await app().api.sql.query(
    `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
     select $1, 'whd_' || n, $2, 'evt_' || n, 'member.joined', now() - n * interval '1 s'
     from generate_series(1, 10050) n`,
    [team.tenantId, other],
  );
  await owner.show(wide, 'light');
  await owner.open('/deliveries');
  await shows('All', 'Delivered', 'Queued', 'Retrying', 'Held', 'Given up');
  await facet('Delivered').click();
  await page.waitForURL(/status=ok/);
  await owner.open(`/webhooks/${one}`);
  await shows('All 5', 'Delivered 3', 'Queued 0', 'Retrying 1', 'Held 0', 'Given up 1');
});
