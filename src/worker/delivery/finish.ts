import type pg from 'pg';
import { byKey } from './claim.ts';

/** What came of an attempt, by the lease under which it was made. */
export type Result = {
  id: string;
  leaseNo: number;
  /** Between the claim and the request. */
  waitedMs: number;
  code: number | null;
  ms: number | null;
  excerpt: string | null;
  /** Null for a success. */
  error: string | null;
};

const succeeded = 'e.id = any (array(select endpoint_id from verdict where ok))';

// The lease number is the fence: whose lease has passed on writes nothing, and while it holds nobody
// else changes the row. Deliveries are locked in the order in which they are given and endpoints after
// them in the order of their ids, so that two workers never wait for each other in a circle. A manual
// attempt leaves the schedule as it is (D148).
const statement = {
  name: 'finish',
  text: `with result as (
      select * from unnest($1::text[], $2::integer[], $3::smallint[], $4::integer[], $5::text[],
        $6::text[], $8::real[]) as r (id, lease_no, code, ms, excerpt, error, waited)
    ), held as materialized (
      select d.ctid as found_at, d.lease_no, d.attempt + 1 as n, d.retries, d.next_try_at,
        d.leased_at + r.waited * interval '1 ms' as started_at, r.code, r.ms, r.excerpt, r.error,
        d.urgent_at is not null and (d.attempt > 0 or d.next_try_at is null) as manual
      from result r cross join lateral (
        select d.ctid, d.* from webhook_delivery d
        where ${byKey('r.id')} and d.lease_no = r.lease_no and d.leased_at is not null
        order by d.id limit 1
      ) d
      cross join lateral (
        select e.deleted_at from webhook_endpoint e where e.id = d.endpoint_id limit 1
      ) e
      where e.deleted_at is null
    ), decided as (
      select h.*, case
        when h.error is null then 'ok'
        when h.manual and h.next_try_at is not null then 'pending'
        when h.manual or h.retries >= cardinality($7::bigint[]) then 'gave_up'
        else 'pending' end as status
      from held h
    ), finished as (
      update webhook_delivery d set
        attempt = o.n,
        status = o.status,
        next_try_at = case
          when o.status <> 'pending' then null
          when o.manual then o.next_try_at
          else now() + ($7::bigint[])[o.retries + 1] * interval '1 ms' end,
        retries = o.retries + (o.status = 'pending' and not o.manual)::integer,
        urgent_at = null,
        leased_at = null,
        lost_leases = 0,
        ended_at = case when o.status <> 'pending' then now() end
      from decided o
      where d.ctid = o.found_at and d.lease_no = o.lease_no and d.leased_at is not null
      returning d.id, d.tenant_id, d.endpoint_id, d.event_type, o.n, o.started_at, o.code, o.ms,
        o.excerpt, o.error
    ), attempted as (
      insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code,
        response_ms, response_excerpt, error)
      select f.tenant_id, f.id, f.n, f.started_at, f.code, f.ms, f.excerpt, f.error from finished f
    ), verdict as (
      select f.endpoint_id, bool_or(f.error is null) as ok,
        bool_or(f.error <> all ('{worker_lost,secret_unreadable}') and f.event_type <> 'ping') as bad
      from finished f group by f.endpoint_id
    ), stamped as (
      update webhook_endpoint e set
        last_success_at = case when ${succeeded} then now() else e.last_success_at end,
        failing_since = case when ${succeeded} then null else now() end
      where e.id = any (array(select endpoint_id from verdict)) and e.status = 'active' and case
        when ${succeeded} then e.failing_since is not null or e.last_success_at is null
          or e.last_success_at < now() - interval '1 s'
        else e.id = any (array(select endpoint_id from verdict where bad))
          and e.failing_since is null end
    )
    select id from finished`,
};

/** An array as PostgreSQL reads it, of words and numbers of our own: quoting each costs more than the rest. */
function listOf<Row>(rows: readonly Row[], value: (row: Row) => string | number | null): string {
  return `{${rows.map((row) => value(row) ?? 'null').join(',')}}`;
}

/** Records attempts and what follows from them, all in one statement; answers whose fence held. */
export async function finishAttempts(
  pool: pg.Pool,
  results: readonly Result[],
  retryDelaysMs: readonly number[],
): Promise<boolean[]> {
  const inOrder = results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await pool.query<{ id: string }>({
    ...statement,
    values: [
      listOf(inOrder, ({ id }) => id),
      listOf(inOrder, ({ leaseNo }) => leaseNo),
      listOf(inOrder, ({ code }) => code),
      listOf(inOrder, ({ ms }) => ms),
      inOrder.map(({ excerpt }) => excerpt),
      listOf(inOrder, ({ error }) => error),
      retryDelaysMs,
      listOf(inOrder, ({ waitedMs }) => waitedMs),
    ],
  });
  const finished = new Set(rows.map(({ id }) => id));
  return results.map(({ id }) => finished.has(id));
}

/** Leaves to others what was claimed and not begun: due as before, and no lease is lost. */
export async function giveBack(
  pool: pg.Pool,
  claimed: readonly { id: string; leaseNo: number }[],
): Promise<void> {
  await pool.query(
    `update webhook_delivery d set leased_at = null
     from unnest($1::text[], $2::integer[]) as c (id, lease_no)
     where d.id = c.id and d.lease_no = c.lease_no and d.leased_at is not null`,
    [claimed.map(({ id }) => id), claimed.map(({ leaseNo }) => leaseNo)],
  );
}

/** Ends deliveries of a team whose API is switched off, without an attempt (D167). */
export async function giveUpForTenant(
  pool: pg.Pool,
  claimed: readonly { id: string; leaseNo: number }[],
): Promise<void> {
  await pool.query(
    `update webhook_delivery d set status = 'gave_up', given_up_for = 'tenant_disabled',
       next_try_at = null, urgent_at = null, leased_at = null, ended_at = now()
     from unnest($1::text[], $2::integer[]) as c (id, lease_no)
     where d.id = c.id and d.lease_no = c.lease_no and d.leased_at is not null`,
    [claimed.map(({ id }) => id), claimed.map(({ leaseNo }) => leaseNo)],
  );
}
