import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { insert, insertAssignment, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let endpoint_id: string;

beforeEach(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  endpoint_id = await insertEndpoint(team);
});

/** A delivery of an event that this request has made. */
async function deliver(request: unknown, state: { status?: 'ok' | 'gave_up' } = {}) {
  const ended = state.status ? { ended_at: app().api.clock.now() } : {};
  const type = 'assignment.completed';
  const id = await insertDelivery(team, { endpoint_id, type, ...state, ...ended } as never);
  await app().api.sql.query(
    `update webhook_event set request_id = $1
     where id = (select event_id from webhook_delivery where id = $2)`,
    [request, id],
  );
  return id;
}

async function visit() {
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open('/overview');
  const list = visitor.page.getByRole('region', { name: 'Latest' });
  return { visitor, list, row: (name: RegExp) => list.getByRole('link', { name }) };
}

test('a request, its entry and its deliveries are one row, which names the person and leads to the thread', async () => {
  const { memberId: member_id, email } = await team.addMember();
  const id = await insertAssignment(team, { member_id, title: 'Price' });
  const body = { status: 'done' };
  const { headers } = await team.request('PATCH', `/assignments/${id}`, { body });
  const request = headers['x-request-id'];
  await deliver(request);
  await deliver(request);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where tenant_id = $1';
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 1;
  });
  const { visitor, list, row } = await visit();
  await row(/^Assignment changed/)
    .getByText('2 deliveries: Queued')
    .waitFor();
  await row(/^Assignment changed/)
    .getByText(`${email} · Price`)
    .waitFor();
  expect(await list.getByText(/PATCH|assignment\.completed/).count()).toBe(0);
  await row(/^Assignment changed/).click();
  await visitor.page.waitForURL(`**/thread/${request}`);
  visitor.requireClean();
});

test('of a request with several entries, no entry is said to have made its deliveries', async () => {
  const request_id = randomUUID();
  const created_at = app().api.clock.now();
  for (const action of ['assignment.created', 'assignment.changed']) {
    await insert(app().api, 'audit_entry', {
      tenant_id: team.tenantId,
      id: newId('aud', created_at),
      created_at,
      action,
      request_id,
      actor_kind: 'service',
      actor_id: 'service',
      target_id: 'asg_1',
    });
  }
  await deliver(request_id);
  const { row } = await visit();
  await row(/^assignment\.completed/)
    .getByText('One delivery: Queued')
    .waitFor();
  for (const entry of [/^Assignment created/, /^Assignment changed/]) {
    expect(await row(entry).innerText()).not.toContain('delivery');
  }
});

test('an event that no request made is one row, which leads to the delivery that went worst', async () => {
  const { api } = app();
  await deliver(null, { status: 'ok' });
  const worst = await deliver(null, { status: 'gave_up' });
  await api.sql.query(
    `update webhook_delivery set event_id = (select max(event_id) from webhook_delivery where tenant_id = $1)
     where tenant_id = $1`,
    [team.tenantId],
  );
  const { visitor, row } = await visit();
  const event = row(/^assignment\.completed/);
  await event.getByText('2 deliveries: Given up, Delivered').waitFor();
  await event.click();
  await visitor.page.waitForURL(`**/deliveries/${worst}`);
});

test('each happening is one line with its time at the right, and a card says the whole of one that is cut', async () => {
  const { memberId: member_id, email } = await team.addMember();
  const title = 'Price talks about the framework agreement of next year';
  const id = await insertAssignment(team, { member_id, title });
  await team.request('PATCH', `/assignments/${id}`, { body: { status: 'done' } });
  const { visitor, list, row } = await visit();
  const { page } = visitor;
  const whole = page.getByRole('tooltip').filter({ hasText: title });
  const cut = row(/^Assignment changed/);
  for (const width of [1280, 1024, 390]) {
    await visitor.resize({ width, height: 900 });
    await cut.getByText(`${email} · ${title}`).waitFor();
    const lines = await list.getByRole('link').evaluateAll((all) =>
      all.map((line) => {
        const time = line.lastElementChild?.getBoundingClientRect();
        return { height: line.getBoundingClientRect().height, right: Math.round(time?.right ?? 0) };
      }),
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(new Set(lines.map(({ height }) => height))).toEqual(new Set([28]));
    expect(new Set(lines.map(({ right }) => right)).size).toBe(1);
  }
  await visitor.resize({ width: 1280, height: 900 });
  await cut.hover();
  await whole.waitFor();
  expect(await whole.innerText()).toContain(email);
  await page.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  await cut.focus();
  await whole.waitFor();
  expect(await visitor.violations()).toEqual([]);
  // What has room needs no card.
  await row(/^API key created/).focus();
  await whole.waitFor({ state: 'detached' });
  expect(await page.getByRole('tooltip').count()).toBe(0);
  visitor.requireClean();
});
