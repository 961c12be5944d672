import { beforeAll, describe, expect, test } from 'vitest';
import { filterBy, filterChip } from '../browser/harness/filter.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
/** A key, and the one that replaces it. Both have the same name. */
let pair: { old: string; next: string };

beforeAll(async () => {
  const { api } = app();
  // The page counts days by the browser's clock, so the API's clock must show the same time.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  const session = await makeSession(team, team.owner);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session, language: 'en' });
  const old = await team.createKey({});
  const next = await team.rotateKey(old.key_id, '1h');
  pair = { old: old.key_id, next: next.key_id };
  const sent = [
    ...[old.key, next.key, next.key, team.key].map((key) => ['/nowhere', key] as const),
    ...[team.key, team.key].map((key) => ['/me', key] as const),
  ];
  const answers: ApiResponse[] = [];
  for (const [path, key] of sent) answers.push(await api.request('GET', path, { key }));
  await written(answers);
});

async function written(answers: ApiResponse[]): Promise<void> {
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where request_id = any ($1)';
    return (await app().api.sql.query(sql, [ids])).rowCount === ids.length;
  });
}

/** The beginning of a key, which people know from the list of keys. */
async function prefixOf(id: string): Promise<string> {
  const { rows } = await app().api.sql.query('select prefix from api_key where id = $1', [id]);
  return `${rows[0].prefix}…`;
}

const nameOf = async (id: string): Promise<string> =>
  (await app().api.sql.query('select name from api_key where id = $1', [id])).rows[0].name;

test('an error names the key that has it most often and how many others have it, on a telephone too', async () => {
  const { page } = owner;
  await owner.open('/request-log?view=errors');
  const row = page.getByRole('row').filter({ hasText: 'no such path' });
  for (const size of [wide, narrow]) {
    await owner.resize(size);
    await row.getByText(await prefixOf(pair.next)).waitFor();
    expect(await row.innerText()).toMatch(new RegExp(`${await nameOf(pair.next)}\\s*\\+2`));
    expect(await row.innerText()).not.toContain(await prefixOf(pair.old));
    expect(await owner.violations()).toEqual([]);
    expect(await owner.scrollsSideways()).toBe(false);
  }
  await owner.resize(wide);
});

describe('the usage by program', () => {
  const rowOf = (word: string) => owner.page.getByRole('row').filter({ hasText: word });

  test('has a key and the one that replaces it in one row, with how both begin, and leads to the requests of both', async () => {
    const { page } = owner;
    await owner.open('/request-log?view=usage');
    await filterBy(page, 'since:7 days');
    await page.waitForURL(/period=7d/);
    const row = rowOf(await prefixOf(pair.next));
    expect(await row.innerText()).toContain(await prefixOf(pair.old));
    await row.getByText('Active').waitFor();
    const counted = Number(await row.getByRole('cell').nth(2).innerText());
    await owner.resize(narrow);
    expect(await owner.violations()).toEqual([]);
    expect(await owner.scrollsSideways()).toBe(false);
    await owner.resize(wide);
    await row.getByRole('link').click();
    await page.waitForURL(new RegExp(`key_id=${pair.next}(&|$)`));
    await filterChip(page, 'and replaced').waitFor();
    const { searchParams } = new URL(page.url());
    const first = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    expect(searchParams.get('since')).toBe(`${first}T00:00:00Z`);
    expect(searchParams.get('view')).toBeNull();
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(counted);
    expect(counted).toBe(3);
  });

  test('is sorted by each number, so that the first click says which program fails most', async () => {
    const { page } = owner;
    await owner.open('/request-log?view=usage');
    const failed = page.getByRole('columnheader', { name: 'Unsuccessful' });
    await failed.getByRole('button').click();
    await page.waitForURL(/sort=-failed/);
    expect(await failed.getAttribute('aria-sort')).toBe('descending');
    const [, ...rows] = await page
      .getByRole('table', { name: 'By program' })
      .getByRole('row')
      .all();
    const numbers = await Promise.all(
      rows.map(async (row) => Number(await row.getByRole('cell').nth(3).innerText())),
    );
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(numbers[0]).toBeGreaterThan(0);
  });

  test('is saved with its order, which goes with its tab', async () => {
    const { page } = owner;
    await owner.open('/request-log?view=usage&period=7d&sort=-failed');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Worst first');
    await page.keyboard.press('Enter');
    const view = page.getByRole('navigation').getByRole('link', { name: 'Worst first' });
    await expect.poll(() => view.getAttribute('aria-current')).toBe('page');
    await owner.open('/overview');
    await view.click();
    await page.waitForURL(/sort=-failed/);
    await rowOf(await prefixOf(pair.next))
      .getByRole('link')
      .click();
    await page.waitForURL(/key_id=/);
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
    await owner.open('/request-log?view=usage&sort=-failed');
    await page.getByRole('tab', { name: 'Requests' }).click();
    await page.waitForURL(/request-log$/);
  });

  test('leads from ninety days to the requests that the log still has, and says so', async () => {
    const { page } = owner;
    await owner.open('/request-log?view=usage&days=90');
    await page.getByText('kept for the last 30 days only').waitFor();
    await rowOf(await prefixOf(pair.old))
      .getByRole('link')
      .click();
    await page.waitForURL(new RegExp(`key_id=${pair.next}`));
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(3);
  });
});

test('the pane of a key says how its requests ended, and leads to them and to those with the replaced keys', async () => {
  const { page } = owner;
  await owner.open(`/api-keys?key=${pair.next}`);
  await page.getByText('2 requests in 30 days', { exact: true }).waitFor();
  // The list behind the link below has those of the replaced key too.
  const alone = page.getByText('This key counts alone here');
  await alone.waitFor();
  await page.getByRole('link', { name: 'Requests with this key and those it replaced' }).click();
  await page.waitForURL(new RegExp(`/request-log\\?key_id=${pair.next}`));
  await owner.settled();
  expect(await page.locator('[data-row]').count()).toBe(3);
  await owner.open(`/api-keys?key=${pair.old}`);
  await page.getByRole('link', { name: 'Requests with this key', exact: true }).waitFor();
  expect(await alone.count()).toBe(0);
  await page.getByRole('link', { name: 'Requests with this key', exact: true }).click();
  await page.waitForURL(new RegExp(`/request-log\\?key_id=${pair.old}`));
  await owner.settled();
  expect(await page.locator('[data-row]').count()).toBe(1);
});

test('seven days, chosen in any tab, stay chosen in the others, and so does another choice', async () => {
  const { page } = owner;
  const tab = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    await owner.settled();
  };
  await owner.open('/request-log');
  await filterBy(page, 'since:7 days');
  const chip = filterChip(page, '7 days');
  for (const name of ['Usage', 'Errors', 'Usage', 'Requests']) {
    await tab(name);
    await chip.waitFor();
  }
  await tab('Usage');
  await filterBy(page, 'since:90 days');
  await tab('Requests');
  expect(await page.locator('search').getByRole('listitem').count()).toBe(0);
  await tab('Usage');
  await filterChip(page, '90 days').waitFor();
  await filterBy(page, 'since:7 days');
  await tab('Errors');
  await chip.waitFor();
});

test('a request over a limit is told at each width, and has the same mark in its row as in the legend above', async () => {
  const { api } = app();
  const fast = await makeTeam(api, { rateLimit: 1 });
  const session = await makeSession(fast, fast.owner);
  const answers = [await fast.request('GET', '/me'), await fast.request('GET', '/me')];
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  await written(answers);
  const visitor = await app().visit({ session, language: 'de' });
  const { page } = visitor;
  await visitor.open('/request-log?view=usage');
  // Which program is too fast is seen on a telephone, too, and at each width that has no room for the column.
  const table = page.getByRole('table', { name: 'Nach Programm' });
  const shown: string[] = [];
  for (const width of [390, 700, 800, 900, 1000, 1050, 1100, 1440]) {
    await visitor.resize({ width, height: 800 });
    await visitor.settled();
    const columns = table.getByRole('columnheader');
    const hasLimits = (await columns.filter({ hasText: 'Limit erreicht' }).count()) > 0;
    shown.push(`${await columns.count()}`);
    await expect
      .poll(() => table.getByText('Limit erreicht: 1').count(), { message: `${width}` })
      .toBe(hasLimits ? 0 : 1);
  }
  // All columns, all but the limits, and fewer.
  expect(shown).toEqual(expect.arrayContaining(['7', '6']));
  await visitor.resize(wide);
  await visitor.open('/request-log');
  const marks = async (word: string, status: string) => [
    page.getByRole('button', { name: word }).locator('[aria-hidden]').first(),
    page.getByRole('row').filter({ hasText: status }).locator('[aria-hidden]').first(),
  ];
  for (const [word, status] of [
    ['Limit erreicht', '429'],
    ['Erfolgreich', '200'],
  ] as const) {
    const [legend, row] = await Promise.all(
      (await marks(word, status)).map((mark) =>
        mark.evaluate((one) => {
          const { backgroundImage, fill, width, height } = getComputedStyle(one);
          return [one.tagName, one.innerHTML, backgroundImage, fill, width, height];
        }),
      ),
    );
    expect([word, row]).toEqual([word, legend]);
  }
});
