import { expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();

test('on a small laptop the path has room, and the code of a refusal stands beside it', async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const answer = await team.request('GET', '/evaluations?limit=x');
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [answer.headers['x-request-id']])).rowCount === 1;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  const row = page.getByRole('row').filter({ hasText: '/evaluations' }).first();
  const column = page.getByRole('columnheader', { name: 'Error code' });
  for (const [width, columns] of [
    [1152, 0],
    [390, 0],
    [1440, 1],
  ] as const) {
    await owner.resize({ width, height: 800 });
    await owner.open('/request-log');
    await expect.poll(() => column.count()).toBe(columns);
    const request = row.getByRole('cell').first();
    if (width > 390) expect((await request.boundingBox())?.width).toBeGreaterThanOrEqual(312);
    expect(await row.getByText('validation_error').count()).toBe(1);
    expect(await request.getByText('validation_error').count()).toBe(1 - columns);
    const path = request.getByText('/evaluations', { exact: true });
    expect(await path.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    // The path stands directly beside the method, and the program after it.
    const [method, name] = [
      request.getByText('GET', { exact: true }),
      request.getByText('Key under test'),
    ];
    expect((await method.boundingBox())?.y).toBe((await path.boundingBox())?.y);
    if ((await name.count()) > 0) {
      expect((await name.boundingBox())?.y).toBeGreaterThan((await path.boundingBox())?.y ?? 0);
    }
    expect(await name.count()).toBe(width === 390 ? 1 : 0);
  }
  owner.requireClean();
});

test('on a laptop and on a large screen, the duration stands beside the path, and the free room at the end', async () => {
  const team = await makeTeam(app().api);
  await insert(team, [
    { at: Date.now(), count: 3 },
    { at: Date.now() - 60_000, status: 422 },
  ]);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  for (const width of [1280, 1440, 1920]) {
    await owner.resize({ width, height: 900 });
    await owner.open('/request-log');
    const titles = owner.page.getByRole('columnheader');
    const last = titles.filter({ hasText: 'Error code' });
    await last.waitFor();
    const places = await titles.evaluateAll((all) =>
      all.map((title) => {
        const { left, right } = title.getBoundingClientRect();
        return { name: title.textContent, left, width: right - left };
      }),
    );
    const names = places.map(({ name }) => name);
    expect(names).toEqual(['Request', 'Duration', 'Time', 'Key', 'Error code']);
    const [request, duration] = places;
    expect(request?.width).toBeGreaterThanOrEqual(312);
    // A path with a long end fits: more room would part it from its numbers.
    expect((duration?.left ?? 0) - (request?.left ?? 0)).toBeLessThanOrEqual(384);
    const code = owner.page.getByText('validation_error', { exact: true });
    expect(await code.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
  owner.requireClean();
});

test('a long id in a path lacks its middle, so that the end of the path can be read', async () => {
  const team = await makeTeam(app().api);
  const id = `trn_${'0'.repeat(22)}7zbx`;
  const answer = await team.request('GET', `/trainings/${id}/evaluation`);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [answer.headers['x-request-id']])).rowCount === 1;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  await owner.resize({ width: 1440, height: 900 });
  await owner.open('/request-log');
  const path = owner.page.getByText('/trainings/trn_…7zbx/evaluation', { exact: true });
  expect(await path.getAttribute('title')).toBe(`/trainings/${id}/evaluation`);
  expect(await path.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test('above the list, the chart has two values beside it, and neither is covered by the filters', async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const answers = await Promise.all([1, 2, 3, 4].map(() => team.request('GET', '/me')));
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where request_id = any ($1)';
    return (await app().api.sql.query(sql, [ids])).rowCount === ids.length;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  await owner.open('/request-log');
  const values = page.locator('figure ul').first().getByRole('listitem', { includeHidden: true });
  expect(await values.allInnerTexts()).toEqual(['0', '4']);
  // Nothing was refused, so a visible title would stand above an empty column.
  const title = page.getByRole('columnheader', { name: 'Error code' }).locator('span');
  expect((await title.boundingBox())?.width).toBeLessThanOrEqual(1);
  // The filters above stay in sight and would cover it.
  const filters = await page.getByRole('search').boundingBox();
  const top = await values.last().boundingBox();
  expect(top?.y).toBeGreaterThanOrEqual((filters?.y ?? 0) + (filters?.height ?? 0));
  owner.requireClean();
});

type Line = { at: number; status?: number; count?: number };

/** Lines of the log: requests that ended with this status, a second apart. */
async function insert(team: TestTeam, lines: readonly Line[]): Promise<void> {
  for (const { at, status = 200, count = 1 } of lines) {
    await app().api.sql.query(
      insertLines(`select $2::timestamptz - n * interval '1 second' as created_at,
         uuidv7($2::timestamptz - now() - n * interval '1 second') as request_id,
         $3::text as key_id, 'GET' as method, '/users' as route, null as path,
         $4::integer as status, case when $4 > 399 then 'validation_error' end as code,
         null::jsonb as why, n as ms, null as ip
       from generate_series(1, $5::integer) n`),
      [team.tenantId, new Date(at), team.keyId, status, count],
    );
  }
}

/** A team in a zone with a day that is not that of the tests, and its owner. The browser tells what today is. */
async function inTokyo() {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  await api.sql.query(`update tenant set time_zone = 'Asia/Tokyo' where id = $1`, [team.tenantId]);
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  return { team, owner, page: owner.page };
}

const TOKYO_MS = 9 * HOUR_MS;

test('above the list, what failed stands below the line, and a single failure among hundreds is seen', async () => {
  const { team, owner, page } = await inTokyo();
  const now = Date.now();
  await insert(team, [
    { at: now - 3 * HOUR_MS, count: 400 },
    { at: now - 6 * HOUR_MS, count: 300 },
    { at: now - 6 * HOUR_MS, status: 422 },
    { at: now - 9 * HOUR_MS, status: 503 },
  ]);
  await owner.open('/request-log?period=24h');
  const boxesOf = async (mark: string) => {
    const all = await page.locator(`figure rect.${mark}`).all();
    expect(all.length).toBeGreaterThan(0);
    return Promise.all(all.map(async (bar) => (await bar.boundingBox()) ?? { y: 0, height: 0 }));
  };
  const line = Math.max(...(await boxesOf('fill-works')).map(({ y, height }) => y + height));
  for (const mark of ['fill-failed', 'fill-server']) {
    for (const { y, height } of await boxesOf(mark)) {
      expect(y).toBeGreaterThanOrEqual(line - 0.5);
      expect(height).toBeGreaterThanOrEqual(1.5);
    }
  }
  const chart = page.getByRole('slider', { name: 'Requests in the period' });
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  const tip = await page.locator('[data-tip]').innerText();
  expect(tip.replaceAll(/\s+/g, ' ')).toMatch(/Successful 700 .*Refused 1 .*Our error 1 Total 702/);
  owner.requireClean();
});

test('above the list, failures have the scale of what went well', async () => {
  const { team, owner, page } = await inTokyo();
  // A bar has half an hour, and the requests of one time end shortly before the next bar.
  const bar = Math.floor(Date.now() / (HOUR_MS / 2)) * (HOUR_MS / 2);
  await insert(team, [
    { at: bar - 3 * HOUR_MS - 1, count: 400 },
    { at: bar - 6 * HOUR_MS - 1, status: 422, count: 100 },
    { at: bar - 9 * HOUR_MS - 1, status: 422, count: 200 },
  ]);
  await owner.open('/request-log?period=24h');
  const heightsOf = (mark: string) =>
    page
      .locator(`figure rect.${mark}`)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const [[good = 0], [most = 0, half = 0]] = [
    await heightsOf('fill-works'),
    await heightsOf('fill-failed'),
  ];
  expect(Math.abs(good / most - 2)).toBeLessThan(0.3);
  expect(Math.abs(most / half - 2)).toBeLessThan(0.3);
  owner.requireClean();
});

test("a heading says the day where the day changes in the team's zone, and each line the time alone", async () => {
  const { team, owner, page } = await inTokyo();
  const midnight = Math.floor((Date.now() + TOKYO_MS) / DAY_MS) * DAY_MS - TOKYO_MS;
  await insert(team, [
    { at: Date.now() },
    { at: midnight - 60_000, count: 2 },
    { at: midnight - 2 * DAY_MS },
  ]);
  await owner.open('/request-log');
  const rows = page.locator('table tbody tr');
  const texts = (await rows.allInnerTexts()).map(
    (text) => /\d\d:\d\d:\d\d/.exec(text)?.[0] ?? text.split(/\s+/).at(-1),
  );
  const before = new Date(midnight - 2 * DAY_MS - 1_000);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Tokyo' });
  const time = expect.stringMatching(/^\d\d:\d\d:\d\d$/);
  expect(texts).toEqual([
    time,
    'Yesterday',
    '23:58:59',
    '23:58:58',
    day.format(before).slice(-4),
    '23:59:59',
  ]);
  expect(await rows.nth(4).innerText()).toBe(day.format(before));
  const heading = page.getByRole('rowheader', { name: 'Yesterday' });
  expect(await heading.getAttribute('scope')).toBe('rowgroup');
  const places = await page
    .locator('tr[aria-rowindex]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))));
  expect(places).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('7');
  // The keyboard goes from line to line, as if there were no headings.
  await page.locator('[data-row]').first().focus();
  const place = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));
  for (const [key, at] of [
    ['j', '4'],
    ['ArrowDown', '5'],
    ['j', '7'],
    ['k', '5'],
    ['ArrowUp', '4'],
    ['k', '2'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await place()).toBe(at);
  }
  expect(await owner.violations()).toEqual([]);
  owner.requireClean();
});
