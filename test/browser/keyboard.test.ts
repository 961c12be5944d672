import { beforeAll, expect, test } from 'vitest';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let keyId: string;
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
  keyId = team.keyId;
  await makePerson(team, { role: 'admin' });
  await makePerson(team);
  visitor = await app().visit({ session: await makeSession(team, team.owner), width: 390 });
});

const focused = () =>
  visitor.page.evaluate(() =>
    [...document.querySelectorAll('[data-row]')].indexOf(document.activeElement as Element),
  );

test('keys alone go through the members and open one, and a step back leads to the list', async () => {
  const { page } = visitor;
  await visitor.open('/members');
  // Thirty tabs from the beginning of the page are enough. A focus trap would never reach the rows.
  for (let tabs = 0; tabs < 30 && (await focused()) < 0; tabs += 1)
    await page.keyboard.press('Tab');
  const places: number[] = [await focused()];
  for (const key of ['j', 'ArrowDown', 'k', 'ArrowUp', 'j']) {
    await page.keyboard.press(key);
    places.push(await focused());
  }
  expect(places).toEqual([0, 1, 2, 1, 0, 1]);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe(-1);
  await page.keyboard.press('j');
  expect(await focused()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Zugang' }).waitFor();
  await page.goBack();
  await page.locator('[data-row]').first().waitFor();
});

test('in a drawer j and k open the next and the previous row, and leave the focus there', async () => {
  const { page } = visitor;
  for (let n = 0; n < 3; n += 1) await insertAssignment(team, { member_id: team.owner.memberId });
  await visitor.open('/assignments');
  await page.locator('[data-row]').first().waitFor();
  const ids = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));
  const isOpen = (id = '') => page.waitForURL((url) => url.searchParams.get('assignment') === id);
  // Nothing has the focus yet, so j goes to the first row.
  await page.keyboard.press('j');
  expect(await focused()).toBe(0);
  await page.keyboard.press('Enter');
  await isOpen(ids[0]);
  for (const [key, id] of [
    ['j', ids[1]],
    ['j', ids[2]],
    ['j', ids[2]],
    ['k', ids[1]],
  ] as const) {
    await page.keyboard.press(key);
    await isOpen(id);
    await page
      .getByRole('dialog')
      .getByText(id ?? '')
      .waitFor();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused()).toBe(1);
});

test('/ goes to the search, ? shows all keys, and both can be turned off', async () => {
  const { page } = visitor;
  await visitor.open('/members');
  const search = page.getByRole('combobox', { name: 'Name oder E-Mail suchen' });
  await page.keyboard.press('/');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  // In a field, these keys are letters.
  await page.keyboard.type('?/');
  expect(await search.inputValue()).toBe('?/');
  await search.fill('');
  await search.blur();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await sheet.getByText('Nächsten Eintrag der Liste öffnen').waitFor();
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
  await sheet.getByRole('switch', { name: 'Kürzel aus einem einzelnen Zeichen' }).uncheck();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  for (const key of ['?', '/', 'j']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await focused()).toBe(-1);
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
  // The palette opens the list of keys without a shortcut. On a page without a list, / opens the palette.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Tastenk');
  await page.keyboard.press('Enter');
  await sheet.getByRole('switch').check();
  await page.keyboard.press('Escape');
  await visitor.open('/profile');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Befehle' }).waitFor();
});

test('dialogs fit into 390 pixels', async () => {
  const { page } = visitor;
  for (const path of ['/members?invite=1', '/api-keys?new=1', `/api-keys?key=${keyId}`]) {
    await visitor.open(path);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await visitor.scrollsSideways(), path).toBe(false);
    const wide = await dialog.evaluate((node) =>
      [node, ...node.querySelectorAll('div, form, footer')].some(
        (part) =>
          part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'hidden',
      ),
    );
    expect(wide, path).toBe(false);
    expect(await visitor.violations(), path).toEqual([]);
  }
});

test('the first Tab reaches the link that skips the navigation, wherever the open page is in the navigation', async () => {
  const { page } = visitor;
  await visitor.resize({ width: 1280, height: 500 });
  // The code of one of the pages comes so late that the frame of the waiting page is seen first.
  await page.route('**/assets/audit-log-page-*.js', async (route) => {
    await page.locator('#content [aria-busy="true"]').waitFor();
    await route.continue();
  });
  for (const path of ['/audit-log', '/request-log?view=usage']) {
    await visitor.open(path);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
      '#content',
    );
    // The entry of the page is seen, although the window has no room for all entries.
    const entry = page.getByRole('navigation').first().locator('[aria-current="page"]');
    const [box, nav] = [
      await entry.boundingBox(),
      await page.getByRole('navigation').first().boundingBox(),
    ];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      (nav?.y ?? 0) + (nav?.height ?? 0),
    );
  }
});

test('a group of the navigation folds to the open page, and stays so', async () => {
  const { page } = visitor;
  await visitor.resize({ width: 1440, height: 900 });
  await visitor.open('/api-keys');
  const navigation = page.getByRole('navigation');
  const group = navigation.getByRole('button', { name: 'Schnittstellen' });
  const section = navigation.locator('section').filter({ hasText: 'Schnittstellen' });
  const links = section.getByRole('link');
  expect(await links.count()).toBeGreaterThan(3);
  await group.press('Enter');
  expect(await group.getAttribute('aria-expanded')).toBe('false');
  expect(await links.allInnerTexts()).toEqual(['API-Schlüssel']);
  expect(await visitor.violations()).toEqual([]);
  await visitor.open('/members');
  expect(await links.count()).toBe(0);
  await group.press('Enter');
  expect(await links.count()).toBeGreaterThan(3);
});

test('the row with the focus has the ring, and a drawer begins at its heading', async () => {
  const { page } = visitor;
  await visitor.resize({ width: 1152, height: 900 });
  await visitor.open('/api-keys');
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('j');
  const ring = page.locator('tr').filter({ has: page.locator('[data-row]:focus-visible') });
  expect(await ring.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
});
