import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { narrow } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`delete from api_key where tenant_id = $1`, [team.tenantId]);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
});

const lists = [
  ['/assignments', 'status=open'],
  ['/my/assignments', 'status=done'],
  ['/cases', 'search=nothing'],
  ['/my/trainings', 'status=scored'],
  ['/trainings', 'status=scored'],
  ['/trainings', 'list=scored&days=7'],
  ['/api-keys', 'show=ended'],
  ['/deliveries', 'status=gave_up&type=training.completed'],
  ['/events', 'type=training.completed'],
  ['/crm/deals', 'outcome=won'],
  ['/crm/objections', 'category=price'],
] as const;

test.each(lists)(
  'an empty list offers neither filters nor a file, and a filter that no row matches can be removed: %s?%s',
  async (path, filter) => {
    const { page } = visitor;
    const tab = /list=\w+/.exec(filter)?.[0];
    await visitor.open(`${path}?${filter}`);
    const clear = page.getByRole('button', { name: 'Remove all filters' });
    // Beside the one in the bar, which is small.
    await clear.getByText('Remove all filters').click();
    await page.waitForURL((url) => url.search === (tab ? `?${tab}` : ''));
    await visitor.settled();
    expect(await clear.count()).toBe(0);
    if (tab) return;
    expect(await page.locator('main').getByRole('combobox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  },
);

test('an empty list of trainings leads to the form of an exercise', async () => {
  await visitor.open('/trainings');
  await visitor.page.locator('main').getByRole('link', { name: 'Assign an exercise' }).click();
  await visitor.page.getByRole('dialog', { name: 'Assign an exercise' }).waitFor();
});

test('the way out of filters without a match can be used by everybody', async () => {
  await visitor.open('/deliveries?status=gave_up');
  await visitor.show(narrow, 'dark');
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
});
