import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertConnection, insertDeal, insertObjection } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

/** Three lost deals with objections, and an open one without an amount. */
beforeAll(async () => {
  const { api } = app();
  team = await makeTeam(api);
  const seller = await team.addMember();
  await api.sql.query('update person set name = $2 where id = $1', [seller.userId, 'Mia Wolff']);
  const stages = [{ id: 's1', name: 'Negotiation' }];
  const connection_id = await insertConnection(team, {
    account: { name: 'Example', reference: { pipelines: [{ id: 'p1', name: 'New', stages }] } },
  });
  const place = { connection_id, pipeline_id: 'p1', stage_id: 's1', currency: 'EUR' };
  const lost = { ...place, outcome: 'lost', close_date: '2026-03-02' };
  const made = async (title: string, row: Record<string, unknown>) =>
    insertDeal(team, { title, external_id: title, ...row });
  const small = await made('Small', { ...lost, amount: '900', owner_user_id: seller.userId });
  const large = await made('Large', { ...lost, amount: '20000' });
  const middle = await made('Middle', { ...lost, amount: '5000' });
  await made('Open', { ...place, amount: null });
  for (const [deal, category] of [
    [small, 'price'],
    [large, 'price'],
    [large, 'price'],
    [middle, 'timing'],
  ] as const)
    await insertObjection(team, deal, { connection_id, category });
  await app().api.sql.query("update person set lang = 'en' where id = $1", [team.owner.userId]);
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  ({ page } = visitor);
});

const titles = async () => {
  await visitor.settled();
  return page.locator('[data-row]').allInnerTexts();
};

test('deals say who is in charge and in which stage they are, and are ordered by amount both ways, those without one last', async () => {
  await visitor.open('/crm/deals');
  const row = page.getByRole('row').filter({ hasText: 'Small' });
  await row.getByText('Negotiation').waitFor();
  await row.getByRole('link', { name: 'Mia Wolff' }).waitFor();
  const byAmount = page.getByRole('columnheader').getByRole('button', { name: 'Amount' });
  await byAmount.click();
  await page.waitForURL(/sort=-amount/);
  expect(await titles()).toEqual(['Large', 'Middle', 'Small', 'Open']);
  await byAmount.click();
  await page.waitForURL(/sort=amount/);
  expect(await titles()).toEqual(['Small', 'Middle', 'Large', 'Open']);
  expect(await visitor.violations()).toEqual([]);
});

test('the column of the amount says that it converts no currencies', async () => {
  const byAmount = page.getByRole('columnheader').getByRole('button', { name: 'Amount' });
  expect(await byAmount.getAttribute('title')).toContain('Currencies are not converted');
});

test('while member detail is off, deals have no column that says who is in charge', async () => {
  const titleOf = page.getByRole('columnheader', { name: 'Owner' });
  expect(await titleOf.count()).toBe(1);
  await team.set({ member_detail_enabled: false });
  await visitor.open('/crm/deals');
  expect(await page.locator('[data-row]').count()).toBe(4);
  expect(await titleOf.count()).toBe(0);
  await team.set({ member_detail_enabled: true });
});

test('objections are counted by topic with what their deals are worth, a topic leads to its objections, and each has the day of the loss and the time by which they are ordered', async () => {
  await visitor.open('/crm/objections');
  const topics = page.getByRole('table', { name: 'Objections by topic' }).getByRole('row');
  const shown = (await topics.allInnerTexts()).map((text) => text.split(/\s*[\t\n]\s*/));
  expect(shown.slice(1)).toEqual([
    // A deal with two objections of a topic counts once.
    ['Price', '3', '2', expect.stringMatching(/20,900/)],
    ['Timing', '1', '1', expect.stringMatching(/5,000/)],
  ]);
  const items = page.locator('main li').filter({ hasText: /lost on 2 Mar 2026 · added \S/ });
  expect(await items.count()).toBe(4);
  await page.getByRole('link', { name: 'Timing' }).click();
  await page.waitForURL(/category=timing/);
  await visitor.settled();
  expect(await items.count()).toBe(1);
  expect(await visitor.violations()).toEqual([]);
  await visitor.resize({ width: 390, height: 900 });
  await visitor.open('/crm/objections');
  expect(await visitor.scrollsSideways()).toBe(false);
});
