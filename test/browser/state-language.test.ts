import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { statesOf, stateTones, stateWord } from '../../src/shared/web/states.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { filterBy, filterChip } from './harness/filter.ts';
import { narrow, requireFaultless, wide } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = owner);
});

/** One delivery in each of the states. */
async function insertStates(): Promise<void> {
  const active = await insertEndpoint(team);
  const paused = await insertEndpoint(team);
  await app().api.sql.query(
    `update webhook_endpoint set status = 'disabled_failures', paused_at = now() where id = $1`,
    [paused],
  );
  const created_at = app().api.clock.now();
  const ended = { ended_at: created_at, created_at };
  const later = new Date(created_at.getTime() + 3_600_000);
  await insertDelivery(team, { endpoint_id: active, status: 'ok', ...ended });
  await insertDelivery(team, { endpoint_id: active, status: 'gave_up', attempt: 8, ...ended });
  await insertDelivery(team, { endpoint_id: active, created_at, attempt: 1, next_try_at: later });
  await insertDelivery(team, { endpoint_id: active, created_at, next_try_at: later });
  await insertDelivery(team, { endpoint_id: paused, created_at, ...triedOnce });
}

describe('badge and filter', () => {
  beforeAll(insertStates);

  test.each(statesOf('delivery'))(
    'of deliveries have the same word, and the filter "%s" finds what the badge says',
    async (state) => {
      const word = stateWord('delivery', state, 'en');
      await owner.open('/deliveries');
      await filterBy(page, `status:${word}`);
      await page.waitForURL(new RegExp(`status=${state}`));
      await owner.settled();
      const rows = page.getByRole('row').filter({ has: page.locator('[data-row]') });
      expect(await rows.count()).toBe(1);
      await rows.getByText(word, { exact: true }).waitFor();
    },
  );

  // English comes last, because the other tests read it.
  test.each(['de', 'en'] as const)('a telephone shows each word whole, in %s', async (language) => {
    await app().api.sql.query('update person set lang = $2 where id = $1', [
      team.owner.userId,
      language,
    ]);
    const session = await makeSession(team, team.owner);
    const visitor = await app().visit({ session, language, width: narrow.width, hasTouch: true });
    await visitor.open('/deliveries');
    for (const state of statesOf('delivery')) {
      const word = visitor.page
        .getByRole('row')
        .getByText(stateWord('delivery', state, language), { exact: true });
      expect(await word.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
  });

  test('each tone has a shape of its own, not only a colour', async () => {
    await owner.open('/ui');
    const shapes = await Promise.all(
      stateTones.map((tone) =>
        page
          .locator(`[data-tone="${tone}"]`)
          .first()
          .evaluate(
            (mark) => mark.innerHTML + getComputedStyle(mark).fill.replace(/rgb.*/, 'full'),
          ),
      ),
    );
    expect(new Set(shapes).size).toBe(stateTones.length);
  });
});

/** The endings above the log, with their numbers. */
const facetsOf = async (at: Page) => {
  const buttons = at.getByRole('group', { name: 'Filter by state' }).getByRole('button');
  return (await buttons.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
};

describe('the legend of a chart', () => {
  const counts = ['All 2', 'Successful 1', 'Refused 1', 'Limit reached 0', 'Our error 0'];

  test('is the row of endings above the log: each has its count, and filters the chart and the list', async () => {
    await team.request('GET', '/me');
    await team.request('GET', '/trainings?limit=x');
    await until('the lines are written', async () => {
      const sql = 'select from request_log_line where tenant_id = $1';
      return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 2;
    });
    await owner.open('/request-log');
    const chart = page.getByRole('slider', { name: 'Requests in the period' });
    const bars = (fill: string) => chart.locator(`rect.${fill}`).count();
    await expect.poll(() => facetsOf(page)).toEqual(counts);
    expect([await bars('fill-works'), await bars('fill-failed')]).toEqual([1, 1]);
    const refused = page.getByRole('button', { name: /^Refused/ });
    await refused.focus();
    await page.keyboard.press('Enter');
    await filterChip(page, 'Refused').waitFor();
    const shown = async () => [
      await bars('fill-works'),
      await bars('fill-failed'),
      await page.locator('[data-row]').count(),
    ];
    await expect.poll(shown).toEqual([0, 1, 1]);
    // The others keep their numbers, because each of them can be chosen next.
    expect(await facetsOf(page)).toEqual(counts);
    expect(await refused.getAttribute('aria-pressed')).toBe('true');
    // The focus is still there.
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual([1, 1, 2]);
    expect(new URL(page.url()).search).toBe('');
  });

  test('a limit is striped, and has not the colour of success', async () => {
    await owner.open('/ui');
    const striped = page.locator('rect[fill^="url(#"]').first();
    expect(await striped.getAttribute('class')).not.toContain('fill-works');
  });
});

test('the first request is seen without scrolling, at 330 pixels of a window of 1440 by 900', async () => {
  await owner.resize({ width: 1440, height: 900 });
  await owner.open('/request-log');
  const top = (await page.locator('[data-row]').first().boundingBox())?.y;
  expect(top).toBeLessThanOrEqual(330);
  await owner.resize(narrow);
  await owner.open('/request-log');
  expect((await page.locator('[data-row]').first().boundingBox())?.y).toBeLessThanOrEqual(430);
  await owner.resize(wide);
});

test('a card explains a German code in an English console, by pointer and by keyboard', async () => {
  const body = { member_id: team.owner.memberId, title: 'A', situation_id: 'sit_unknown' };
  const more = { personality_id: 'per_unknown', industry_id: 'ind_unknown' };
  await team.request('POST', '/assignments', { body: { ...body, ...more } });
  await until('the line is written', async () => {
    const sql = `select from request_log_line where tenant_id = $1 and code = 'kombination_ungueltig'`;
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 1;
  });
  await owner.resize(wide);
  await owner.open('/request-log');
  const word = page.getByRole('button', { name: 'kombination_ungueltig' });
  const card = page.getByRole('tooltip').filter({ hasText: 'German for “invalid combination”' });
  await word.hover();
  await card.waitFor();
  await page.mouse.move(0, 0);
  await card.waitFor({ state: 'hidden' });
  await word.focus();
  await card.waitFor();
  expect(await owner.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await requireFaultless(owner, [
    { size: wide, theme: 'light' },
    { size: narrow, theme: 'dark' },
  ]);
});

test('a sandbox is made where people look for it: in the team menu and on the page Try it, which leads into it', async () => {
  await owner.resize(wide);
  await owner.open('/overview');
  await page.getByRole('button', { name: /Switch team/ }).click();
  await page.getByRole('menuitem', { name: 'Create a sandbox' }).click();
  const made = page.getByRole('dialog', { name: 'Create a sandbox' });
  expect(await made.getByLabel('With interfaces too').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await owner.open('/try');
  await page.getByRole('button', { name: 'Create a sandbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a sandbox' });
  const history = dialog.getByText('With interfaces too');
  // The page around it is centred.
  expect(await history.evaluate((label) => getComputedStyle(label).textAlign)).toBe('start');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('status').getByText('Then it opens by itself.').waitFor();
});
