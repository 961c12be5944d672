import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { filterField } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

/** Requests of the last 60 days: 10 a day in the last 30 (2 over a limit), 5 a day before. */
async function countRequests(): Promise<void> {
  await app().api.sql.query(
    `insert into request_day (tenant_id, day, key_id, ok, client_errors, refused, limited,
       server_errors)
     select $1, (now() at time zone 'UTC')::date - n, $2, case when n < 30 then 8 else 5 end, 0, 0,
       case when n < 30 then 2 else 0 end, 0
     from generate_series(0, 69) n`,
    [team.tenantId, team.keyId],
  );
}

beforeAll(async () => {
  const { api } = app();
  // The page counts days by the browser's clock, so the API's clock must show the same time.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api);
  await countRequests();
  const session = await makeSession(team, team.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session, language: 'en' });
  await owner.open('/request-log?view=usage');
});

const chartOf = (visitor: Visitor) =>
  visitor.page.getByRole('slider', { name: 'Requests per day (UTC)' });

async function boxOf(chart: Locator) {
  const box = await chart.boundingBox();
  if (!box) throw new Error('There is no chart');
  return box;
}

test('a chart has round values on one axis and days on the other', async () => {
  const { page } = owner;
  const figure = page.locator('figure').first();
  await expect.poll(() => figure.innerText()).toMatch(/0\s+5\s+10|0\s+2\s+4/);
  const today = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  expect(await figure.innerText()).toContain(today.format(new Date()));
  expect(await owner.violations()).toEqual([]);
});

test('the sum of the full days is compared with the same weekdays before', async () => {
  const { page } = owner;
  // On 29 days there were 10 requests each, and on the 29 days five weeks earlier 5.
  await page
    .getByText(
      'Requests +100% · Successful −20.0 percentage points compared with the same weekdays before',
    )
    .waitFor();
});

describe('the point of a chart that a person looks at', () => {
  test('is shown at the pointer, and goes with it', async () => {
    const { page } = owner;
    const box = await boxOf(chartOf(owner));
    await page.mouse.move(box.x + box.width - 2, box.y + 20);
    const tip = page.locator('[data-tip]');
    await tip.getByText('Limit reached').waitFor();
    expect((await tip.innerText()).split(/\s*\n\s*/)).toEqual(
      expect.arrayContaining(['Limit reached', '2', 'Total', '10', 'Previous period', '5']),
    );
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'detached' });
  });

  test('moves by the arrow keys, its values are announced, and Escape leaves it', async () => {
    const { page } = owner;
    const chart = chartOf(owner);
    const isFocused = () => chart.evaluate((slider) => slider === document.activeElement);
    await filterField(page).focus();
    // Between filter and chart are the buttons of the filter and the switches of the legend.
    for (let n = 0; n < 9 && !(await isFocused()); n += 1) await page.keyboard.press('Tab');
    const dayOf = (ago: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        Date.now() - ago * DAY_MS,
      );
    const spoken = () => chart.getAttribute('aria-valuetext');
    expect(await spoken()).toContain(`${dayOf(0)}. `);
    await page.keyboard.press('ArrowLeft');
    expect(await spoken()).toMatch(`${dayOf(1)}. `);
    expect(await spoken()).toContain('Limit reached: 2, ');
    await page.keyboard.press('Home');
    expect(await spoken()).toContain(`${dayOf(29)}. `);
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-tip]').count()).toBe(0);
  });

  test('becomes a span by Shift and an arrow key, and Enter opens its requests', async () => {
    const { page } = owner;
    await chartOf(owner).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.locator('[data-tip]').getByText('20', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/since=/);
    const { searchParams } = new URL(page.url());
    const [since, until] = ['since', 'until'].map((name) =>
      Date.parse(searchParams.get(name) ?? ''),
    );
    expect(Number(until) - Number(since)).toBe(2 * DAY_MS);
    await page.goBack();
    await chartOf(owner).waitFor();
  });

  test('is shown by a tap, and a second tap opens its requests', async () => {
    const session = await makeSession(team, team.owner);
    const phone = await app().visit({ session, language: 'en', width: 390 });
    await phone.open('/request-log?view=usage');
    const box = await boxOf(chartOf(phone));
    const touch = await phone.page.context().newCDPSession(phone.page);
    const tap = async () => {
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 20 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await tap();
    await phone.page.locator('[data-tip]').waitFor();
    expect(phone.page.url()).not.toContain('since=');
    expect(await phone.scrollsSideways()).toBe(false);
    await tap();
    await phone.page.waitForURL(/since=/);
  });
});
