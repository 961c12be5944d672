import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, insertInvited } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { makeGlobalCatalog } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let person: Person;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  await makeGlobalCatalog(api);
  team = await makeTeam(api);
  const { sql } = api;
  await sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  person = await team.addMember({ role: 'admin' });
  await sql.query(`update member set email = 'theresa.huber@example-sales.example' where id = $1`, [
    person.memberId,
  ]);
  await sql.query(`update person set name = 'Theresa Huber' where id = $1`, [person.userId]);
  await insertInvited(team, { email: 'fairs-and-events@example-sales.example' });
  await addTraining(team, person);
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

const isCut = (one: Element) =>
  one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;

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

test('on a telephone, the name of an endpoint breaks, so that its end is seen', async () => {
  await owner.resize({ width: 390, height: 844 });
  await owner.open('/webhooks');
  const name = owner.page.getByText('receiver.our-sales.example/…/academy');
  expect(await name.evaluate(isCut)).toBe(false);
});

test('at 768 pixels each state of a delivery is in sight with its count', async () => {
  await owner.resize({ width: 768, height: 1024 });
  await owner.open('/deliveries');
  const states = owner.page.getByRole('group', { name: 'Filter by state' });
  expect(await states.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
});

test.each([1280, 768, 390])(
  'at %i pixels the state of a training is not cut off',
  async (width) => {
    const visitor = await app().visit({ session: await makeSession(team, person), width });
    await visitor.open('/trainings');
    const state = visitor.page.locator('tbody').getByText('Wartet auf Bewertung');
    expect(await state.evaluate(isCut)).toBe(false);
  },
);
