import { beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../src/operation/system-call.ts';
import { createDemo, type Demo } from '../../src/seed/demo/create-demo.ts';
import { type StepState, writeTraffic } from '../../src/seed/demo/traffic/write-traffic.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { encryptionKey } from '../harness/api.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
let demo: Demo;
let madeAt: Date;
let owner: Browser;
/** The request that made an assignment while somebody looked. */
let newest: string;
let state: StepState = { endpointId: null, waiting: [] };

/** Writes the demo team's data from one time to another. */
async function step(since: Date, until: Date, isWatched = false): Promise<void> {
  state = await asSystem(api().sql, demo.tenant_id, until, (call) =>
    writeTraffic(call, { period: { since, until }, state, madeAt, secretKey, isWatched }),
  );
}

const hoursAgo = (hours: number) => new Date(api().clock.now().getTime() - hours * HOUR_MS);

async function rows(text: string, tenantId = demo.tenant_id): Promise<Record<string, unknown>[]> {
  return (await api().sql.query(text, [tenantId])).rows;
}

const counts = `select (select count(*) from request_log_line where tenant_id = $1) as requests,
  (select count(*) from training where tenant_id = $1) as trainings,
  (select count(*) from webhook_attempt where tenant_id = $1) as attempts,
  (select count(*) from audit_entry where tenant_id = $1) as deeds`;

const reads = `select count(*) as n from request_log_line where tenant_id = $1 and method = 'GET'`;
const read: Record<'before' | 'after', unknown> = { before: undefined, after: undefined };

beforeAll(async () => {
  madeAt = api().clock.now();
  demo = await createDemo({
    pool: api().sql,
    now: madeAt,
    publicUrl: 'https://app.example.com',
    secretKey,
    language: 'de',
  });
  const [tenantId, userId] = [demo.tenant_id, demo.owner_user_id];
  read.before = await rows(reads);
  await step(hoursAgo(48), hoursAgo(24));
  read.after = await rows(reads);
  // Short steps, like those of a running server.
  for (let hours = 24; hours > 0; hours -= 6) await step(hoursAgo(hours), hoursAgo(hours - 6));
  owner = await makeSession({ api: api(), tenantId } as TestTeam, { userId });
});

test('each page of the demo team has something of the last 24 hours', async () => {
  const since = hoursAgo(24).toISOString();
  const { app } = owner;
  const ofToday = (at: string | null | undefined) => (at ?? '') > since;
  const found = {
    requests: (await app.requestLog.list.query({ since })).data.length,
    usage: (await app.requestLog.usage.query({ from: since.slice(0, 10) })).days.length,
    deliveries: (await app.webhooks.listAllDeliveries.query({ from: since })).data.length,
    audit: (await app.auditLog.list.query({ since })).data.length,
    trainings: (await app.trainings.list.query({ since })).data.length,
    assignments: (await app.assignments.list.query({})).data.filter(({ created_at }) =>
      ofToday(created_at),
    ).length,
    keys: (await app.apiKeys.list.query({})).data.filter(({ last_use }) => ofToday(last_use?.at))
      .length,
  };
  for (const [page, count] of Object.entries(found))
    expect([page, count > 0]).toEqual([page, true]);
});

test('a day has hundreds of requests, most of them in its middle', async () => {
  const ok = (await owner.app.pulse.get.query({})).interfaces?.requests.ok ?? [];
  // The day ends at nine, so the night is its middle.
  const sum = (from: number, to: number) => ok.slice(from, to).reduce((a, b) => a + b, 0);
  expect(sum(0, 72)).toBeGreaterThan(200);
  expect(sum(0, 18)).toBeGreaterThan(3 * sum(30, 48));
});

test('a key was last used by its newest request that was not refused because of the key', async () => {
  expect(
    await rows(`select u.key_id from api_key_use u where u.tenant_id = $1 and u.used_at <
      (select max(created_at) from request_log_line l
       where l.tenant_id = $1 and l.key_id = u.key_id and l.status <> 401)`),
  ).toEqual([]);
});

test('the first step repeats no request of the history, and its evaluations are as old as they say', async () => {
  expect(read.after).toEqual(read.before);
  expect(
    await rows(`select from evaluation where tenant_id = $1 and updated_at > created_at
      and created_at between now() - interval '47 hours' and now() - interval '25 hours'`),
  ).toEqual([]);
});

test("the demo's endpoint has good and bad hours, and nothing is ever sent to it", async () => {
  const { data } = await owner.app.webhooks.endpointHealth.query({
    endpoint_id: String(state.endpointId),
    period: '7d',
  });
  const [live] = data;
  expect(live?.ok).toBeGreaterThan(0);
  expect(live?.failed).toBeGreaterThan(0);
  expect(
    await rows(`select from webhook_pending p join webhook_endpoint e on e.id = p.endpoint_id
    where p.tenant_id = $1 and e.status = 'active'`),
  ).toEqual([]);
});

test('the audit log has the end of each training whose event was raised, with its request', async () => {
  const ended = `select body::json -> 'data' ->> 'training_id' as id, request_id
    from webhook_event where tenant_id = $1 and type = 'training.completed'`;
  expect(
    await rows(`select e.id from (${ended}) e where not exists (select from audit_entry a
      where a.tenant_id = $1 and a.target_id = e.id and a.request_id = e.request_id)`),
  ).toEqual([]);
  expect((await rows(ended)).length).toBeGreaterThan(10);
});

test('the counts by day agree with the log, and short steps leave nothing out', async () => {
  expect(
    await rows(`select d.day, d.key_id from request_day d left join lateral (
       select count(*) as n from request_log_line l where l.tenant_id = $1 and l.key_id = d.key_id
         and (l.created_at at time zone 'UTC')::date = d.day) l on true
     where d.tenant_id = $1 and d.day > current_date - 3
       and l.n <> d.ok + d.client_errors + d.refused + d.limited + d.server_errors`),
  ).toEqual([]);
  const moments = `select count(*)::integer as n, count(distinct (created_at, key_id))::integer as at
    from request_log_line where tenant_id = $1 and created_at > $2`;
  const { rows: before } = await api().sql.query(moments, [demo.tenant_id, hoursAgo(24)]);
  // Each step has written rows of its own, none twice.
  expect(before[0].n).toBe(before[0].at);
  // The same day in one step has the same times.
  await step(hoursAgo(24), hoursAgo(0));
  const { rows: after } = await api().sql.query(moments, [demo.tenant_id, hoursAgo(24)]);
  expect(after[0].n).toBeGreaterThan(before[0].n);
  expect(after[0].at).toBe(before[0].at);
});

test('while somebody looks, something new comes at once and then every forty seconds, and no more than usual', async () => {
  const { sql, clock } = api();
  const lines = async () => Number((await rows(counts))[0]?.requests);
  const steps = async (isWatched: boolean) => {
    const added: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const [before, since] = [await lines(), clock.now()];
      clock.travel(20_000);
      await step(since, clock.now(), isWatched);
      added.push((await lines()) - before);
    }
    return added;
  };
  // No assignment of the CRM is new any more.
  await sql.query('update assignment set note = null where tenant_id = $1', [demo.tenant_id]);
  const posts = `select request_id as id from request_log_line where tenant_id = $1
    and method = 'POST' and status = 201 order by created_at desc, request_id`;
  const before = await rows(posts);
  const seen = await steps(true);
  expect(seen[0]).toBeGreaterThan(0);
  expect(seen.filter((n, index) => n + (seen[index + 1] ?? 1) < 1)).toEqual([]);
  // The busiest twenty minutes of a day have more than ten.
  expect(seen.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(4);
  const [post, ...others] = await rows(posts);
  // One an hour, however long somebody looks.
  expect(others).toEqual(before);
  newest = String(post?.id);
  expect((await steps(false)).filter((n) => n > 0).length).toBeLessThanOrEqual(2);
});

test('the newest request that made an assignment leads to its event and its delivery', async () => {
  const { request, entries, events } = await owner.app.thread.get.query({
    of: 'request',
    id: newest,
  });
  const [entry] = entries;
  const [event] = events ?? [];
  const [delivery] = event?.deliveries ?? [];
  const stages = [entry?.action, event?.type, delivery?.status];
  expect(stages).toEqual(['assignment.created', 'assignment.created', 'ok']);
  const times = [request?.line?.at, entry?.at, event?.at, delivery?.attempts[0]?.at];
  const [asked = 0, changed = 0, raised = 0, sent = 0] = times.map((at) => Date.parse(String(at)));
  expect(changed).toBeGreaterThan(asked);
  expect(changed - asked).toBeLessThanOrEqual(request?.line?.ms ?? 0);
  expect(raised).toBe(changed);
  expect(sent - raised).toBeGreaterThan(100);
});

test('another team gets no data', async () => {
  const team = await makeTeam(api());
  const before = await rows(counts, team.tenantId);
  await step(hoursAgo(12), hoursAgo(0));
  expect(await rows(counts, team.tenantId)).toEqual(before);
});

test('an assignment of the CRM that a person has opened again stays open, and the others are closed', async () => {
  const { sql } = api();
  const assignments = `select id from assignment where tenant_id = $1
    and status = 'open' and note like 'Aus dem CRM%' and created_at < '${hoursAgo(4 * 24).toISOString()}' order by id`;
  // These assignments are older than the days after which the demo closes them.
  await step(hoursAgo(9 * 24), hoursAgo(6 * 24));
  const [first, ...others] = await rows(assignments);
  expect(others.length).toBeGreaterThan(0);
  const assignment_id = String(first?.id);
  for (const status of ['done', 'open'] as const) {
    const { version } = await owner.app.assignments.get.query({ assignment_id });
    await owner.app.assignments.change.mutate({ assignment_id, version, status });
  }
  await step(hoursAgo(1), hoursAgo(0));
  const { rows: after } = await sql.query(
    `select id, status from assignment where tenant_id = $1 and id = any ($2) order by id`,
    [demo.tenant_id, [first, ...others].map((row) => row?.id)],
  );
  expect(after).toEqual([
    { id: assignment_id, status: 'open' },
    ...others.map(({ id }) => ({ id, status: 'done' })),
  ]);
});

test('a key that a person has made gets no requests, whatever its name', async () => {
  const name = 'HubSpot-Abgleich';
  api().clock.travel(1_000);
  const { key_id } = await owner.app.apiKeys.create.mutate({ name, scopes: ['users:read'] });
  await step(hoursAgo(24), hoursAgo(0));
  const { rows: lines } = await api().sql.query(
    `select from request_log_line where tenant_id = $1 and key_id = $2`,
    [demo.tenant_id, key_id],
  );
  expect(lines).toEqual([]);
});

test("a person's own receiver gets no invented deliveries, and an event that it does not subscribe to is not sent", async () => {
  const { sql } = api();
  const set = async (column: string, value: unknown) => {
    await sql.query(`update webhook_endpoint set ${column} = $2 where id = $1`, [
      state.endpointId,
      value,
    ]);
  };
  const delivered = `select e.type, count(*)::integer as n from webhook_delivery d
    join webhook_event e on e.tenant_id = d.tenant_id and e.id = d.event_id
    where d.tenant_id = $1 group by e.type order by e.type`;
  const trained = async () =>
    (await rows(delivered)).find(({ type }) => type === 'training.completed');
  const before = await trained();
  await set('events', ['evaluation.completed']);
  await step(hoursAgo(24), hoursAgo(0));
  expect(await trained()).toEqual(before);
  await set('events', ['training.completed', 'evaluation.completed']);
  const all = await rows(delivered);
  const { rows: was } = await sql.query(`select url from webhook_endpoint where id = $1`, [
    state.endpointId,
  ]);
  await set('url', 'https://own.example.org/hook');
  await step(hoursAgo(24), hoursAgo(0));
  expect(await rows(delivered)).toEqual(all);
  await set('url', was[0].url);
});

test('what a person has ended stays ended: the endpoint, a key, the team', async () => {
  const { sql } = api();
  await sql.query(`update webhook_endpoint set deleted_at = now() where id = $1`, [
    state.endpointId,
  ]);
  await sql.query(
    `update api_key set revoked_at = now() - interval '9 days' where tenant_id = $1`,
    [demo.tenant_id],
  );
  const [before] = await rows(counts);
  await step(hoursAgo(24), hoursAgo(0));
  const [after] = await rows(counts);
  expect(after?.attempts).toBe(before?.attempts);
  const refused = `select count(*)::integer as n from request_log_line where tenant_id = $1
    and code = 'unauthorized' and why->>'reason' = 'revoked'`;
  expect(Number((await rows(refused))[0]?.n)).toBeGreaterThan(3);
  await sql.query(`update tenant set status = 'suspended' where id = $1`, [demo.tenant_id]);
  await step(new Date(hoursAgo(0).getTime() - DAY_MS), hoursAgo(0));
  expect(await rows(counts)).toEqual([after]);
});
