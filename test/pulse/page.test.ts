import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

async function inEnglish(userId: string): Promise<void> {
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
}

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  await inEnglish(team.owner.userId);
  const endpoint_id = await insertEndpoint(team);
  const now = api.clock.now();
  const ended = { endpoint_id, created_at: now, ended_at: now };
  await insertDelivery(team, { ...ended, status: 'ok' });
  await insertDelivery(team, { ...ended, status: 'gave_up', attempt: 8 });
  await team.request('GET', '/me');
  await team.request('GET', '/trainings?limit=x');
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where tenant_id = $1';
    return (await api.sql.query(sql, [team.tenantId])).rowCount === 2;
  });
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = owner);
  await owner.open('/overview');
});

const pulse = () => page.getByRole('slider', { name: 'Pulse' });
const spoken = () => pulse().getAttribute('aria-valuetext');
const lane = (id: string) => page.locator(`[data-lane="${id}"]`);
/** Where a lane is in the window: it may be out of sight below the people. */
async function boxOfLane(on: Page, id: string) {
  const found = on.locator(`[data-lane="${id}"]`);
  await found.scrollIntoViewIfNeeded();
  return (await found.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}
const headOf = (id: string) => page.locator(`[data-lane-head="${id}"]`).innerText();

describe('the pulse of the overview', () => {
  test('has a lane for requests, events and deliveries, with failures below the line', async () => {
    expect(await headOf('requests')).toMatch(/Requests\s+2\s+1 unsuccessful/);
    expect(await headOf('events')).toMatch(/Events\s+2/);
    expect(await headOf('deliveries')).toMatch(/Deliveries\s+2\s+1 given up/);
    const yOf = async (mark: string) =>
      Number(await lane('deliveries').locator(`g rect.${mark}`).first().getAttribute('y'));
    expect(await yOf('fill-works')).toBeLessThan(await yOf('fill-failed'));
  });

  test('says how many retries the deliveries took, as the number below does', async () => {
    expect(await headOf('deliveries')).toMatch(/1 given up\s+7 retries$/);
    const number = page.getByRole('definition').filter({ hasText: 'delivered' });
    expect(await number.innerText()).toMatch(/^1\s+of 2 delivered\s+7 retries$/);
  });

  test('is walked by the arrow keys: a time lights in all lanes, and Enter opens its list', async () => {
    await pulse().focus();
    await page.keyboard.press('End');
    expect(await spoken()).toMatch(
      /Requests: \d.*Events: \d.*Deliveries: \d.*Enter opens: Requests/,
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await spoken()).toContain('Enter opens: Deliveries');
    for (const id of ['requests', 'events', 'deliveries']) {
      expect(await lane(id).locator('rect.fill-hover').count()).toBe(1);
    }
    await page.keyboard.press('Home');
    expect(await spoken()).toContain('Requests: 0. Events: 0. Deliveries: 0.');
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-lane] rect.fill-hover').count()).toBe(0);
  });

  test('a click opens the list of that time and lane', async () => {
    const box = await boxOfLane(page, 'requests');
    // The newest bars are at the right. The requests are in one of the last two.
    await page.mouse.move(box.x + box.width - 3, box.y + 20);
    const isLast = (await spoken())?.includes('Requests: 2');
    await page.mouse.click(box.x + box.width - (isLast ? 3 : 12), box.y + 20);
    await page.waitForURL(/request-log\?since=.*until=/);
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(2);
    await page.goBack();
    await pulse().waitFor();
  });

  test('a finger finds a thin bar: the first tap shows it, the second opens its list', async () => {
    const session = await makeSession(team, team.owner);
    const phone = await app().visit({ session, language: 'en', width: 390, hasTouch: true });
    await phone.open('/overview');
    await phone.page.getByText('Tap twice to open the list').waitFor();
    const box = await boxOfLane(phone.page, 'deliveries');
    const tap = (fromRight: number) =>
      phone.page.touchscreen.tap(box.x + box.width - fromRight, box.y + 20);
    await tap(18);
    const value = phone.page.getByRole('slider', { name: 'Pulse' });
    expect(await value.getAttribute('aria-valuetext')).toContain('Deliveries: 2');
    expect(phone.page.url()).toMatch(/overview$/);
    await tap(6);
    await phone.page.waitForURL(/deliveries\?from=/);
  });

  test('dragging zooms in without a jump, the address keeps it, and going back leads out', async () => {
    const heights = async () => [
      (await pulse().boundingBox())?.y,
      (await page.getByRole('region', { name: 'Pulse' }).boundingBox())?.height,
    ];
    const box = await boxOfLane(page, 'deliveries');
    const before = await heights();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/overview\?from=.*to=/);
    await owner.settled();
    expect(await heights()).toEqual(before);
    expect(await headOf('deliveries')).toMatch(/Deliveries\s+2/);
    await page.getByRole('button', { name: 'Whole day' }).click();
    await page.waitForURL(/overview$/);
    await page.goBack();
    await page.waitForURL(/overview\?from=/);
    await page.goBack();
    await page.getByText('Last 24 hours', { exact: true }).waitFor();
  });
});

describe('just now', () => {
  const list = () => page.getByRole('region', { name: 'Latest' });

  test('shows requests and deliveries, and each leads to its page', async () => {
    const rows = list().getByRole('listitem');
    // Two requests, two deliveries, and what the audit log has about the new team.
    expect(await rows.count()).toBeGreaterThanOrEqual(4);
    expect(await rows.count()).toBeLessThanOrEqual(10);
    await list()
      .getByRole('link', { name: /\/trainings/ })
      .click();
    await page.waitForURL(/request-log\?line=/);
    await page.goBack();
    await list().waitFor();
  });

  test('a new happening comes by itself, but waits while somebody reads', async () => {
    await page.mouse.move(0, 0);
    await team.request('GET', '/catalog');
    await list().getByText('GET /catalog').waitFor();
    await list().getByText('GET /catalog').hover();
    await team.request('GET', '/cases');
    const listed = page.waitForResponse(
      async (response) =>
        response.url().includes('requestLog.list') && (await response.text()).includes('/cases'),
    );
    await listed;
    expect(await list().getByText('2 reads').count()).toBe(0);
    await page.mouse.move(0, 0);
    await list().getByText('2 reads').waitFor();
  });

  test('successive reads are one row, which opens them, so that what has failed stays', async () => {
    for (let n = 0; n < 12; n += 1) await team.request('GET', '/catalog');
    const reads = list().getByRole('link', { name: /^14 reads/ });
    await reads.waitFor();
    expect(await reads.innerText()).toContain('by Key under test');
    await list().getByText('422').waitFor();
    await reads.click();
    await page.waitForURL(/request-log\?.*method=GET/);
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(14);
    await page.goBack();
    await list().waitFor();
  });

  test('asks nothing while the page is hidden', async () => {
    await page.clock.install();
    await owner.open('/overview');
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const polls = () => asked.filter((url) => url.includes('requestLog.list')).length;
    await page.clock.runFor(4_000);
    await until('the page asks', () => polls() > 0);
    await show('hidden');
    await owner.settled();
    const before = polls();
    await page.clock.runFor(30_000);
    await owner.settled();
    expect(polls()).toBe(before);
    await show('visible');
    await page.clock.runFor(4_000);
    await until('the page asks again', () => polls() > before);
  });
});

describe('what needs attention', () => {
  test('has its action in a row of at most two lines: a paused endpoint is active again', async () => {
    const endpoint_id = await insertEndpoint(team);
    await app().api.sql.query(
      `update webhook_endpoint set status = 'disabled_failures', paused_at = now() where id = $1`,
      [endpoint_id],
    );
    await owner.open('/overview');
    const row = page.getByRole('listitem').filter({ hasText: 'is paused' });
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(54);
    await row.getByRole('button', { name: /^Resume/ }).click();
    await page.getByText('The endpoint is active.').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  test('an expiring key is rotated from its row', async () => {
    const { key_id } = await team.createKey({});
    await app().api.sql.query(
      `update api_key set expires_at = now() + interval '3 days' where id = $1`,
      [key_id],
    );
    await owner.open('/overview');
    await page.getByRole('link', { name: /^Rotate: .*Key under test/ }).click();
    await page.getByRole('dialog', { name: /Rotate.*Key under test/ }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('an admin without the interfaces sees the trainings instead', async () => {
  const person = await team.addMember({ role: 'admin' });
  await inEnglish(person.userId);
  await addTraining(team, person, { created_at: app().api.clock.now().toISOString() });
  const session = await makeSession(team, person);
  const admin = await app().visit({ session, language: 'en' });
  await admin.open('/overview');
  await admin.page.locator('[data-lane="trainings"]').waitFor();
  expect(await admin.page.locator('[data-lane="requests"]').count()).toBe(0);
  await admin.page.getByRole('slider', { name: 'Pulse' }).focus();
  await admin.page.keyboard.press('ArrowLeft');
  await admin.page.keyboard.press('Enter');
  await admin.page.waitForURL(/trainings\?since=/);
  // The list says since when, and shows older ones again without this filter.
  await admin.page.getByRole('button', { name: /^Remove filter/ }).click();
  await admin.page.waitForURL(/trainings$/);
});

test.each([
  [1024, true],
  [1152, true],
  [768, false],
])('at %i pixels, what happens now stands beside the pulse: %s', async (width, isBeside) => {
  await owner.open('/overview');
  await page.setViewportSize({ width, height: 800 });
  const boxOf = async (name: string) => {
    const box = await page.getByRole('region', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`There is no ${name}`);
    return box;
  };
  const [chart, latest] = [await boxOf('Pulse'), await boxOf('Latest')];
  expect(latest.y === chart.y && latest.x > chart.x).toBe(isBeside);
  expect(chart.width).toBeGreaterThan(340);
  expect(await owner.scrollsSideways()).toBe(false);
  await page.setViewportSize(wide);
});

test('the overview is faultless in all looks, and nothing moves while it loads', async () => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await owner.open('/overview');
  const shifted = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
  expect(shifted).toBeLessThan(0.01);
  await requireFaultless(owner, [
    { size: wide, theme: 'light' },
    { size: narrow, theme: 'dark' },
  ]);
});
