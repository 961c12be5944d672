import { beforeAll, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let browser: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
});

const { cases, trainings, assignments, crm } = {
  cases: (input: object) => browser.app.cases.list.query(input),
  trainings: (input: object) => browser.app.trainings.list.query(input),
  assignments: (input: object) => browser.app.assignments.list.query(input),
  crm: {
    deals: (input: object) => browser.app.crm.listDeals.query(input),
    objections: (input: object) => browser.app.crm.listObjections.query(input),
  },
};

/** Each input that only the app has, of each list that REST has too. */
const lists = [
  ['/cases', { search: 'a' }, { search: '' }, cases],
  ['/cases', { order: 'oldest' }, { order: 'due' }, cases],
  ['/trainings', { order: 'oldest' }, { order: 'due' }, trainings],
  ['/assignments', { status: 'overdue' }, { status: 'late' }, assignments],
  ['/assignments', { order: 'due' }, { order: 'oldest' }, assignments],
  ['/crm/deals', { outcome: 'won' }, { outcome: 'unknown' }, crm.deals],
  ['/crm/objections', { category: 'price' }, { category: '' }, crm.objections],
] as const;

test.each(lists)('the list of %s takes %o in the app alone', async (path, valid, invalid, list) => {
  const over = await team.request('GET', `${path}?${new URLSearchParams(valid)}`);
  expect(over.body.code).toBe('validation_error');
  expect(await codeOf(list(valid))).toBe('ok');
  expect(await codeOf(list(invalid))).toBe('validation_error');
  expect(await codeOf(list({ ...valid, other: '' }))).toBe('validation_error');
});

test.each(lists)('the page of %s has no field of the app alone over REST', async (path) => {
  const { body } = await team.request('GET', path);
  expect(Object.keys(body)).toEqual(['data', 'next_cursor']);
});

test('the app reads on at the cursor of REST, because the list is the same', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await team.request('POST', '/cases', { body: { user_id: team.owner.userId, title } });
  }
  const { body } = await team.request('GET', '/cases?limit=1');
  const { data, total } = await cases({ limit: '1', cursor: body.next_cursor });
  expect(data.map(({ title }) => title)).toEqual(['Two']);
  expect(total).toBeUndefined();
  expect((await cases({ limit: '1' })).total).toBe(3);
});
