import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
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

beforeAll(async () => {
  team = await makeTeam(app().api, { rateLimit: 10_000 });
  const session = await makeSession(team, team.owner);
  owner = await app().visit({ session });
});

async function written(answer: ApiResponse): Promise<string> {
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
  return id;
}

/** The words that go on in another line. */
const brokenWords = (code: Locator) =>
  code.evaluate((pre) => {
    const text = pre.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
    });
  });

test('a refused value is explained by its field, its rule and a valid value, and an example of a valid request', async () => {
  const body = { member_id: team.owner.memberId, title: '', due_date: '4.12.2026' };
  const more = { situation_id: 'sit_test', personality_id: 'per_test', industry_id: 'ind_test' };
  const answer = await team.request('POST', '/assignments', { body: { ...body, ...more } });
  expect(answer.status).toBe(422);
  const id = await written(answer);
  const { page } = owner;
  await owner.open(`/request-log?line=${id}`);
  const drawer = page.getByRole('dialog', { name: 'POST /assignments' });
  await drawer
    .getByRole('heading', { name: /^title muss ein Text mit 1 bis 120 Zeichen sein/ })
    .waitFor();
  await drawer.getByText(/^Eingabe ungültig\./).waitFor();
  await drawer.getByText(/würde wieder abgelehnt/).waitFor();
  const field = (name: string) =>
    drawer.getByRole('list', { name: 'Felder' }).getByRole('listitem').filter({ hasText: name });
  await field('due_date').getByText('Ein Tag als JJJJ-MM-TT oder null. Darf fehlen.').waitFor();
  await field('due_date').getByText('"2026-12-04"').waitFor();
  await field('title').getByText('Text mit 1 bis 120 Zeichen. Pflichtfeld.').waitFor();
  const text = await drawer.innerText();
  expect(text).toContain('"due_date": "2026-12-04"');
  // The ids are those of the example, so the person is told before the command.
  const order = ['Ein gültiges Beispiel', 'Der Inhalt ist das Beispiel dieser Operation', 'curl'];
  expect(order.map((one) => text.indexOf(one)).toSorted((a, b) => a - b)).toEqual(
    order.map((one) => text.indexOf(one)),
  );
  expect(text).not.toContain('Die berichtigte Anfrage');
  expect(text).toMatch(/ \\\n\s+-H 'Content-Type: application\/json' \\\n\s+--data-raw '\{\n/);
  expect(await brokenWords(drawer.locator('pre').last())).toEqual([]);
  expect(text).not.toContain('4.12.2026');
  // A shadow says that the command goes on. Covers that move with it hide the shadow at both ends.
  const command = drawer.locator('pre').last();
  expect(await command.evaluate((pre) => getComputedStyle(pre).backgroundAttachment)).toBe(
    'local, local, scroll, scroll',
  );
  const ground = await command.evaluate((pre) => {
    const box = pre.parentElement;
    return box && getComputedStyle(box).backgroundColor;
  });
  expect(await command.evaluate((pre) => getComputedStyle(pre).backgroundImage)).toContain(ground);
  // The button that copies takes no column from it.
  const [inner, box] = await command.evaluate((pre) => [
    pre.clientWidth,
    pre.parentElement?.clientWidth ?? 0,
  ]);
  expect(box - inner).toBeLessThan(24);
  for (const [size, theme] of [
    [wide, 'dark'],
    [narrow, 'light'],
  ] as const) {
    await owner.show(size, theme);
    expect(await owner.violations()).toEqual([]);
    expect(await owner.scrollsSideways()).toBe(false);
  }
  await owner.show(wide, 'light');
});

test('a refused parameter is corrected in the address of the curl', async () => {
  const id = await written(await team.request('GET', '/trainings?limit=9000&colour=red'));
  const { page } = owner;
  await owner.open(`/request-log?line=${id}`);
  const drawer = page.getByRole('dialog', { name: 'GET /trainings' });
  await drawer.getByText('Eine ganze Zahl (1 bis 200). Darf fehlen.').waitFor();
  await drawer.getByText(/^Bekannt sind: cursor, limit, /).waitFor();
  const text = await drawer.innerText();
  expect(text).toContain('/trainings?limit=50');
  expect(text).toContain('Die berichtigte Anfrage');
  expect(text).not.toContain('red');
});

test('an accepted request with a body shows no body, because it would be that of another request', async () => {
  const body = { email: 'kim@example.com', role: 'member' };
  const id = await written(await team.request('POST', '/users', { body }));
  const { page } = owner;
  await owner.open(`/request-log?line=${id}`);
  const drawer = page.getByRole('dialog', { name: 'POST /users' });
  await drawer.getByText('/users', { exact: true }).waitFor();
  await owner.settled();
  expect(await drawer.innerText()).not.toMatch(/Beispiel|curl/);
});

test('an accepted request without a body can be repeated', async () => {
  const id = await written(await team.request('GET', '/me'));
  const { page } = owner;
  await owner.open(`/request-log?line=${id}`);
  const drawer = page.getByRole('dialog', { name: 'GET /me' });
  await drawer.getByRole('heading', { name: 'Die Anfrage wiederholen' }).waitFor();
});
