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
// else changes the row. Rows are locked in the order in which they are given and endpoints after them
// in the order of their ids, so that two workers never wait for each other in a circle. A manual
// attempt leaves the schedule as it is (D148). What has ended waits no more; its delivery stays as it
// was written, and the attempt says what has become of it.
const statement = {
  name: 'finish',
  text: `with result as (
      select * from unnest($1::text[], $2::integer[], $3::smallint[], $4::integer[], $5::text[],
        $6::text[], $8::real[]) as r (id, lease_no, code, ms, excerpt, error, waited)
    ), decided as materialized (
      select p.ctid as found_at, p.tenant_id, p.delivery_id, p.endpoint_id, p.lease_no, p.is_ping,
        p.attempt + 1 as n, p.retries, p.next_try_at,
        p.leased_at + r.waited * interval '1 ms' as started_at, r.code, r.ms, r.excerpt, r.error,
        p.manual, r.error is null or case when p.manual then p.next_try_at is null
          else p.retries >= cardinality($7::bigint[]) end as ends
      from result r cross join lateral (
        select p.ctid, p.*,
          p.urgent_at is not null and (p.attempt > 0 or p.next_try_at is null) as manual
        from webhook_pending p
        where ${byKey('p.delivery_id', 'r.id')} and p.lease_no = r.lease_no
          and p.leased_at is not null
        order by p.delivery_id limit 1
      ) p
      cross join lateral (
        select e.deleted_at from webhook_endpoint e where e.id = p.endpoint_id limit 1
      ) e
      where e.deleted_at is null
    ), ended as (
      delete from webhook_pending p using decided o
      where o.ends and p.ctid = o.found_at and p.lease_no = o.lease_no and p.leased_at is not null
      returning o.*
    ), again as (
      update webhook_pending p set
        attempt = o.n,
        next_try_at = case when o.manual then o.next_try_at
          else now() + ($7::bigint[])[o.retries + 1] * interval '1 ms' end,
        retries = o.retries + (not o.manual)::integer,
        urgent_at = null,
        leased_at = null,
        lost_leases = 0
      from decided o
      where not o.ends and p.ctid = o.found_at and p.lease_no = o.lease_no
        and p.leased_at is not null
      returning o.*
    ), finished as materialized (
      select * from ended union all select * from again
    ), attempted as (
      insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code,
        response_ms, response_excerpt, error, lease_no)
      select f.tenant_id, f.delivery_id, f.n, f.started_at, f.code, f.ms, f.excerpt, f.error,
        f.lease_no
      from finished f
    ), verdict as (
      select f.endpoint_id, bool_or(f.error is null) as ok,
        bool_or(f.error <> all ('{worker_lost,secret_unreadable}') and not f.is_ping) as bad
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
    select case when (select count(*) from finished) < cardinality($1::text[])
      then array(select delivery_id from finished) end as finished`,
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
  // Null when all were.
  const { rows } = await pool.query<{ finished: string[] | null }>({
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
  const finished = rows[0]?.finished ? new Set(rows[0].finished) : null;
  return results.map(({ id }) => finished?.has(id) ?? true);
}

type Lease = { id: string; leaseNo: number };

/** Leaves to others what was claimed and not begun: due as before, and no lease is lost. */
export async function giveBack(pool: pg.Pool, leases: readonly Lease[]): Promise<void> {
  await pool.query(
    `update webhook_pending p set leased_at = null
     from unnest($1::text[], $2::integer[]) as c (id, lease_no)
     where p.delivery_id = c.id and p.lease_no = c.lease_no and p.leased_at is not null`,
    [leases.map(({ id }) => id), leases.map(({ leaseNo }) => leaseNo)],
  );
}

// The delivery is locked before what waits of it, as by everybody who takes both.
const givingUp = {
  name: 'give up',
  text: `with held as materialized (
      select d.found_at, p.found_at as waits_at, p.lease_no
      from unnest($1::text[], $2::integer[]) as c (id, lease_no)
      cross join lateral (
        select d.ctid as found_at, d.id from webhook_delivery d
        where ${byKey('d.id', 'c.id')} order by d.id limit 1 for no key update of d
      ) d
      cross join lateral (
        select p.ctid as found_at, p.lease_no from webhook_pending p
        where ${byKey('p.delivery_id', 'd.id')} and p.lease_no = c.lease_no
          and p.leased_at is not null
        order by p.delivery_id limit 1 for update of p
      ) p
    ), ended as (
      delete from webhook_pending p where p.ctid = any (array(select waits_at from held))
    )
    update webhook_delivery d
    set given_up_for = 'tenant_disabled', given_up_at = now(), lease_no = h.lease_no
    from held h where d.ctid = h.found_at`,
};

/** Ends deliveries of a team whose API is switched off, without an attempt (D167). */
export async function giveUpForTenant(pool: pg.Pool, leases: readonly Lease[]): Promise<void> {
  const inOrder = leases.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await pool.query({
    ...givingUp,
    values: [inOrder.map(({ id }) => id), inOrder.map(({ leaseNo }) => leaseNo)],
  });
}
