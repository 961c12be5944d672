import { beforeAll, expect, test } from 'vitest';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let keyId: string;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  keyId = team.keyId;
  await makePerson(team, { role: 'admin' });
  await makePerson(team);
  visitor = await app().visit({ session: await makeSession(team, team.owner), width: 390 });
});

const focused = () =>
  visitor.page.evaluate(() =>
    [...document.querySelectorAll('[data-row]')].indexOf(document.activeElement as Element),
  );

test('the members are gone through, opened and closed by keys alone', async () => {
  const { page } = visitor;
  await visitor.open('/members');
  // As many as are needed from the beginning of the page; a trap would never come to the rows.
  for (let tabs = 0; tabs < 30 && (await focused()) < 0; tabs += 1)
    await page.keyboard.press('Tab');
  const places: number[] = [await focused()];
  for (const key of ['j', 'ArrowDown', 'k', 'ArrowUp', 'j']) {
    await page.keyboard.press(key);
    places.push(await focused());
  }
  expect(places).toEqual([0, 1, 2, 1, 0, 1]);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await focused()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe(-1);
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
