import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/shared/log.ts';
import { claimDue } from '../../src/worker/delivery/claim.ts';
import { recordAttempts } from '../../src/worker/delivery/record-attempts.ts';
import { giveUpForTenant } from '../../src/worker/delivery/release-claims.ts';
import { strayRows } from '../harness/delivery-rows.ts';
import { emptyDatabase, migrateBefore } from './migrations.ts';

/** Deliveries as 0.2.0 has left them behind, by what is the matter with them. */
const old = {
  fresh: { next_try_at: '-1 s' },
  fresh_ping: { next_try_at: '-1 s', urgent_at: '-1 s', event_type: 'ping' },
  planned: { attempt: 2, retries: 2, lease_no: 3, next_try_at: '1 h' },
  leased: { attempt: 1, retries: 1, lease_no: 2, next_try_at: '-1 s', leased_at: '-1 s' },
  lost: { lease_no: 4, lost_leases: 3, next_try_at: '-1 h', leased_at: '-1 h' },
  urgent: { attempt: 3, retries: 2, lease_no: 3, next_try_at: '1 d', urgent_at: '-1 s' },
  asked_again: { attempt: 8, retries: 7, lease_no: 9, urgent_at: '-1 s' },
  ok: { status: 'ok', attempt: 1, lease_no: 1, ended_at: '-1 h' },
  ok_late: { status: 'ok', attempt: 3, retries: 2, lease_no: 7, ended_at: '-1 h' },
  failed: { status: 'gave_up', attempt: 8, retries: 7, lease_no: 8, ended_at: '-1 d' },
  held: { status: 'gave_up', ended_at: '-1 d', given_up_for: 'endpoint_paused' },
  suspended: {
    ...{ status: 'gave_up', attempt: 2, retries: 2, lease_no: 5 },
    ...{ ended_at: '-1 d', given_up_for: 'tenant_disabled' },
  },
} as const;
type Old = { [column: string]: string | number };

/** In the middle of its work, with one endpoint. */
async function used(url: string): Promise<pg.Pool> {
  await migrateBefore(url, '_pending_deliveries');
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  onTestFinished(() => pool.end());
  await pool.query(`
    insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'A', 'team', 5, now());
    insert into webhook_endpoint (id, tenant_id, url, events, secret, api_version, created_at)
    values ('whe_1', 'ten_1', 'https://a.example', '{member.joined}', '', '2026-11', now())`);
  for (const [name, { event_type = 'member.joined', ...row }] of Object.entries<Old>(old)) {
    const [id, event] = [`whd_${name}`, `evt_${name}`];
    await pool.query("insert into webhook_event values ($1, 'ten_1', $2, '{}', now())", [
      ...[event, event_type],
    ]);
    const columns = Object.keys(row);
    const places = columns.map((column, i) =>
      column.endsWith('_at') ? `now() + $${i + 4}::interval` : `$${i + 4}`,
    );
    await pool.query(
      `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at,
         ${columns.join(', ')})
       values ('ten_1', $1, 'whe_1', $2, $3, now() - interval '2 d', ${places.join(', ')})`,
      [id, event, event_type, ...Object.values(row)],
    );
  }
  await pool.query(`
    insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, response_ms,
      response_excerpt, error)
    select 'ten_1', id, n, coalesce(ended_at, now()) - (attempt - n + 1) * interval '1 s',
      case when n = attempt and status = 'ok' then 200 else 500 + n end, n, 'answer ' || n,
      case when n = attempt and status = 'ok' then null else 'http_status' end
    from webhook_delivery, generate_series(1, attempt) n`);
  return pool;
}

/** What the API tells and workers go by. */
const columns = `d.id, d.tenant_id, d.endpoint_id, d.event_id, d.event_type, d.created_at, d.status,
  d.attempt, d.next_try_at, d.urgent_at, d.lease_no, d.leased_at, d.given_up_for, d.ended_at`;

const oldState = `select ${columns}, a.response_code, a.response_ms, a.response_excerpt,
    coalesce(d.given_up_for, a.error) as error, a.started_at,
    case when d.status = 'pending' then d.retries end as retries,
    case when d.status = 'pending' then d.lost_leases end as lost_leases,
    case when d.status = 'pending' then d.event_type = 'ping' end as is_ping,
    case when d.status = 'pending' then d.attempt end as made
  from webhook_delivery d
  left join webhook_attempt a on a.delivery_id = d.id and a.n = d.attempt order by d.id`;

const newState = `select ${columns}, d.response_code, d.response_ms, d.response_excerpt, d.error,
    p.retries, p.lost_leases, p.is_ping, p.attempt as made
  from webhook_delivery_state d left join webhook_pending p on p.delivery_id = d.id order by d.id`;

test('what 0.2.0 has left behind is told as it was, whatever state it was in', async () => {
  const url = await emptyDatabase();
  const pool = await used(url);
  const { rows: before } = await pool.query(oldState);
  expect(before).toHaveLength(Object.keys(old).length);
  await migrate(url, createLogger('silent'));
  const { rows: after } = await pool.query(newState);
  const expected = before.map(({ started_at, ...row }) => {
    // The last attempt is the end, unless it was given up without one.
    const endedByAttempt = row.status !== 'pending' && row.given_up_for === null;
    return endedByAttempt ? { ...row, ended_at: started_at } : row;
  });
  expect(after).toEqual(expected);
  expect(await strayRows(pool)).toEqual([]);
});

test('what 0.2.0 has left pending goes on: leases are counted on, and what holds one keeps it', async () => {
  const url = await emptyDatabase();
  const pool = await used(url);
  await migrate(url, createLogger('silent'));
  const result = { waitedMs: 0, code: 200, ms: 1, excerpt: '', error: null };
  const urgent = ['whd_fresh_ping', 'whd_urgent', 'whd_asked_again', 'whd_ok', 'whd_failed'];
  const wanted = [{ endpointId: 'whe_1', most: 100 }];
  const claimed = await claimDue(pool, { wanted, urgent, lease: 30_000 });
  const leases = Object.fromEntries(claimed.map(({ id, leaseNo }) => [id.slice(4), leaseNo]));
  expect(leases).toEqual({ fresh: 1, fresh_ping: 1, lost: 5, urgent: 4, asked_again: 10 });
  const taken = claimed.map(({ id, leaseNo }) => ({ id, leaseNo }));
  const last = taken.filter(({ id }) => id === 'whd_lost');
  await giveUpForTenant(pool, last);
  const others = [...taken.filter(({ id }) => id !== 'whd_lost'), { id: 'whd_leased', leaseNo: 2 }];
  const written = await recordAttempts(
    pool,
    others.map((lease) => ({ ...lease, ...result })),
    [60_000],
  );
  expect(written).toEqual(others.map(() => true));
  const { rows } = await pool.query(
    `select id, status, attempt, lease_no, given_up_for from webhook_delivery_state
     where id = any ($1) order by id`,
    [[...taken.map(({ id }) => id), 'whd_leased']],
  );
  const ok = { status: 'ok', given_up_for: null };
  expect(rows).toEqual([
    { id: 'whd_asked_again', ...ok, attempt: 9, lease_no: 10 },
    { id: 'whd_fresh', ...ok, attempt: 1, lease_no: 1 },
    { id: 'whd_fresh_ping', ...ok, attempt: 1, lease_no: 1 },
    { id: 'whd_leased', ...ok, attempt: 2, lease_no: 2 },
    {
      ...{ id: 'whd_lost', status: 'gave_up', attempt: 0, lease_no: 5 },
      given_up_for: 'tenant_disabled',
    },
    { id: 'whd_urgent', ...ok, attempt: 4, lease_no: 4 },
  ]);
  const { rows: waiting } = await pool.query('select delivery_id as id from webhook_pending');
  expect(waiting).toEqual([{ id: 'whd_planned' }]);
  expect(await strayRows(pool)).toEqual([]);
});

/** The statements by which 0.2.0 raises an event and takes a manual retry. */
const raiseOf020 = `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type,
    next_try_at, urgent_at, created_at)
  values ('ten_1', 'whd_raised', 'whe_1', 'evt_fresh', 'member.joined', now(), null, now()),
    ('ten_1', 'whd_pinged', 'whe_1', 'evt_fresh_ping', 'ping', now(), now(), now())`;
const retryOf020 = `update webhook_delivery d
  set status = 'pending', urgent_at = now(), ended_at = null, given_up_for = null
  where d.tenant_id = 'ten_1' and d.id = any ('{whd_planned,whd_failed,whd_held,whd_suspended}')`;

test('what 0.2.0 raises and takes up again beside this version waits for its workers', async () => {
  const url = await emptyDatabase();
  const pool = await used(url);
  await migrate(url, createLogger('silent'));
  const { rows: before } = await pool.query(newState);
  await pool.query(raiseOf020);
  await pool.query(retryOf020);
  const { rows: after } = await pool.query(newState);
  const retried = ['whd_planned', 'whd_failed', 'whd_held', 'whd_suspended'];
  for (const row of before.filter(({ id }) => retried.includes(id))) {
    const is = after.find(({ id }) => id === row.id);
    const { status, attempt, next_try_at, lease_no, given_up_for, ended_at, made } = is;
    expect([row.id, status, is.urgent_at === null, given_up_for, ended_at]).toEqual([
      ...[row.id, 'pending', false, null, null],
    ]);
    // Its schedule stays where it was, and its leases are counted on (D148).
    expect([row.id, attempt, made, next_try_at, lease_no]).toEqual([
      ...[row.id, row.attempt, row.attempt, row.next_try_at, row.lease_no],
    ]);
  }
  const others = after.filter(({ id }) => !retried.includes(id) && !/raised|pinged/.test(id));
  expect(others).toEqual(before.filter(({ id }) => !retried.includes(id)));
  const raised = { status: 'pending', attempt: 0, made: 0, lease_no: 0, retries: 0 };
  expect(after.filter(({ id }) => /raised|pinged/.test(id))).toMatchObject([
    { id: 'whd_pinged', ...raised, is_ping: true, urgent_at: expect.any(Date) },
    { id: 'whd_raised', ...raised, is_ping: false, urgent_at: null },
  ]);
  // Its own workers have nothing to claim, whose results nobody would take.
  const { rowCount } = await pool.query(
    `select from webhook_delivery
     where next_try_at is not null or urgent_at is not null or leased_at is not null`,
  );
  expect(rowCount).toBe(0);
  expect(await strayRows(pool)).toEqual([]);
});

test('what this version has delivered is not sent again by a manual retry that 0.2.0 still takes', async () => {
  const url = await emptyDatabase();
  const pool = await used(url);
  await migrate(url, createLogger('silent'));
  const result = { waitedMs: 0, code: 200, ms: 1, excerpt: '', error: null };
  await recordAttempts(pool, [{ id: 'whd_leased', leaseNo: 2, ...result }], [60_000]);
  await pool.query("update webhook_delivery set urgent_at = now() where id = 'whd_leased'");
  const { rows } = await pool.query(
    "select status, urgent_at from webhook_delivery_state where id = 'whd_leased'",
  );
  expect(rows).toEqual([{ status: 'ok', urgent_at: null }]);
  expect(await strayRows(pool)).toEqual([]);
});

test('CHANGELOG.md: who goes back gives 0.2.0 what it knew, and hands it over again', async () => {
  const url = await emptyDatabase();
  const pool = await used(url);
  const { rows: before } = await pool.query(oldState);
  await migrate(url, createLogger('silent'));
  const { rows: state } = await pool.query(newState);
  const blocks = [...(await readFile('CHANGELOG.md', 'utf8')).matchAll(/```sql\n(.*?)```/gs)];
  const at = blocks.findIndex(([, sql = '']) => sql.includes('truncate webhook_pending'));
  const [back = '', forth = ''] = blocks.slice(at, at + 2).map(([, sql]) => sql);
  const run = async (sql: string) => {
    for (const statement of sql.split(';').filter((text) => text.trim())) {
      await pool.query(statement);
    }
  };
  await run(back);
  const { rows: after } = await pool.query(oldState);
  const expected = before.map(({ started_at, ...row }) => {
    const endedByAttempt = row.status !== 'pending' && row.given_up_for === null;
    // All processes have been stopped: nobody holds anything.
    const ended_at = endedByAttempt ? started_at : row.ended_at;
    return { ...row, started_at, ended_at, leased_at: null };
  });
  expect(after).toEqual(expected);
  expect((await pool.query('select from webhook_pending')).rowCount).toBe(0);

  const migration = 'prisma/migrations/20261120230000_pending_deliveries/migration.sql';
  await pool.query(/create trigger [^;]*;/.exec(await readFile(migration, 'utf8'))?.[0] ?? '');
  await run(forth);
  const { rows: again } = await pool.query(newState);
  // Nobody holds anything, and none was lost.
  const lost_leases = (row: { status: string }) => (row.status === 'pending' ? 0 : null);
  const handedOver = state.map((row) => ({
    ...row,
    leased_at: null,
    lost_leases: lost_leases(row),
  }));
  expect(again).toEqual(handedOver);
});
