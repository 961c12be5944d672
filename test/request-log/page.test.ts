import { beforeAll, describe, expect, test } from 'vitest';
import { filterBy, filterChip, filterField } from '../browser/harness/filter.ts';
import { wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { givePassword, makeSession, PASSWORD } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  // The page tells days by the browser's clock.
  app().api.clock.travel(Date.now() - app().api.clock.now().getTime());
  team = await makeTeam(app().api, { rateLimit: 10_000 });
  const session = await makeSession(team, team.owner);
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  owner = await app().visit({ session, language: 'en', expects: /403/ });
});

/** Sends a request, and waits until the log has its line. */
async function logged(path: string, key = team.key): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  return written(await app().api.request('GET', path, { headers }));
}

async function written(answer: ApiResponse): Promise<string> {
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
  return id;
}

test("a click on any cell opens a row, which shows the API's reason, seconds and a time zone", async () => {
  const body = { member_id: team.owner.memberId, title: 'A', situation_id: 'sit_unknown' };
  const more = { personality_id: 'per_unknown', industry_id: 'ind_unknown' };
  const started = performance.now();
  await written(await team.request('POST', '/assignments', { body: { ...body, ...more } }));
  // The page promises seconds. The writer waits one second.
  expect(performance.now() - started).toBeLessThan(10_000);
  const { page } = owner;
  await owner.open('/request-log');
  await page.getByText(/^Times in \S+\. A line appears within seconds/).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'kombination_ungueltig' }).first();
  expect(await row.locator('time').last().textContent()).toMatch(/\d\d:\d\d:\d\d/);
  // The test clicks the cell of the duration, because this cell has no control.
  await row.getByRole('cell').nth(3).click();
  const drawer = page.getByRole('dialog', { name: 'POST /assignments' });
  await drawer.getByText('This situation is unknown or not visible to the team.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await row.locator('time').last().click();
  await page.getByText('UTC').first().waitFor();
  expect(await drawer.count()).toBe(0);
  await page.keyboard.press('Escape');
});

test("times are in the team's zone from the first paint, before other requests are answered", async () => {
  await app().api.sql.query(`update tenant set time_zone = 'Asia/Tokyo' where id = $1`, [
    team.tenantId,
  ]);
  const { page } = owner;
  // Of all requests of the page, only the one for the session is answered.
  await page.route(/\/trpc\//, (route) =>
    route.request().url().includes('session.current') ? route.continue() : undefined,
  );
  await page.goto(`${app().origin}/app/request-log`);
  await page.getByText('Times in Asia/Tokyo.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a request id finds a 401, with its reason and a command that repeats it', async () => {
  const { key, key_id } = await team.createKey({});
  await team.revokeKey(key_id);
  const id = await logged('/trainings', key);
  await logged('/me');
  const { page } = owner;
  await owner.open('/request-log');
  await filterBy(page, id);
  await page.waitForURL(/request_id=/);
  await owner.settled();
  const rows = page.getByRole('row').filter({ hasText: '/trainings' });
  await rows.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('The key is revoked.').waitFor();
  expect(await drawer.innerText()).toContain('"Authorization: Bearer $KEY"');
  expect(await drawer.innerText()).not.toContain(key);
  expect(await owner.violations()).toEqual([]);
  // Other people can open the same line by this address.
  await page.reload();
  await drawer.getByText('The key is revoked.').waitFor();
});

describe('with the live switch', () => {
  test('new lines wait behind a button while the person reads, and otherwise appear by themselves', async () => {
    await logged('/me');
    const { page } = owner;
    await owner.open('/request-log');
    await page.getByRole('switch', { name: 'Live' }).check();
    await page.mouse.move(0, 0);
    await logged('/catalog');
    const catalog = page.getByRole('row').filter({ hasText: '/catalog' });
    await catalog.waitFor();
    await catalog.hover();
    await logged('/cases');
    const waiting = page.getByRole('button', { name: '1 new line' });
    await waiting.waitFor();
    const cases = page.getByRole('row').filter({ hasText: '/cases' });
    expect(await cases.count()).toBe(0);
    await waiting.click();
    await cases.waitFor();
    expect(await catalog.count()).toBe(1);
  });
});

describe('above the list', () => {
  test('the histogram counts the requests of the list, and a span of it becomes the period', async () => {
    await logged('/me');
    const { page } = owner;
    await owner.open('/request-log');
    const chart = page.getByRole('slider', { name: 'Requests in the period' });
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    const total = page.locator('[data-tip] li').filter({ hasText: 'Total' });
    const counted = Number(/\d+$/.exec((await total.innerText()).trim())?.[0]);
    expect(counted).toBe(await page.locator('[data-row]').count());
    await page.keyboard.press('Enter');
    await page.waitForURL(/since=.*until=/);
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(counted);
    expect(await owner.violations()).toEqual([]);
  });

  test('a period that the chart has set is read in its chips, and gets fields once a person chooses an own one', async () => {
    const { page } = owner;
    await logged('/me');
    const [since, until] = [-1, 1].map((hours) =>
      new Date(app().api.clock.now().getTime() + hours * 3_600_000).toISOString(),
    );
    await owner.resize({ width: 1440, height: 900 });
    await owner.open(`/request-log?since=${since}&until=${until}`);
    await page.locator('[data-row]').first().click();
    await page.getByRole('dialog').waitFor();
    await owner.settled();
    const top = (await page.locator('[data-row]').first().boundingBox())?.y;
    expect(top).toBeLessThanOrEqual(330);
    const from = page.getByLabel('From', { exact: true });
    expect(await from.count()).toBe(0);
    await filterChip(page, 'To:').getByRole('button').first().click();
    await page.getByRole('listbox').getByRole('option', { name: 'Custom period' }).click();
    expect(await from.inputValue()).toMatch(/\d{4} \d\d:\d\d$/);
    expect(new URL(page.url()).searchParams.get('until')).toBe(until);
    expect(await owner.violations()).toEqual([]);
    await owner.resize(wide);
  });

  test('the period is in sight: thirty days, unless a person chooses one or the chart has set one', async () => {
    const { page } = owner;
    await logged('/me');
    for (const path of ['/request-log', '/request-log?view=errors']) {
      await owner.open(path);
      const period = page.getByRole('combobox', { name: 'Period' });
      const chosen = () => period.locator('option:checked').innerText();
      expect(await chosen()).toBe('Last 30 days');
      await period.selectOption('7 days');
      await page.waitForURL(/period=7d/);
      await filterChip(page, '7 days').waitFor();
      await owner.open(`${path}${path.includes('?') ? '&' : '?'}since=2026-01-01T00:00:00.000Z`);
      expect(await chosen()).toBe('Custom period');
    }
  });

  test('existing methods, paths and reasons can be chosen, and the others are not offered', async () => {
    const { page } = owner;
    await logged('/users?limit=x');
    await owner.open('/request-log');
    await filterField(page).fill('status:4');
    await page.getByRole('option', { name: /^422 \d+$/ }).waitFor();
    await filterField(page).fill('path:');
    const users = page.getByRole('option', { name: /^\/users \d+$/ });
    await users.waitFor();
    expect(await page.getByRole('option').filter({ hasText: '/policies' }).count()).toBe(0);
    const counted = Number(/\d+$/.exec((await users.innerText()).trim())?.[0]);
    await users.click();
    await page.waitForURL(/route=/);
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(counted);
    await filterBy(page, 'Method:GET');
    await filterBy(page, 'Reason:A value was not valid.');
    await page.waitForURL(/check=input/);
    await owner.settled();
    const rows = page.locator('[data-row]');
    expect(await rows.count()).toBeGreaterThan(0);
    expect(await rows.filter({ hasNotText: '/users' }).count()).toBe(0);
    await filterChip(page, 'Reason:A value was not valid.').waitFor();
  });

  test('rows are 32 pixels high, unless a person has chosen 44, also before', async () => {
    const { page } = owner;
    await owner.open('/request-log');
    const height = () =>
      page
        .locator('tbody tr:has([data-row])')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    expect(await height()).toBe(32);
    const isDense = page.getByRole('switch', { name: 'Compact' });
    expect(await isDense.isChecked()).toBe(true);
    // The switches and the button beside them stand evenly.
    const [live, toggle, dense, button] = await Promise.all(
      [
        page.getByText('Live', { exact: true }),
        page.getByRole('switch', { name: 'Compact' }),
        page.getByText('Compact', { exact: true }),
        page.getByRole('button', { name: 'Export' }),
      ].map(async (part) => (await part.boundingBox()) ?? { x: 0, width: 0 }),
    );
    const gap = (one = live, other = toggle) =>
      Math.round((other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0));
    expect(gap(dense, button)).toBe(gap(live, toggle));
    await isDense.uncheck();
    expect(await height()).toBe(44);
    await page.reload();
    await owner.settled();
    expect(await height()).toBe(44);
    await isDense.check();
    expect(await height()).toBe(32);
    await page.reload();
    await owner.settled();
    expect(await height()).toBe(32);
  });
});

test('a request leads to its changes, and an entry of the audit log to its request', async () => {
  const body = { email: `kim.${team.tenantId}@example.com`, role: 'member' };
  const id = await written(await team.request('POST', '/users', { body }));
  const { page } = owner;
  await owner.open(`/request-log?line=${id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Member invited' }).click();
  const entry = page.getByRole('dialog', { name: 'Member invited' });
  await entry.getByText(body.email).first().waitFor();
  // The team's key reads the feed, so the event is kept without an endpoint.
  await entry.getByText('member.joined').first().waitFor();
  await page.keyboard.press('Escape');
  await filterBy(page, `by:${team.keyPrefix}`);
  await page.waitForURL(/actor=/);
  await page.getByRole('link', { name: 'Member invited' }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'POST /users' }).click();
  await page.waitForURL(new RegExp(`request-log\\?line=${id}`));
  await page.getByRole('dialog', { name: 'POST /users' }).waitFor();
});

test('the list can be downloaded with its filter, once the person has proved who it is', async () => {
  const id = await logged('/me');
  const { page } = owner;
  await givePassword(app().api, team.owner);
  await app().api.sql.query('update session set proved_at = null where person_id = $1', [
    team.owner.userId,
  ]);
  await owner.open(`/request-log?request_id=${id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('menuitem', { name: /NDJSON/ }).click();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
    })(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).request_id)).toEqual([id]);
});
