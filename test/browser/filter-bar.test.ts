import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import {
  insertAssignment,
  insertCase,
  insertDeal,
  insertDelivery,
  insertEndpoint,
  insertTraining,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { filterChip, filterField } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

beforeAll(async () => {
  // The page tells days by the browser's clock.
  app().api.clock.travel(Date.now() - app().api.clock.now().getTime());
  team = await makeTeam(app().api, { rateLimit: 10_000 });
  const { key, key_id } = await team.createKey({});
  await app().api.sql.query(`update api_key set name = 'Power BI' where id = $1`, [key_id]);
  // A list without any entry has no filters.
  await insertAssignment(team);
  await insertCase(team);
  await insertTraining(team);
  await insertDeal(team);
  await insertDelivery(team, { endpoint_id: await insertEndpoint(team) });
  const headers = { authorization: `Bearer ${key}` };
  await app().api.request('GET', '/me', { headers });
  await app().api.request('GET', '/users?limit=x', { headers });
  await team.request('GET', '/users?limit=x');
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where tenant_id = $1';
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 3;
  });
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = owner);
});

const rows = () => page.locator('[data-row]').count();
const chips = () => page.locator('search').getByRole('listitem').allInnerTexts();

test.each(['/request-log', '/deliveries', '/audit-log'])(
  'of %s, the filters are one line of a window of 1440 pixels, and the list begins at 330 pixels',
  async (path) => {
    await owner.resize(wide);
    await owner.open(path);
    const bar = page.locator('search').locator('> div').first();
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(36);
    const list = page.locator('[data-row]').first();
    if ((await list.count()) > 0) expect((await list.boundingBox())?.y).toBeLessThanOrEqual(330);
  },
);

describe('with keys alone', () => {
  test('F shows the filters, a filter its values with counts, and Backspace removes the last one', async () => {
    await owner.open('/request-log');
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'Status' }).waitFor();
    expect(await owner.violations()).toEqual([]);
    // In the field, the same key is a letter.
    await page.keyboard.type('stat');
    await page.keyboard.press('Enter');
    const refused = page.getByRole('option', { name: /\(4xx\)/ });
    expect((await refused.innerText()).trim()).toMatch(/2$/);
    await page.keyboard.type('4');
    const active = await filterField(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toMatch(/4xx/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/status=4xx/);
    await owner.settled();
    expect(await rows()).toBe(2);
    expect(await owner.violations()).toEqual([]);
    await page.keyboard.press('Backspace');
    await until('no filter', async () => new URL(page.url()).search === '');
  });

  test('a typed filter needs no list, Escape closes it, and Tab reaches the button that removes a chip', async () => {
    await owner.open('/request-log');
    await page.keyboard.press('/');
    await page.keyboard.type('method:GET status:4xx ');
    await page.waitForURL(/method=GET.*status=4xx|status=4xx.*method=GET/);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await until('one filter', async () => (await chips()).length === 1);
    expect(await filterField(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
  });
});

test('the word that most people type finds the deliveries that were given up', async () => {
  await owner.open('/deliveries?type=member.joined');
  await page.keyboard.press('/');
  await page.keyboard.type('status:failed');
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=gave_up/);
});

test.each(['request-log', 'deliveries', 'members', 'assignments', 'crm/deals'])(
  'of %s, a status that does not exist is no filter, so no chip says that it is one',
  async (list) => {
    await owner.open(
      `/${list}?${list === 'crm/deals' ? 'outcome' : 'status'}=given_up&role=boss&type=x`,
    );
    await filterField(page).waitFor();
    await owner.settled();
    expect(await chips()).toEqual([]);
  },
);

test('a pasted text becomes chips, its key is found by name, and the copied chips are the same text', async () => {
  await owner.open('/request-log');
  await page.evaluate(() => navigator.clipboard.writeText('status:4xx key:"Power BI" since:24h'));
  await page.keyboard.press('f');
  await page.keyboard.press('Control+v');
  await page.waitForURL(/key_id=/);
  await owner.settled();
  expect(await chips()).toEqual([
    expect.stringMatching(/4xx/),
    expect.stringMatching(/Power BI/),
    expect.stringMatching(/24 hours/),
  ]);
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^status:4xx key:\S+ since:24h$/);
  const address = page.url();
  // The clock of the test server is not the one of the browser.
  await page.getByRole('button', { name: 'Remove filter: Period' }).click();
  await owner.settled();
  expect(await rows()).toBe(1);
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await until('no filter', async () => new URL(page.url()).search === '');
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await filterField(page).focus();
  await page.keyboard.press('Control+v');
  await until('the same filters', async () => page.url() === address);
});

test('a word without a filter finds codes, keys and paths, and a copied address its route', async () => {
  await owner.open('/request-log');
  const offered = () => page.getByRole('listbox').getByRole('option').allInnerTexts();
  const type = async (text: string) => {
    await filterField(page).fill(text);
    await page.getByRole('listbox').waitFor();
    return (await offered()).map((one) => one.replace(/\s+/g, ' ').trim());
  };
  expect(await type('validation')).toContain('Error code: validation_error 2');
  expect(await type('power')).toEqual([expect.stringMatching(/^Key: Power BI · \S+… 2$/)]);
  expect(await type('users')).toContain('Path: /users 2');
  expect(await type('422')).toEqual(['Status: 422 2']);
  expect(await type('https://api.example.com/api/public/v1/users?limit=x')).toEqual([
    'Path: /users 2',
  ]);
  await type('validation_error');
  await page.keyboard.press('Enter');
  await page.waitForURL(/code=validation_error/);
  await owner.settled();
  expect(await rows()).toBe(2);
});

describe('while the list offers something for a typed text, the text searches nothing', () => {
  const query = () => new URL(page.url()).search;
  const at = (name: string) => new RegExp(`aria-selected="true"[^>]*>.*${name}`, 's');
  const list = () => page.getByRole('listbox').evaluate((all) => all.innerHTML);

  test('Enter takes the first entry, and its value is a chip', async () => {
    await owner.open('/deliveries');
    await filterField(page).fill('give');
    await page.getByRole('option', { name: 'Status: Given up' }).waitFor();
    expect(await list()).toMatch(at('Given up'));
    await page.keyboard.press('Enter');
    await until('the filter alone', async () => query() === '?status=gave_up');
    expect(await chips()).toEqual([expect.stringMatching(/Given up/)]);
    expect(await filterField(page).inputValue()).toBe('');
  });

  test('Escape or the last entry searches for the text, and who leaves the field searches for nothing', async () => {
    await owner.open('/members');
    const before = await rows();
    const type = async () => {
      await filterField(page).fill('adm');
      await page.getByRole('option', { name: 'Role: Admin' }).waitFor();
    };
    await type();
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect([await filterField(page).inputValue(), query(), await rows()]).toEqual(['', '', before]);
    await type();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\?search=adm$/);
    await filterField(page).fill('');
    await until('no search', async () => query() === '');
    await type();
    await page.getByRole('option', { name: /^Search name or e-mail:\s*adm$/ }).click();
    await page.waitForURL(/\?search=adm$/);
    expect(await filterField(page).inputValue()).toBe('adm');
  });

  test('a text that no word begins with is searched at once', async () => {
    await owner.open('/members');
    // "er" is in Owner and in Member, and does not begin a word of them.
    await filterField(page).fill('er');
    await page.waitForURL(/\?search=er$/);
  });
});

test('every address of a list shows its filters as chips, those that a person has written too', async () => {
  await owner.open('/deliveries?status=delivered&answer=503');
  await until('both chips', async () => (await chips()).length === 2);
  expect(await chips()).toEqual([expect.stringMatching(/Delivered/), expect.stringMatching(/503/)]);
});

test('a status that is typed above the deliveries finds those that were answered so', async () => {
  await owner.open('/deliveries');
  await filterField(page).fill('422');
  await page.getByRole('option', { name: 'Response: 422' }).click();
  await until('the filter alone', async () => new URL(page.url()).search === '?answer=422');
  expect(await chips()).toEqual([expect.stringMatching(/422/)]);
  await filterField(page).fill('in time');
  await page.getByRole('option', { name: 'Response: No response in time' }).click();
  await page.waitForURL(/answer=timeout$/);
});

test('a click on a chip offers the other values, and the mark of a live list beats', async () => {
  await owner.open('/request-log?status=4xx&live=1');
  expect(await page.locator('.beat').count()).toBe(1);
  await filterChip(page, '4xx').getByRole('button').first().click();
  await page.getByRole('option', { name: /2xx/ }).click();
  await page.waitForURL(/status=2xx/);
});

test.each([
  'deliveries',
  'request-log',
  'members',
  'assignments',
  'cases',
  'trainings',
  'audit-log',
  'crm/deals',
])('on a telephone, in German, the hint in the empty filter of %s is not cut off', async (path) => {
  const session = await makeSession(team, team.owner);
  const telephone = await app().visit({ session, language: 'de', width: narrow.width });
  await app().api.sql.query(`update person set lang = 'de' where id = $1`, [team.owner.userId]);
  await telephone.resize(narrow);
  await telephone.open(`/${path}`);
  const room = await filterField(telephone.page).evaluate((field: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('No canvas');
    pen.font = getComputedStyle(field).font;
    return [field.placeholder, field.clientWidth - pen.measureText(field.placeholder).width];
  });
  expect(room).toEqual([expect.stringMatching(/:…$/), expect.toSatisfy((left) => left >= 0)]);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

test.each([
  ['de', 'light'],
  ['en', 'dark'],
] as const)('on a telephone, in %s and %s, the bar and its list fit', async (language, theme) => {
  const session = await makeSession(team, team.owner);
  const telephone = await app().visit({ session, language, theme, width: narrow.width });
  await telephone.resize(narrow);
  await telephone.open('/request-log?status=4xx&method=GET&period=24h');
  await filterField(telephone.page).click();
  await telephone.page.getByRole('listbox').waitFor();
  expect(await telephone.scrollsSideways()).toBe(false);
  expect(await telephone.violations()).toEqual([]);
  const first = telephone.page.getByRole('option').first();
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(32);
});
