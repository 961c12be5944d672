import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { until } from '../harness/until.ts';
import { makeGlobalCatalog } from '../harness/world.ts';
import { filterBy } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let training: string;

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  await makeGlobalCatalog(api);
  team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  training = await addTraining(team, team.owner, { evaluation: { closing: 62 } });
  await addTraining(team, team.owner);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

const heightsOf = async (chart: Locator, mark: string): Promise<number[]> => {
  const bars = await chart.locator(`g rect.${mark}`).all();
  // What is drawn, whatever the chart scales.
  return Promise.all(bars.map((bar) => bar.evaluate((one) => one.getBoundingClientRect().height)));
};

test('what failed is drawn on the scale of what went well, and a single failure is still seen', async () => {
  const endpoint_id = await insertEndpoint(team);
  const now = app().api.clock.now();
  const add = async (hours: number, good: number, bad: number) => {
    const at = new Date(now.getTime() - hours * HOUR_MS);
    const row = { endpoint_id, created_at: at, ended_at: at };
    for (let n = 0; n < good; n += 1) await insertDelivery(team, { ...row, status: 'ok' });
    for (let n = 0; n < bad; n += 1) await insertDelivery(team, { ...row, status: 'gave_up' });
  };
  await add(3, 51, 0);
  await add(9, 0, 17);
  await add(15, 0, 1);
  await owner.open('/overview');
  const lane = owner.page.locator('[data-lane="deliveries"]');
  const good = Math.max(...(await heightsOf(lane, 'fill-works')));
  const bad = (await heightsOf(lane, 'fill-failed')).sort((a, b) => a - b);
  expect(bad).toHaveLength(2);
  expect(good / (bad[1] ?? 0)).toBeCloseTo(51 / 17, 0);
  expect(bad[0]).toBeGreaterThanOrEqual(2);
});

test('the chart above the requests has one scale for both of its sides', async () => {
  for (let n = 0; n < 12; n += 1) await team.request('GET', '/me');
  for (let n = 0; n < 3; n += 1) await team.request('GET', '/trainings?limit=x');
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where tenant_id = $1';
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 15;
  });
  await owner.open('/request-log');
  const chart = owner.page.getByRole('slider', { name: 'Requests in the period' });
  await chart.waitFor();
  const sumOf = async (mark: string) =>
    (await heightsOf(chart, mark)).reduce((sum, height) => sum + height, 0);
  expect((await sumOf('fill-works')) / (await sumOf('fill-failed'))).toBeCloseTo(4, 0);
});

test('figures are as wide as each other, so that 7.1 never looks like 71', async () => {
  for (const path of ['/overview', '/analytics', '/trainings', `/trainings/${training}`, '/ui']) {
    await owner.open(path);
    const others = await owner.page.locator('body *').evaluateAll((all) =>
      all.flatMap((one) => {
        const own = [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const text = own.map(({ textContent }) => textContent).join('');
        const { fontVariantNumeric, fontFamily } = getComputedStyle(one);
        const isPlain = fontVariantNumeric !== 'tabular-nums' && !fontFamily.includes('Mono');
        return /\d/.test(text) && isPlain ? [text] : [];
      }),
    );
    expect([path, others]).toEqual([path, []]);
  }
  const widthOf = (text: string) =>
    owner.page.evaluate((shown) => {
      const span = document.createElement('span');
      span.textContent = shown;
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    }, text);
  expect(await widthOf('7.1')).toBeGreaterThan((await widthOf('71')) + 1);
  expect(await widthOf('11.1')).toBeCloseTo(await widthOf('88.8'), 0);
});

test('a training that waits for its score is not green, says so, and its filter is still "completed"', async () => {
  await owner.open('/trainings');
  const row = (word: string) => owner.page.getByRole('row').getByText(word, { exact: true });
  const toneOf = (word: string) =>
    row(word).locator('..').locator('[data-tone]').getAttribute('data-tone');
  expect(await toneOf('Waiting for its score')).toBe('runs');
  expect(await toneOf('Scored')).toBe('works');
  await filterBy(owner.page, 'status:Completed');
  await owner.page.waitForURL(/status=completed/);
  await owner.settled();
  expect(await owner.page.locator('[data-row]').count()).toBe(1);
});
