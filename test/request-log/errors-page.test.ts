import { beforeAll, expect, test } from 'vitest';
import { requestLogTexts } from '../../src/app/pages/request-log/texts.ts';
import { ROW_HEIGHT } from '../../src/app/ui/visible-rows.ts';
import { filterChip } from '../browser/harness/filter.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
  team = await makeTeam(app().api, { rateLimit: 10_000 });
  const session = await makeSession(team, team.owner);
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  owner = await app().visit({ session, language: 'en' });
});

/** Sends a request, and waits until the log has its line. */
async function logged(path: string, key = team.key): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await app().api.request('GET', path, { headers });
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
}

test('errors are grouped by code, route and reason, and link to exactly as many requests', async () => {
  const { key, key_id } = await team.createKey({});
  await team.revokeKey(key_id);
  await logged('/users', key);
  await logged('/users', team.key.slice(0, -1));
  await logged('/users', team.key.slice(0, -2));
  const { page } = owner;
  // Filters of the list do not narrow this number.
  await owner.open('/request-log?view=errors&status=5xx');
  const groups = page.getByRole('row').filter({ hasText: 'unauthorized' });
  const group = groups.filter({ hasText: 'the rest is wrong' });
  const counted = Number.parseInt(await group.getByRole('cell').nth(3).innerText(), 10);
  expect(counted).toBeGreaterThanOrEqual(2);
  await group.getByRole('link').first().click();
  await page.waitForURL(/reason=wrong_secret/);
  await owner.settled();
  expect(await page.getByRole('row').count()).toBe(counted + 1);
  // The code and the reason tell the group apart. Its requests have a path, though none was looked for.
  await expect
    .poll(() => page.locator('search').getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Reason:\s*The beginning of the key is known, the rest is wrong\.$/),
      expect.stringMatching(/^Error code:\s*unauthorized$/),
    ]);
  expect(await owner.violations()).toEqual([]);
});

// English comes last, because the other tests read it.
test.each(['de', 'en'] as const)(
  'the longest reason of an error is read whole, and no row is higher than those of other lists, in %s',
  async (language) => {
    await logged('/users', team.key.slice(0, -1));
    await app().api.sql.query('update person set lang = $2 where id = $1', [
      team.owner.userId,
      language,
    ]);
    const session = await makeSession(team, team.owner);
    const visitor = await app().visit({ session, language });
    const { page } = visitor;
    const { wrong_secret: reason } = requestLogTexts[language].reasons;
    await visitor.open('/request-log?view=errors');
    for (const width of [1440, 1280, 1152, 1024, 768]) {
      await visitor.resize({ width, height: 900 });
      const line = page.getByRole('row').getByText(reason);
      const isWhole = () => line.evaluate((text) => text.scrollWidth <= text.clientWidth);
      const highest = () =>
        page
          .locator('tbody tr')
          .evaluateAll((rows) => Math.max(...rows.map((row) => row.clientHeight)));
      // A table takes its new width some frames after the window does.
      const look = async () => ({ width, isWhole: await isWhole(), highest: await highest() });
      await expect.poll(look).toEqual({ width, isWhole: true, highest: ROW_HEIGHT });
    }
  },
);

test('an error of a field leads to the requests of its route and its field', async () => {
  for (const query of ['limit=x', 'limit=y', 'cursor=x']) await logged(`/trainings?${query}`);
  const { page } = owner;
  await owner.open('/request-log?view=errors');
  const group = page
    .getByRole('row')
    .filter({ hasText: '/trainings' })
    .filter({ hasText: 'limit' });
  await group.getByRole('link').first().click();
  await page.waitForURL(/field=/);
  await owner.settled();
  expect(await page.locator('[data-row]').count()).toBe(2);
  for (const chip of [
    'Error code:validation_error',
    'Method:GET',
    'Path:/trainings',
    'Field:limit',
  ]) {
    await filterChip(page, chip).waitFor();
  }
});

test('an error without a route names its path', async () => {
  await logged('/nowhere');
  await owner.open('/request-log?view=errors');
  const group = owner.page.getByRole('row').filter({ hasText: 'no such path' });
  expect((await group.innerText()).replaceAll(/\s+/g, ' ')).toContain('GET /nowhere');
});

test('each error has its course over the period, also in words and on a telephone', async () => {
  await logged('/nobody');
  const { page } = owner;
  const row = page.getByRole('row').filter({ hasText: 'no such path' });
  for (const size of [wide, narrow]) {
    await owner.resize(size);
    await owner.open('/request-log?view=errors&period=24h');
    const course = row.getByTitle(/^\d+ since \d\d:\d\d, most from \d\d:\d\d on: \d+$/);
    const bars = course.locator('svg rect');
    await expect.poll(() => bars.count()).toBe(24);
    // The bars are as wide as their cell lets them, and not cut off.
    const cell = course.locator('xpath=ancestor::td');
    const [outer, inner] = [await cell.boundingBox(), await course.locator('svg').boundingBox()];
    expect(inner?.width).toBeGreaterThan(50);
    expect(inner?.width).toBeLessThan(outer?.width ?? 0);
    // The errors came just now: the last bar is the highest.
    const heights = await bars.evaluateAll((all) =>
      all.map((bar) => Number(bar.getAttribute('height'))),
    );
    expect(heights.at(-1)).toBe(20);
    expect(heights.slice(0, -1)).toEqual(Array(23).fill(1));
    expect(await course.locator('.hidden-text').textContent()).toBe(
      await course.getAttribute('title'),
    );
    expect(await owner.violations()).toEqual([]);
    expect(await owner.scrollsSideways()).toBe(false);
  }
});

test('the titles of an error order the errors by how many and by when', async () => {
  const { page } = owner;
  await owner.resize({ width: 1440, height: 900 });
  await owner.open('/request-log?view=errors&period=24h');
  const head = (name: string) => page.getByRole('columnheader', { name });
  expect(await head('Count').getAttribute('aria-sort')).toBe('descending');
  await head('Last').getByRole('button').click();
  await page.waitForURL(/sort=-last/);
  expect(await head('Last').getAttribute('aria-sort')).toBe('descending');
  await head('Count').getByRole('button').click();
  await page.waitForURL(/sort=-count/);
  await owner.resize(wide);
});
