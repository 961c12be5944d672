import { beforeAll, describe, expect, test } from 'vitest';
import { idTime, newId } from '../../src/db/ids.ts';
import { requestIdAt } from '../../src/shared/secrets/request-id.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { answering, Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The request id has the process's time, the page the browser's.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const session = await makeSession(team, team.owner);
  // An id that is none gets 404. If another call goes along, Chromium does not write it to the console.
  owner = await app().visit({ session, language: 'en', expects: /404/ });
});

test('links lead from a request to its change, event, delivery and attempts, to a resend, and back', async () => {
  const receiver = await openReceiver(answering(503, 200));
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  const { host } = new URL(receiver.url());
  const email = 'kim@example.com';
  const answer = await team.request('POST', '/users', { body: { email, role: 'member' } });
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
  const [delivery] = await hook.deliveries();
  await hook.attempted(String(delivery?.id), 1);

  const { page } = owner;
  const drawer = (name: string) => page.getByRole('dialog', { name });
  const here = page.locator('[data-node][aria-current]');
  await owner.open(`/request-log?line=${id}`);
  await here.filter({ hasText: 'POST /users' }).waitFor();
  expect(await owner.violations()).toEqual([]);

  await drawer('POST /users').getByRole('link', { name: 'Member invited' }).click();
  const entry = drawer('Member invited');
  await entry.getByRole('link', { name: email }).waitFor();
  await here.filter({ hasText: 'Member invited' }).waitFor();
  expect(await owner.violations()).toEqual([]);

  await entry.getByRole('link', { name: `Delivery: ${host}: Retrying` }).click();
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('It has arrived. “Resend since…” at the endpoint sends it again.').waitFor();
  await here.filter({ hasText: 'Delivered' }).waitFor();
  await page.getByText('Cause and effects in detail').click();
  const own = page.locator('li[aria-current="step"]').filter({ hasText: host });
  await own.getByText('Delivered').waitFor();
  expect(await own.innerText()).toMatch(/503\s+200/);
  expect(await owner.violations()).toEqual([]);
  await page.getByRole('link', { name: 'In the audit log' }).click();
  await page.getByRole('link', { name: 'Webhook delivery resent', exact: true }).waitFor();
  await page.getByText(`member.joined → ${host}`).first().waitFor();

  await page.goBack();
  await page.getByRole('link', { name: 'POST /users' }).click();
  await drawer('POST /users').waitFor();
});

/** Invites somebody over REST, with two endpoints of which one refuses, and waits for line and attempts. */
async function invited(of = team): Promise<{ id: string; deliveries: string[] }> {
  const receivers = [await openReceiver(answering(200)), await openReceiver(answering(422))];
  const hooks: Hook[] = [];
  for (const receiver of receivers) {
    hooks.push(await Hook.to(app().api, { url: receiver.url(), team: of }));
  }
  const email = `${crypto.randomUUID()}@example.com`;
  const answer = await of.request('POST', '/users', { body: { email, role: 'member' } });
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
  const deliveries: string[] = [];
  for (const hook of hooks) {
    const [delivery] = await hook.deliveries();
    await hook.attempted(String(delivery?.id), 1);
    deliveries.push(String(delivery?.id));
  }
  return { id, deliveries };
}

describe('the address of a thread', () => {
  test('is reached from the palette, walked with the arrow keys, and copied without names or bodies', async () => {
    const of = await makeTeam(app().api, { rateLimit: 1_000_000 });
    await app().api.sql.query(`update person set lang = 'en' where id = $1`, [of.owner.userId]);
    const session = await makeSession(of, of.owner);
    const visitor = await app().visit({ session, language: 'en' });
    const { id, deliveries } = await invited(of);
    const { page } = visitor;
    await visitor.open('/overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(id);
    await page
      .getByRole('option')
      .filter({ hasText: 'Cause and effects of the request' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/thread/${id}`);
    const here = page.locator('[data-node][aria-current]');
    await here.waitFor();
    expect(await here.innerText()).toContain('POST /users');
    for (const next of ['Member invited', 'member.joined']) {
      await page.keyboard.press('ArrowRight');
      await here.filter({ hasText: next }).waitFor();
    }
    // The deliveries of an event stand in the order of their ids, which were made at the same time.
    const [first = '', last = ''] = deliveries.toSorted();
    const stateOf = (delivery: string) => (delivery === deliveries[0] ? 'Delivered' : 'Retrying');
    for (const delivery of [first, last]) {
      await page.keyboard.press('ArrowRight');
      await here.filter({ hasText: stateOf(delivery) }).waitFor();
    }
    await page.getByRole('link', { name: 'Open the delivery' }).waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe(last);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await here.filter({ hasText: stateOf(first) }).waitFor();
    for (const [size, theme] of [
      [narrow, 'dark'],
      [wide, 'light'],
    ] as const) {
      await visitor.show(size, theme);
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.scrollsSideways()).toBe(false);
    }
    await page.getByRole('button', { name: 'Copy for support' }).press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of [id, ...deliveries, 'POST 201', 'member.invited', '422', '200']) {
      expect(copied).toContain(part);
    }
    expect(copied).not.toMatch(/@|http|127\.0\.0\.1|localhost/);
    expect(copied).not.toContain(of.owner.email);
    visitor.requireClean();
  });

  test('says an offset once for what happened at one moment, and why a delivery failed', async () => {
    const { id, deliveries } = await invited();
    const { page } = owner;
    await owner.open(`/request-log?line=${id}`);
    const strip = page.getByRole('navigation', { name: 'Cause and effects' });
    const cause = strip.getByRole('link', { name: '422 The server refuses this content.' });
    await cause.waitFor();
    // The change and the deliveries. The event has the moment of the change.
    expect((await strip.innerText()).match(/\+\S+\s(ms|s|min)/g)).toHaveLength(2);
    for (const size of [narrow, wide]) {
      await owner.resize(size);
      expect(await owner.scrollsSideways()).toBe(false);
      expect(await owner.violations()).toEqual([]);
    }
    await cause.press('Enter');
    await page.waitForURL(`**/app/deliveries/${deliveries[1]}`);
    // There, the diagnosis says it.
    await page.getByRole('heading', { name: 'The server refuses this content.' }).waitFor();
    expect(await cause.count()).toBe(0);
    await owner.open(`/thread/${id}?at=${deliveries[1]}`);
    await cause.waitFor();
  });

  test('of a request of another team of the person offers to switch, and shows it there', async () => {
    const other = await makeTeam(app().api, { rateLimit: 1_000_000 });
    const { name } = (
      await app().api.sql.query<{ name: string }>('select name from tenant where id = $1', [
        other.tenantId,
      ])
    ).rows[0] ?? { name: '' };
    // The browser of the other tests must stay in its team.
    const person = await makePerson(team, { role: 'admin' });
    await other.addMember({ email: person.email, role: 'admin', canManageKeys: true });
    await app().api.sql.query(`update person set lang = 'en' where id = $1`, [person.userId]);
    const visitor = await app().visit({ session: await makeSession(team, person), language: 'en' });
    const { id } = await invited(other);
    const { page } = visitor;
    await visitor.open(`/thread/${id}`);
    await page.getByRole('heading', { name: `This request belongs to “${name}”` }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('button', { name: `Switch to “${name}”` }).press('Enter');
    await page.locator('[data-node][aria-current]').filter({ hasText: 'POST /users' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/thread/${id}`);
  });

  test('a foreign, an unknown and an expired id, and no id at all, read alike', async () => {
    const foreign = await makeTeam(app().api, { rateLimit: 1_000_000 });
    const { id } = await invited(foreign);
    const now = app().api.clock.now();
    const ids = [
      id,
      requestIdAt(now),
      requestIdAt(new Date(now.getTime() - 400 * DAY_MS)),
      'no-id',
    ];
    const read: string[] = [];
    for (const one of ids) {
      await owner.open(`/thread/${one}`);
      await owner.page.getByRole('heading', { name: 'No request with this ID' }).waitFor();
      read.push(await owner.page.locator('main').innerText());
    }
    expect(new Set(read).size).toBe(1);
  });
});

test('an endpoint first offers to retry everything since its outage began', async () => {
  const receiver = await openReceiver(answering(503, 200));
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  await hook.attempted(await hook.happen(), 1);
  const { page } = owner;
  await owner.open(`/webhooks/${hook.endpointId}`);
  await page.getByRole('button', { name: 'Resend since…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
  const since = dialog.getByRole('combobox', { name: 'Events since' });
  const chosen = since.locator('option:checked');
  expect(await chosen.innerText()).toMatch(/^the outage began \(/);
  await dialog.getByRole('button', { name: 'Resend 1' }).waitFor();
  await since.selectOption('own');
  const moment = dialog.getByRole('textbox', { name: 'Time' });
  const before = await moment.inputValue();
  await moment.fill('2099-01-01 8:00');
  await dialog.getByText(/1 January 2099 at 08:00/).waitFor();
  // Escape gives up what was typed, and not the dialog.
  await moment.press('Escape');
  expect(await moment.inputValue()).toBe(before);
  // Nothing is sent from a time that the field does not show.
  await moment.fill('evening of 32 July');
  await moment.blur();
  expect(await moment.inputValue()).toBe('evening of 32 July');
  expect(await moment.getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByRole('button', { name: /^Resend/ }).isDisabled()).toBe(true);
  await moment.fill('2099-01-01 8:00');
  await moment.press('Enter');
  await dialog.getByText('There is nothing to resend.').waitFor();
  expect(await owner.violations()).toEqual([]);
  await since.selectOption('failing');
  await dialog.getByRole('button', { name: 'Resend 1' }).click();
  await page.getByText('1 of 1 queued').waitFor();
});

test('a thread counts deliveries if an endpoint has several, and has a mark for each', async () => {
  const of = await makeTeam(app().api, { rateLimit: 1_000_000 });
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [of.owner.userId]);
  const { id, deliveries } = await invited(of);
  const first = String(deliveries[0]);
  // A replay sends an event again with a delivery of its own.
  await app().api.sql.query(
    `insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event_type, created_at)
     select $2, tenant_id, endpoint_id, event_id, event_type, created_at
     from webhook_delivery where id = $1`,
    [first, newId('whd', idTime(first) ?? new Date())],
  );
  const visitor = await app().visit({ session: await makeSession(of, of.owner), language: 'en' });
  await visitor.open(`/request-log?line=${id}`);
  const { page } = visitor;
  await page.getByText('3 deliveries', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^Delivery: / }).count()).toBe(3);
});
