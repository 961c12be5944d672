import { expect, test } from 'vitest';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { prismaAcrossTeams } from '../../src/db/prisma/team-prisma.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/shared/time/durations.ts';
import { claimDue } from '../../src/worker/delivery/claim.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { WebhookRows } from '../delivery/harness/webhook-rows.ts';
import { insertDeliveryRow, strayRows } from '../harness/delivery-rows.ts';
import { links } from '../harness/mailed-links.ts';
import { until } from '../harness/until.ts';
import { setUpRetention } from './harness/retention-rounds.ts';

async function setUp() {
  const rounds = await setUpRetention();
  const { pool, clock } = rounds;
  const rows = new WebhookRows(pool, clock.now());
  await rows.tenant();
  const ids = async (table: string) => {
    const { rows: left } = await pool.query<{ id: string }>(`select id from ${table} order by id`);
    return left.map(({ id }) => id);
  };
  return { ...rounds, rows, ids };
}

test('D170: a delivery is deleted 30 days after its end, with its attempts and its event', async () => {
  const { pool, clock, rows, ids, round } = await setUp();
  const endpoint = await rows.endpoint();
  const ended = { ended_at: clock.now(), created_at: new Date(clock.now().getTime() - DAY_MS) };
  for (const how of [{}, { attempt: 3 }, { given_up_for: 'tenant_disabled' }]) {
    await rows.delivery(endpoint, { status: 'gave_up', ...how, ...ended });
  }
  await rows.delivery(endpoint, { status: 'ok', ...ended });
  const waiting = await rows.delivery(endpoint, { next_try_at: clock.now() });
  clock.travel(30 * DAY_MS);
  await round();
  expect(await ids('webhook_delivery')).toHaveLength(5);
  clock.travel(1);
  await round();
  expect(await ids('webhook_delivery')).toEqual([waiting]);
  expect(await ids('webhook_event')).toHaveLength(1);
  expect((await pool.query('select from webhook_attempt')).rowCount).toBe(0);
  expect((await pool.query('select from webhook_pending')).rowCount).toBe(1);
});

test('an event is kept as long as one of its deliveries', async () => {
  const { clock, rows, ids, round, ago } = await setUp();
  const event = await rows.event(ago(40 * DAY_MS));
  const old = { event_id: event, status: 'ok', ended_at: ago(31 * DAY_MS) } as const;
  await rows.delivery(await rows.endpoint(), old);
  const young = { event_id: event, status: 'gave_up', ended_at: ago(29 * DAY_MS) } as const;
  const kept = await rows.delivery(await rows.endpoint(), young);
  await round();
  expect([await ids('webhook_delivery'), await ids('webhook_event')]).toEqual([[kept], [event]]);
  clock.travel(2 * DAY_MS);
  await round();
  expect([await ids('webhook_delivery'), await ids('webhook_event')]).toEqual([[], []]);
});

test('D144: a delivery held for more than 30 days is given up, with endpoint_paused', async () => {
  const { pool, rows, ago, round } = await setUp();
  const paused = await rows.endpoint({ status: 'disabled_failures' });
  const disabled = await rows.endpoint({ status: 'disabled' });
  const due = { next_try_at: ago(30 * DAY_MS + 1) };
  const longHeld = [
    await rows.delivery(paused, due),
    await rows.delivery(disabled, { ...due, attempt: 3, lease_no: 5, leased_at: ago(HOUR_MS) }),
  ];
  const others = [
    await rows.delivery(paused, { next_try_at: ago(30 * DAY_MS) }),
    await rows.delivery(await rows.endpoint(), due),
    await rows.delivery(paused, { ...due, urgent_at: ago(SECOND_MS) }),
    await rows.delivery(paused, { ...due, leased_at: new Date() }),
  ];
  await round();
  const { rows: found } = await pool.query(
    `select id, status, given_up_for, next_try_at, leased_at, attempt, lease_no,
       ended_at between now() - interval '1 min' and now() as ended_now
     from webhook_delivery_state where status <> 'pending' order by id`,
  );
  const fields = { status: 'gave_up', given_up_for: 'endpoint_paused', ended_now: true };
  const ended = { ...fields, next_try_at: null, leased_at: null };
  const expected = longHeld.toSorted().map((id) => ({
    id,
    ...ended,
    ...(id === longHeld[1] ? { attempt: 3, lease_no: 5 } : { attempt: 0, lease_no: 0 }),
  }));
  expect(found).toEqual(expected);
  const { rows: waiting } = await pool.query('select delivery_id as id from webhook_pending');
  expect(waiting.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
});

test('D166: a deleted endpoint with 10,000 waiting deliveries disappears, and another endpoint of the team does not', async () => {
  const { rows, ids, clock, round, warnings } = await setUp();
  const [gone, stays] = [await rows.endpoint({ deleted_at: clock.now() }), await rows.endpoint()];
  await rows.deliveries(gone, 10_000);
  const shared = await rows.event();
  await rows.delivery(gone, { event_id: shared });
  const kept = await rows.delivery(stays, { event_id: shared });
  await round();
  expect(await ids('webhook_delivery')).toEqual([kept]);
  expect(await ids('webhook_event')).toEqual([shared]);
  // The row of the endpoint stays for an hour, because a change that has read it may not have ended yet.
  clock.travel(HOUR_MS);
  await round();
  expect(await ids('webhook_endpoint')).toEqual([gone, stays].toSorted());
  clock.travel(1);
  await round();
  expect(await ids('webhook_endpoint')).toEqual([stays]);
  expect(warnings).toEqual([]);
});

test('a delivery that was written after the row of its endpoint had gone is deleted 30 days later', async () => {
  const { pool, clock, rows, ids, ago, round, warnings } = await setUp();
  const gone = await rows.endpoint({ deleted_at: ago(2 * HOUR_MS) });
  const change = await pool.connect();
  await change.query('begin');
  const event = await rows.event();
  const named = { id: event.replace('evt', 'whd'), endpoint_id: gone, event_id: event };
  const fields = { tenant_id: 'ten_1', event_type: 'member.invited', created_at: clock.now() };
  await insertDeliveryRow(change, { ...named, ...fields });
  await round();
  await change.query('commit');
  change.release();
  expect(await ids('webhook_endpoint')).toEqual([]);
  clock.travel(30 * DAY_MS);
  await round();
  expect(await ids('webhook_event')).toEqual([event]);
  clock.travel(1);
  await round();
  expect([await ids('webhook_delivery'), await ids('webhook_event')]).toEqual([[], []]);
  expect(warnings).toEqual([]);
});

test('a delivery whose event was removed by hand is not claimed, and is deleted too', async () => {
  const { pool, clock, rows, ids, round } = await setUp();
  await rows.delivery(await rows.endpoint(), { next_try_at: new Date(0) });
  await pool.query('delete from webhook_event');
  await pool.query(
    "update webhook_pending set leased_at = now() - interval '1 h', lost_leases = 32767",
  );
  const wanted = [{ endpointId: (await ids('webhook_endpoint'))[0] ?? '', most: 1 }];
  const options = { wanted, urgent: [], leaseMs: 30_000 };
  const { claimed } = await claimDue(pool, options, null);
  expect(claimed).toEqual([]);
  const { rows: leased } = await pool.query('select lost_leases from webhook_pending');
  expect(leased).toEqual([{ lost_leases: 1_000 }]);
  clock.travel(30 * DAY_MS + 1);
  await round();
  expect(await ids('webhook_delivery')).toEqual([]);
});

test('a team that is removed by hand takes its endpoints, deliveries and attempts along', async () => {
  const { pool, rows, ids } = await setUp();
  await rows.delivery(await rows.endpoint(), { attempt: 1 });
  await pool.query("delete from tenant where id = 'ten_1'");
  expect([await ids('webhook_endpoint'), await ids('webhook_delivery')]).toEqual([[], []]);
  expect(await strayRows(pool)).toEqual([]);
});

test('rows that another transaction has locked are left for the next time', async () => {
  const { pool, rows, ids, ago, round, warnings } = await setUp();
  const endpoint = await rows.endpoint({ deleted_at: ago(0) });
  const held = [await rows.delivery(endpoint), await rows.delivery(endpoint)];
  await rows.delivery(endpoint);
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from webhook_pending where delivery_id = $1 for update', [held[0]]);
  await other.query('select from webhook_delivery where id = $1 for no key update', [held[1]]);
  await round();
  expect(await ids('webhook_delivery')).toEqual(held.toSorted());
  await other.query('commit');
  other.release();
  await round();
  expect(await ids('webhook_delivery')).toEqual([]);
  expect(warnings).toEqual([]);
});

test('four workers at once do the work once, without an error', async () => {
  const { pool, rows, ids, ago, round, warnings } = await setUp();
  await rows.deliveries(await rows.endpoint(), 5_000);
  await rows.arrive(ago(31 * DAY_MS));
  await rows.deliveries(await rows.endpoint({ deleted_at: ago(2 * HOUR_MS) }), 5_000);
  const nothingLeft = async () => (await ids('webhook_delivery')).length === 0;
  // A round on a busy machine ends before it has deleted everything.
  await until('everything to be deleted', async () => {
    await Promise.all([round(), round(), round(), round()]);
    return nothingLeft();
  });
  expect([await ids('webhook_delivery'), await ids('webhook_event')]).toEqual([[], []]);
  expect(await strayRows(pool)).toEqual([]);
  expect(warnings).toEqual([]);
});

test('events without a delivery are deleted after 30 days, however many kept events come before them', async () => {
  const { rows, ids, ago, round } = await setUp();
  await rows.deliveries(await rows.endpoint(), 2_500);
  const [old, young] = [await rows.event(ago(30 * DAY_MS + 1)), await rows.event(ago(30 * DAY_MS))];
  await round();
  const left = await ids('webhook_event');
  expect(left).toHaveLength(2_501);
  expect([left.includes(old), left.includes(young)]).toEqual([false, true]);
});

test('a mail is deleted 90 days after it was written, sent or not', async () => {
  const { rows, ids, ago, round } = await setUp();
  await rows.mail(ago(90 * DAY_MS + 1));
  await rows.mail(ago(90 * DAY_MS + 1), { sent_at: ago(89 * DAY_MS) });
  const kept = await rows.mail(ago(90 * DAY_MS));
  await round();
  expect(await ids('mail')).toEqual([kept]);
});

test('a chore that never ends leaves the others their turn, and stops when the worker stops', async () => {
  const { pool, clock } = await setUp();
  const log = createLogger('silent');
  const rounds: string[] = [];
  const stopping = new AbortController();
  const endless = (name: string) => ({
    name,
    keptMs: 0,
    run: async () => {
      rounds.push(name);
      if (name === 'last') stopping.abort();
      return { count: 1, more: true };
    },
  });
  const rules = [endless('first'), endless('last')];
  const round = { rules, stopping: stopping.signal, shareMs: 100 };
  await runHousekeeping({ pool, clock, log, links }, round);
  expect(rounds[0]).toBe('first');
  expect(rounds.filter((name) => name === 'last')).toHaveLength(1);
});

test('every chore reads along an index, and so do its cascades and checks', async () => {
  const { pool, rows, ago } = await setUp();
  const endpoint = await rows.endpoint({ deleted_at: ago(2 * HOUR_MS) });
  await rows.delivery(endpoint, { attempt: 1 });
  await rows.delivery(await rows.endpoint(), { status: 'ok', ended_at: ago(31 * DAY_MS) });
  await rows.delivery(await rows.endpoint({ status: 'disabled' }), {
    next_try_at: ago(31 * DAY_MS),
  });
  const client = await pool.connect();
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  const prisma = prismaAcrossTeams(new PrismaLoan(client));
  const scanned: unknown[] = [];
  // These chores read small tables: windows of minutes, and the queue, whose views have no such index.
  const small = 'rate windows, failed sign-ins, mails asked for in a day, jobs that were given up';
  for (const { name, run } of retention().filter((chore) => !small.includes(chore.name))) {
    await client.query('begin');
    await run(client, ago(0), prisma);
    const read = 'select $1 as chore, relname from pg_stat_xact_user_tables where seq_scan > 0';
    scanned.push(...(await client.query(read, [name])).rows);
    await client.query('rollback');
  }
  client.release();
  expect(scanned).toEqual([]);
});

test('a job that has failed for the last time is deleted seven days later; a job that is tried again is kept', async () => {
  const { pool, ago, round } = await setUp();
  for (const task of ['given up lately', 'given up long ago', 'tried again']) {
    await pool.query(`select enqueue($1, '{}')`, [task]);
  }
  // The test writes the table behind the view, because the queue offers no way to make a job old.
  await pool.query(
    `update graphile_worker._private_jobs j set updated_at = $1,
       attempts = case when t.identifier like 'given%' then j.max_attempts else 3 end
     from graphile_worker._private_tasks t where t.id = j.task_id`,
    [ago(8 * DAY_MS)],
  );
  await pool.query(
    `update graphile_worker._private_jobs j set updated_at = $1
     from graphile_worker._private_tasks t where t.id = j.task_id and identifier like '%lately'`,
    [ago(6 * DAY_MS)],
  );
  await round();
  const { rows } = await pool.query('select task_identifier as task from graphile_worker.jobs');
  expect(rows.map(({ task }) => task).sort()).toEqual(['given up lately', 'tried again']);
});
