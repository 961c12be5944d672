import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;
let endpoint_id: string;

beforeEach(async () => {
  team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  endpoint_id = await insertEndpoint(team);
});

/** A delivery of `minutes` ago: one that was given up, if nothing else is said. */
async function deliver(minutes: number, state: object = {}): Promise<string> {
  const created_at = new Date(app().api.clock.now().getTime() - minutes * 60_000);
  const gaveUp = {
    status: 'gave_up',
    attempt: 1,
    given_up_for: 'connect_refused',
    ended_at: created_at,
  };
  return insertDelivery(team, { endpoint_id, created_at, ...gaveUp, ...state } as never);
}

const arrived = () => ({ status: 'ok', given_up_for: undefined, ended_at: app().api.clock.now() });

async function visit(width = 1440): Promise<void> {
  const session = await makeSession(team, team.owner);
  visitor = await app().visit({ language: 'en', session, width, hasTouch: width < 500 });
  ({ page } = visitor);
  await visitor.open('/deliveries');
}

test('keys alone', async () => {
  for (const minutes of [1, 2, 3]) await deliver(minutes);
  await deliver(4, arrived());
  await visit();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').first().waitFor();
  await page.screenshot({ path: '/tmp/w/multi-1.png' });
  for (const key of ['j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await page.getByText('4 selected').first().waitFor();
  await visitor.settled();
  await page.screenshot({ path: '/tmp/w/multi-2.png' });
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Resend 3 of 4' }).click();
  await page.getByText('3 deliveries are being resent.').waitFor();
  await visitor.settled();
  await page.screenshot({ path: '/tmp/w/multi-3.png' });
});
