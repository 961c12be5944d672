import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { stateWord } from '../../src/shared/web/states.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import {
  insert,
  insertAssignment,
  insertDelivery,
  insertEndpoint,
  insertInvited,
  insertScoredTraining,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  await inEnglish(team.owner.userId);
  const session = await makeSession(team, team.owner);
  owner = await app().visit({ session, language: 'en', expects: /ERR_|status of 4/ });
  ({ page } = owner);
});

const inEnglish = (id: string) =>
  app().api.sql.query(`update person set lang = 'en' where id = $1`, [id]);
const now = () => app().api.clock.now();
const listOf = (of: Page) => of.getByRole('region', { name: 'Latest' });

test('a held and a retrying delivery are amber in the pulse, and named in its legend', async () => {
  const paused = await insertEndpoint(team, { status: 'disabled' });
  const active = await insertEndpoint(team);
  const later = new Date(now().getTime() + HOUR_MS);
  await insertDelivery(team, { endpoint_id: paused, created_at: now() });
  const retrying = { attempt: 1, retries: 1, next_try_at: later };
  await insertDelivery(team, { endpoint_id: active, created_at: now(), ...retrying });
  await owner.open('/overview');
  const lane = page.locator('[data-lane="deliveries"]');
  expect(await lane.locator('g rect.fill-needs').count()).toBeGreaterThan(0);
  expect(await lane.locator('g rect.fill-failed, g rect.fill-runs').count()).toBe(0);
  const words = (['retrying', 'held'] as const).map((is) => stateWord('delivery', is, 'en'));
  await page.getByRole('button', { name: words.join(', ') }).waitFor();
  // No limit was reached, so the legend needs no name for it.
  expect(await page.getByRole('button', { name: 'Limit reached' }).count()).toBe(0);
  // What a mark says is told to those who do not see it.
  await listOf(page)
    .getByRole('link', { name: /One delivery: Held/ })
    .waitFor();
  await listOf(page)
    .getByRole('link', { name: /One delivery: Retrying/ })
    .waitFor();
});

test('beside a burst of failures, a single success is still seen', async () => {
  const endpoint_id = await insertEndpoint(team);
  const ended = { endpoint_id, created_at: now(), ended_at: now() };
  await insertDelivery(team, { ...ended, status: 'ok' });
  for (let n = 0; n < 40; n += 1) {
    await insertDelivery(team, { ...ended, status: 'gave_up', attempt: 8 });
  }
  await owner.open('/overview');
  const lane = page.locator('[data-lane="deliveries"]');
  const heightOf = async (mark: string) =>
    Number(await lane.locator(`g rect.${mark}`).last().getAttribute('height'));
  expect(await heightOf('fill-works')).toBeGreaterThanOrEqual(2);
  expect(await heightOf('fill-failed')).toBeGreaterThan(20);
  // What is given up needs a person, who finds it from here.
  await page.getByRole('link', { name: /^40 deliveries were given up/ }).click();
  await page.waitForURL(/deliveries\?status=gave_up&from=/);
});

test('a time with far more than all others ends at the edge with its number, and leaves the others readable', async () => {
  const other = await makeTeam(app().api);
  await inEnglish(other.owner.userId);
  const endpoint_id = await insertEndpoint(other);
  const at = (hours: number) => new Date(now().getTime() - hours * HOUR_MS);
  const add = (created_at: Date, status: 'ok' | 'gave_up' = 'ok') =>
    insertDelivery(other, { endpoint_id, created_at, status, ended_at: created_at });
  for (let hours = 2; hours < 10; hours += 1) {
    for (const n of [1, 2]) await add(at(hours + n / 9e3));
    for (const n of [1, 2, 3]) if (hours < 4 || n === 1) await add(at(hours + n / 9e3), 'gave_up');
  }
  for (let n = 0; n < 60; n += 1) await add(now());
  for (let n = 0; n < 24; n += 1) await add(at(1), 'gave_up');
  const session = await makeSession(other, other.owner);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open('/overview');
  const lane = visitor.page.locator('[data-lane="deliveries"]');
  const sizesOf = (mark: string) =>
    lane
      .locator(`g rect.${mark}`)
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('height'))));
  expect(Math.min(...(await sizesOf('fill-works')))).toBeGreaterThan(6);
  const failed = await sizesOf('fill-failed');
  // The bar before the last has the 24.
  const others = failed.filter((size) => size < Math.max(...failed));
  expect(others).toHaveLength(failed.length - 1);
  expect(Math.max(...failed)).toBeGreaterThan(1.5 * Math.max(...others));
  expect((await lane.locator('[data-cut]').allInnerTexts()).sort()).toEqual(['24', '60']);
  await visitor.page.getByRole('slider', { name: 'Pulse' }).focus();
  await visitor.page.keyboard.press('End');
  expect(await visitor.page.locator('[data-lane-head="deliveries"]').innerText()).toMatch(
    /^Deliveries\s+60$/,
  );
});

test('the overview names overdue exercises, the largest gap, and deliveries given up days ago', async () => {
  const other = await makeTeam(app().api);
  await inEnglish(other.owner.userId);
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await insertAssignment(other, { due_date: ago(3).toISOString().slice(0, 10) });
  await addTraining(other, other.owner, { evaluation: { closing: 40 } });
  const endpoint_id = await insertEndpoint(other);
  const ended = { endpoint_id, created_at: ago(5), ended_at: ago(4), attempt: 8 };
  await insertDelivery(other, { ...ended, status: 'gave_up' });
  const session = await makeSession(other, other.owner);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open('/overview');
  const rows = visitor.page.getByRole('heading', { name: 'Needs attention' }).locator('..');
  await rows.getByRole('link', { name: /^A delivery was given up/ }).waitFor();
  await rows.getByRole('link', { name: /^One assignment is overdue/ }).waitFor();
  await rows.getByRole('link', { name: /^View assignments: One assignment/ }).waitFor();
  await rows.getByRole('link', { name: /^Assign an exercise…: Largest gap/ }).click();
  await visitor.page.getByRole('dialog', { name: 'Assign an exercise' }).waitFor();
  await visitor.page.goBack();
  await rows.getByRole('link', { name: /^Largest gap of the team: Closing/ }).click();
  await visitor.page.waitForURL(/analytics/);
  visitor.requireClean();
});

test('a series that stands alone is given back in a zoomed pulse too', async () => {
  await owner.open('/overview');
  const failed = page.getByRole('button', { name: 'Refused, Given up', exact: true });
  await failed.click();
  const [from, to] = [new Date(now().getTime() - HOUR_MS), now()].map((at) => at.toISOString());
  await owner.go(`/overview?from=${from}&to=${to}`);
  await page.getByRole('button', { name: 'Whole day' }).waitFor();
  expect(await failed.getAttribute('aria-pressed')).toBe('true');
  await failed.click();
  expect(await page.locator('[data-lane="deliveries"] g rect.fill-needs').count()).toBeGreaterThan(
    0,
  );
});

test('a pulse of a period that is no period says why, and leads back to the whole day', async () => {
  await owner.open('/overview?from=x&to=y');
  const card = page.getByRole('region', { name: 'Pulse' });
  await card.getByRole('heading', { name: 'Validation error' }).waitFor();
  await card.getByRole('button', { name: 'Whole day' }).click();
  await page.getByRole('slider', { name: 'Pulse' }).waitFor();
});

test('if the lists cannot be read, "just now" says so instead of that nothing has happened', async () => {
  // Under load each list is asked on its own, and one that answered would have something to show. The overview itself
  // reads given-up deliveries in the same way.
  const lists = /auditLog\.list|requestLog\.list(?!\w)|trainings\.list(?!\w)/;
  await page.route(/\/trpc\//, (route, request) => {
    const asksDeliveries =
      request.url().includes('listAllDeliveries') && !request.postData()?.includes('gave_up');
    const isList = lists.test(request.url()) || asksDeliveries;
    return isList ? route.abort('connectionrefused') : route.continue();
  });
  await owner.open('/overview');
  const list = listOf(page);
  await list.getByText('What has happened could not be read just now.').waitFor();
  await list.getByText('Not up to date').waitFor();
  expect(await list.getByText('Nothing has happened yet').count()).toBe(0);
  expect(await list.locator('.beat').count()).toBe(0);
  await page.unrouteAll();
  await list.getByRole('listitem').first().waitFor();
  await list.getByText('Not up to date').waitFor({ state: 'detached' });
});

test('with the focus in the list new rows wait, from row to row and when the pointer leaves', async () => {
  await owner.open('/overview');
  const rows = listOf(page).getByRole('link');
  await rows.first().focus();
  const before = await rows.first().getAttribute('href');
  await team.request('GET', '/catalog');
  await page.waitForResponse(
    async (response) =>
      response.url().includes('requestLog.list') && (await response.text()).includes('/catalog'),
  );
  await page.keyboard.press('Tab');
  await rows.first().hover();
  await page.mouse.move(0, 0);
  expect(await rows.first().getAttribute('href')).toBe(before);
  expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
  await rows.nth(1).blur();
  await listOf(page).getByText('GET /catalog').waitFor();
});

test('a training goes at once when member detail is turned off, even while somebody reads', async () => {
  const person = await team.addMember({ role: 'admin' });
  await inEnglish(person.userId);
  await insertScoredTraining(team, { member_id: person.memberId });
  const session = await makeSession(team, person);
  const expects = /status of 4/;
  const admin = await app().visit({ session, language: 'en', expects });
  await admin.open('/overview');
  const row = listOf(admin.page).getByRole('link', { name: /^Scored/ });
  await row.hover();
  await team.set({ member_detail_enabled: false });
  try {
    await row.waitFor({ state: 'detached' });
  } finally {
    await team.set({ member_detail_enabled: true });
  }
});

test('the end of a training names whose it was, to those who see members', async () => {
  const other = await makeTeam(app().api);
  await inEnglish(other.owner.userId);
  const target_id = await addTraining(other, other.owner, { evaluation: { closing: 40 } });
  await insert(app().api, 'audit_entry', {
    tenant_id: other.tenantId,
    id: newId('aud', now()),
    created_at: now(),
    target_id,
    actor_kind: 'service',
    actor_id: 'service',
    action: 'training.finished',
  });
  const session = await makeSession(other, other.owner);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open('/overview');
  const row = listOf(visitor.page).getByRole('link', { name: /^Training finished/ });
  await row.getByText(other.owner.email).waitFor();
  await other.set({ member_detail_enabled: false });
  await row.getByText('Training app').waitFor();
});

test('inviting again goes on after a refusal, says how many failed, and reads the list again', async () => {
  const at = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const invited = await insertInvited(team, { created_at: at(41) });
  const gone = await insertInvited(team, { created_at: at(40) });
  await owner.open('/overview');
  const row = page.getByRole('listitem').filter({ hasText: '2 invitations have expired' });
  await row.waitFor();
  await app().api.sql.query(
    `update member set status = 'removed', removed_at = now() where tenant_id = $1 and id = $2`,
    [team.tenantId, gone],
  );
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('members.inviteAgain')) return;
    keys.push(request.headers()['idempotency-key']);
  });
  await row.getByRole('button', { name: /^Invite again/ }).click();
  await page.getByText('Not sent again: 1 of 2 invitations').waitFor();
  await row.waitFor({ state: 'detached' });
  expect(new Set(keys.filter(Boolean)).size).toBe(2);
  const sql = 'select invited_at from member where tenant_id = $1 and id = $2';
  const { rows } = await app().api.sql.query(sql, [team.tenantId, invited]);
  expect(now().getTime() - rows[0]?.invited_at.getTime()).toBeLessThan(HOUR_MS);
});

test('why a button had no effect stands below its row, and the title keeps its width', async () => {
  const endpoint_id = await insertEndpoint(team, { status: 'disabled_failures', paused_at: now() });
  await owner.open('/overview');
  const row = page.getByRole('listitem').filter({ hasText: 'is paused' });
  const width = async () => (await row.getByRole('link').boundingBox())?.width;
  const before = await width();
  await app().api.sql.query('update webhook_endpoint set deleted_at = now() where id = $1', [
    endpoint_id,
  ]);
  await row.getByRole('button', { name: /^Resume/ }).click();
  await row.getByRole('alert').waitFor();
  expect(await width()).toBe(before);
});
