import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { Hook } from '../delivery/harness/hook.ts';
import { read } from '../events/harness/feed.ts';
import { makeSession } from '../harness/app.ts';
import { insertConnection, insertDelivery } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { narrow } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
/** The addresses of a delivery that was given up, one that arrived, an event, a training, and other objects. */
let addresses: string[];

beforeAll(async () => {
  const { api } = app();
  team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const hook = await Hook.to(api, { url: 'https://hooks.example.com/inbox', team });
  const { event_id } = await hook.delivery(await hook.happen());
  await read(team);
  const ended = { endpoint_id: hook.endpointId, ended_at: api.clock.now() };
  const failed = await insertDelivery(team, { ...ended, status: 'gave_up', attempt: 3 });
  const arrived = await insertDelivery(team, { ...ended, status: 'ok' });
  const training = await addTraining(team, team.owner, { evaluation: {} });
  addresses = [
    `/deliveries/${failed}`,
    `/deliveries/${arrived}`,
    `/events/${event_id}`,
    `/trainings/${training}`,
    `/webhooks/${hook.endpointId}`,
    `/members/${team.owner.memberId}`,
    `/crm/${await insertConnection(team)}`,
  ];
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { ...box, right: box.x + box.width };
}

const facts = (place: Locator) => place.locator('dl').filter({ hasText: /ID/ }).last();
const story = (place: Locator) => place.getByRole('heading', { name: /^(Body|Tips)$/ });

test('an object tells its story left of its facts where there is room, and above or below them elsewhere', async () => {
  const main = owner.page.locator('main');
  for (const address of addresses.slice(0, 4)) {
    await owner.resize({ width: 1280, height: 900 });
    await owner.open(address);
    const told = await boxOf(story(main));
    expect((await boxOf(facts(main))).x).toBeGreaterThan(told.right);
    // The title stands where that of every other page does.
    expect((await boxOf(main.getByRole('heading', { level: 1 }))).x).toBe(told.x);
    await owner.resize(narrow);
    expect((await boxOf(facts(main))).x).toBe((await boxOf(story(main))).x);
    expect(await owner.scrollsSideways()).toBe(false);
  }
});

test('a pane shows story and facts one below the other, however wide the window is', async () => {
  await owner.resize({ width: 1920, height: 900 });
  for (const address of addresses.slice(0, 3)) {
    const [, list, id] = address.split('/');
    await owner.open(`/${list}?${list === 'events' ? 'event' : 'delivery'}=${id}`);
    const pane = owner.page.locator('[data-pane]');
    expect((await boxOf(facts(pane))).x).toBe((await boxOf(story(pane))).x);
  }
});

test('the title of an object stands still while session, code and object are loaded', async () => {
  const { page } = owner;
  await owner.resize({ width: 1280, height: 900 });
  for (const address of addresses) {
    const session = Promise.withResolvers<void>();
    const object = Promise.withResolvers<void>();
    await page.route('**/trpc/**', async (route) => {
      await (route.request().url().includes('/trpc/session.') ? session : object).promise;
      await route.continue();
    });
    // In one step, because each of the three replaces the one before.
    const topOf = async () =>
      (
        await page.waitForFunction(
          () => document.querySelector('main h1')?.getBoundingClientRect().top,
        )
      ).jsonValue();
    await page.goto(`${app().origin}/app${address}`);
    const tops = [await topOf()];
    session.resolve();
    await page.getByRole('navigation').first().waitFor();
    tops.push(await topOf());
    object.resolve();
    await owner.settled();
    expect(new Set([...tops, await topOf()]).size, address).toBe(1);
    await page.unroute('**/trpc/**');
  }
});
