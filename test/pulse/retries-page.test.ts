import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

test('attempts that failed and were made again are amber below the line of the deliveries, and hide nothing', async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const endpoint_id = await insertEndpoint(team);
  const now = api.clock.now();
  const ended = { endpoint_id, created_at: now, ended_at: now };
  for (let n = 0; n < 4; n += 1) {
    await insertDelivery(team, { ...ended, status: 'ok', attempt: 3 });
    await insertDelivery(team, { ...ended, status: 'gave_up', attempt: 8 });
  }
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  await owner.open('/overview');
  const bars = page.locator('[data-lane="deliveries"] g');
  const boxOf = async (mark: string) => {
    const box = await bars.locator(`rect.${mark}`).first().boundingBox();
    if (!box) throw new Error(`Nothing is ${mark}`);
    return box;
  };
  const [ok, failed, retries] = [
    await boxOf('fill-works'),
    await boxOf('fill-failed'),
    await boxOf('fill-needs'),
  ];
  expect(failed.y).toBeGreaterThanOrEqual(ok.y + ok.height - 1);
  expect(retries.y).toBeGreaterThanOrEqual(failed.y + failed.height - 1);
  // There were 36 retries, but no more are drawn than there were deliveries.
  expect(failed.height).toBeGreaterThan(10);
  expect(retries.height / failed.height).toBeCloseTo(2, 0);
  const head = page.locator('[data-lane-head="deliveries"]');
  expect(await head.innerText()).toMatch(/Deliveries\s+8\s+4 given up\s+36 retries$/);
  const only = page.getByRole('button', { name: 'Retries', exact: true });
  await only.click();
  expect(await bars.locator('rect:not(.fill-needs)').count()).toBe(0);
  expect(await bars.locator('rect.fill-needs').count()).toBeGreaterThan(0);
  await only.click();
  const others = page.getByRole('button', { name: 'Refused, Given up', exact: true });
  await others.click();
  expect(await bars.locator('rect.fill-needs').count()).toBe(0);
  expect(await bars.locator('rect.fill-failed').count()).toBeGreaterThan(0);
  owner.requireClean();
});

test('each lane has the value of its highest bar, beside the end of the bar, and the colour of events is explained', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const endpoint_id = await insertEndpoint(team);
  const hoursAgo = (hours: number) => new Date(api.clock.now().getTime() - hours * HOUR_MS);
  for (const [hours, count] of [
    [2, 7],
    [6, 3],
    [10, 1],
  ] as const) {
    for (let n = 0; n < count; n += 1) {
      const at = hoursAgo(hours);
      const ended = { endpoint_id, created_at: at, ended_at: at };
      await insertDelivery(team, { ...ended, status: n < 5 ? 'ok' : 'gave_up' });
    }
  }
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  for (const size of [wide, narrow]) {
    await owner.resize(size);
    await owner.open('/overview');
    for (const [lane, mark, highest] of [
      ['events', 'fill-bars', '7'],
      ['deliveries', 'fill-works', '5'],
    ] as const) {
      const value = page.locator(`[data-lane="${lane}"] [data-highest="up"]`);
      expect(await value.innerText()).toBe(highest);
      const tops = await page
        .locator(`[data-lane="${lane}"] rect.${mark}`)
        .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().top));
      const box = await value.boundingBox();
      const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      expect(Math.abs(middle - Math.min(...tops))).toBeLessThanOrEqual(1.5);
      const name = page.locator(`[data-lane-head="${lane}"] .truncate`);
      const range = await name.evaluate((text) => {
        const whole = document.createRange();
        whole.selectNodeContents(text);
        return whole.getBoundingClientRect().right;
      });
      expect(box?.x).toBeGreaterThan(range);
    }
    // Two deliveries of one time were given up.
    const below = page.locator('[data-lane="deliveries"] [data-highest="down"]');
    expect(await below.innerText()).toBe('2');
    // Nothing was requested, so this lane has no bar.
    expect(await page.locator('[data-lane="requests"] [data-highest]').count()).toBe(0);
  }
  const colour = (of: string, property: 'fill' | 'backgroundColor') =>
    page
      .locator(of)
      .first()
      .evaluate((part, name) => getComputedStyle(part)[name], property);
  const bar = await colour('[data-lane="events"] rect.fill-bars', 'fill');
  expect(await colour('[data-lane-head="events"] [aria-hidden]', 'backgroundColor')).toBe(bar);
  owner.requireClean();
});
