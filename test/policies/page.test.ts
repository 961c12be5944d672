import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const app = useApp();
let world: World;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  await makeGlobalCatalog(app().api);
  world = await makeWorld(app().api);
  const { team } = world;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  visitor = await app().visit({
    language: 'en',
    session: await makeSession(team, team.owner),
    // The undo is refused, because another person has made a change meanwhile.
    expects: /409/,
  });
  page = visitor.page;
});

test('before it is saved, a policy says how many open assignments it would refuse', async () => {
  await visitor.open('/policies');
  await page.getByLabel('Situation', { exact: true }).selectOption('allow');
  // A ticked entry is allowed. At first all are ticked.
  const ticks = page.getByRole('group', { name: 'Allowed entries' }).getByRole('checkbox');
  for (const tick of await ticks.all()) {
    expect(await tick.isChecked()).toBe(true);
    await tick.uncheck();
  }
  await page.getByText('Open assignments that could not be made like this any more: 1.').waitFor();
  await page.getByRole('button', { name: 'Save the policies' }).click();
  await page.getByText('Policies saved.').waitFor();
  const { rows } = await app().api.sql.query(
    `select mode, entry_ids from policy where tenant_id = $1 and dimension = 'situation'`,
    [world.team.tenantId],
  );
  expect(rows).toEqual([{ mode: 'allow', entry_ids: [] }]);
});

test('a saved policy can be undone, unless somebody has changed it since: the page then says so', async () => {
  const mode = () => page.getByLabel('Industry', { exact: true });
  const save = async (chosen: string) => {
    await mode().selectOption(chosen);
    await page.getByRole('button', { name: 'Save the policies' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  };
  await visitor.open('/policies');
  await save('block');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect(await mode().inputValue()).toBe('none');
  await save('allow');
  const elsewhere = await makeSession(world.team, world.team.owner);
  elsewhere.headers = { origin: app().origin };
  const { policies } = elsewhere.app;
  const { version } = await policies.get.query({ member_id: null });
  await policies.set.mutate({
    member_id: null,
    version,
    industry: { mode: 'block', entry_ids: [] },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not undone').waitFor();
  const after = await policies.get.query({ member_id: null });
  expect(after.industry).toEqual({ mode: 'block', entry_ids: [] });
});

test('the address of "why blocked?" opens the answer, which names the policy', async () => {
  await visitor.open(`/policies?view=why&situation=${world.situation}`);
  const explanation = page.getByTestId('explanation');
  await explanation.getByText('vorgabe_gesperrt').waitFor();
  expect(await explanation.innerText()).toMatch(/The policy of the team does not allow “.+”\./);
  expect(await visitor.violations()).toEqual([]);
});

test('before it withdraws an entry, the page says what uses the entry', async () => {
  await visitor.open('/catalog');
  const row = page.getByRole('row').filter({ hasText: world.situation });
  const released = row.getByRole('switch');
  await released.click();
  await page.getByTestId('use').getByText('Open assignments: 1,').waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visitor.settled();
  expect(await released.isChecked()).toBe(false);
});
