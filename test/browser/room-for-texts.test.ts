import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api);
  const { sql } = api;
  await sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const person = await team.addMember({ role: 'admin' });
  await sql.query(`update member set email = 'theresa.huber@example-sales.example' where id = $1`, [
    person.memberId,
  ]);
  await sql.query(`update person set name = 'Theresa Huber' where id = $1`, [person.userId]);
  await insertInvited(team, { email: 'fairs-and-events@example-sales.example' });
  const description = 'Learning platform: completions and new members';
  for (const path of ['results', 'academy']) {
    const url = `https://receiver.our-sales.example/en/a-long-path-for-all/${path}`;
    const endpoint_id = await insertEndpoint(team, { url, description });
    await insertDelivery(team, {
      ...{ endpoint_id, type: 'training.completed', attempt: 8, status: 'gave_up' },
      ended_at: api.clock.now(),
    });
  }
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

/** The texts of the rows that are cut off. */
const cutTexts = () =>
  owner.page.locator('tbody [data-row], tbody td *, tbody th *').evaluateAll((all) =>
    all.flatMap((one) => {
      // Nobody sees what only a screen reader reads.
      if (one.closest('.hidden-text')) return [];
      const hides = getComputedStyle(one).overflow !== 'visible';
      return hides && one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [];
    }),
  );

test.each([1280, 1024, 768])(
  'at %i pixels no address, endpoint or time is cut off',
  async (width) => {
    await owner.resize({ width, height: 900 });
    for (const path of ['/members', '/webhooks', '/deliveries']) {
      await owner.open(path);
      expect([path, await cutTexts()]).toEqual([path, []]);
    }
    // The list of deliveries is open: it has the time of each.
    await owner.page.getByRole('columnheader', { name: 'Created' }).waitFor();
  },
);

test('at 1280 pixels the address of everybody has a column, also of who has no name yet', async () => {
  await owner.resize({ width: 1280, height: 900 });
  await owner.open('/members');
  const email = 'fairs-and-events@example-sales.example';
  const row = owner.page.getByRole('row').filter({ hasText: email });
  await row.getByText('No name yet').waitFor();
  expect(await row.getByRole('cell').nth(1).textContent()).toBe(email);
});

test('two endpoints of one host read differently in their list', async () => {
  await owner.open('/webhooks');
  await owner.page.getByText('receiver.our-sales.example/…/results').waitFor();
  await owner.page.getByText('receiver.our-sales.example/…/academy').waitFor();
});
