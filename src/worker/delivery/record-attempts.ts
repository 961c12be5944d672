import type pg from 'pg';
import { byKey } from './claim.ts';
import { planNextAttempt } from './plan-next-attempt.ts';

/** A host that has just answered 2xx to an endpoint for the first time. */
export type Proof = { endpointId: string; origin: string };

/** The result of an attempt. `error` is null if it succeeded. */
export type AttemptOutcome = {
  code: number | null;
  ms: number | null;
  excerpt: string | null;
  error: string | null;
  /** The time in the signature, in whole seconds. Absent if nothing was signed. */
  signedAt?: number;
  /** True if the request left out what the privacy switch hides. */
  isReduced?: boolean;
};

/** An attempt to be recorded, with the lease under which it was made. */
export type AttemptRecord = AttemptOutcome & {
  id: string;
  leaseNo: number;
  /** The time between the claim and the request. */
  waitedMs: number;
  proves?: Proof;
};

const plan = planNextAttempt({ pending: 'p', error: 'r.error', delaysMs: '$7::bigint[]' });
// The columns of `decided` that the statements below read. Each row passes through memory twice, so
// the other columns are left out.
const outcome = `o.tenant_id, o.delivery_id, o.endpoint_id, o.lease_no, o.is_ping, o.n, o.started_at,
        o.code, o.ms, o.excerpt, o.error, o.signed_at, o.is_reduced`;
const succeeded = 'e.id = any (array(select endpoint_id from by_hour where has_ok))';

// Only the holder of the current lease number may write a result, and no other process changes a leased row.
// The statement locks the rows in the given order, and then the hours and the endpoints in the order of their
// ids. So two workers never wait for each other. A delivery that has ended loses its row in webhook_pending.
// Its row in webhook_delivery stays unchanged. The view webhook_delivery_state derives the status (pending,
// ok or gave_up) from these rows and the last attempt.
const statement = {
  name: 'record attempts',
  text: `with result as (
      select * from unnest($1::text[], $2::integer[], $3::smallint[], $4::integer[], $5::text[],
        $6::text[], $8::real[], $9::bigint[], $10::boolean[])
        as r (id, lease_no, code, ms, excerpt, error, waited, signed, is_reduced)
    ), decided as materialized (
      select p.ctid as found_at, p.tenant_id, p.delivery_id, p.endpoint_id, p.lease_no, p.is_ping,
        p.attempt + 1 as n, p.leased_at + r.waited * interval '1 ms' as started_at,
        r.code, r.ms, r.excerpt, r.error, to_timestamp(r.signed) as signed_at, r.is_reduced,
        ${plan.ends} as ends
      from result r cross join lateral (
        select p.ctid, p.* from webhook_pending p
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
      returning ${outcome}
    ), again as (
      update webhook_pending p set
        attempt = o.n,
        next_try_at = ${plan.nextTryAt},
        retries = ${plan.retries},
        urgent_at = null,
        leased_at = null,
        lost_leases = 0
      from decided o
      where not o.ends and p.ctid = o.found_at and p.lease_no = o.lease_no
        and p.leased_at is not null
      returning ${outcome}
    ), recorded as not materialized (
      select * from ended union all select * from again
    ), attempted as (
      insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code,
        response_ms, response_excerpt, error, lease_no, signed_at, is_reduced)
      select f.tenant_id, f.delivery_id, f.n, f.started_at, f.code, f.ms, f.excerpt, f.error,
        f.lease_no, f.signed_at, f.is_reduced
      from recorded f
    ), by_hour as materialized (
      select f.tenant_id, f.endpoint_id,
        date_bin('1 hour', f.started_at, 'epoch'::timestamptz) as hour,
        bool_or(f.error is null) as has_ok,
        count(*) filter (where f.error is null and not f.is_ping) as ok,
        count(*) filter (where f.error is not null and not f.is_ping) as failed,
        bool_or(f.error <> all ('{worker_lost,secret_unreadable}') and not f.is_ping) as is_failing
      from recorded f group by 1, 2, 3
    ), counted as (
      insert into webhook_endpoint_hour as h (tenant_id, endpoint_id, hour, ok, failed)
      select f.tenant_id, f.endpoint_id, f.hour, f.ok, f.failed
      from by_hour f where f.ok + f.failed > 0 order by f.endpoint_id, f.hour
      on conflict (tenant_id, endpoint_id, hour) do update
        set ok = h.ok + excluded.ok, failed = h.failed + excluded.failed
    ), stamped as (
      update webhook_endpoint e set
        last_success_at = case when ${succeeded} then now() else e.last_success_at end,
        failing_since = case when ${succeeded} then null else now() end
      where e.id = any (array(select endpoint_id from by_hour)) and e.status = 'active' and case
        when ${succeeded} then e.failing_since is not null or e.last_success_at is null
          or e.last_success_at < now() - interval '1 s'
        else e.id = any (array(select endpoint_id from by_hour where is_failing))
          and e.failing_since is null end
    )
    select case when (select count(*) from recorded) < cardinality($1::text[])
      then array(select delivery_id from recorded) end as recorded`,
};

/**
 * Writes an array in the form that PostgreSQL reads. The values must be words and numbers of our
 * own, because this function does not quote them: quoting each value would cost more than the rest.
 */
function listOf<Row>(rows: readonly Row[], value: (row: Row) => string | number | null): string {
  return `{${rows.map((row) => value(row) ?? 'null').join(',')}}`;
}

/**
 * Writes attempts and their consequences in one statement. Says for each attempt whether it was written:
 * false if another worker holds the delivery by now, or if the delivery is gone.
 */
export async function recordAttempts(
  pool: pg.Pool,
  attempts: readonly AttemptRecord[],
  retryDelaysMs: readonly number[],
): Promise<boolean[]> {
  // The proof is written first: when somebody sees the success, the host must be proven.
  await noteProofs(pool, attempts);
  const inOrder = attempts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  // `recorded` is null if the statement recorded all attempts.
  const { rows } = await pool.query<{ recorded: string[] | null }>({
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
      listOf(inOrder, ({ signedAt }) => signedAt ?? null),
      listOf(inOrder, ({ isReduced }) => `${isReduced === true}`),
    ],
  });
  const recorded = rows[0]?.recorded ? new Set(rows[0].recorded) : null;
  return attempts.map(({ id }) => recorded?.has(id) ?? true);
}

/**
 * Notes which hosts have answered. A note is written once for each host of an endpoint, so further attempts
 * cost nothing. If another worker has taken over the lease of an attempt, nothing is noted, and nothing is
 * recorded either.
 */
async function noteProofs(pool: pg.Pool, attempts: readonly AttemptRecord[]): Promise<void> {
  const proving = new Map<string, AttemptRecord & { proves: Proof }>();
  for (const attempt of attempts) {
    const { proves } = attempt;
    if (proves) proving.set(proves.endpointId, { ...attempt, proves });
  }
  for (const { id, leaseNo, proves } of proving.values()) {
    await pool.query(
      `update webhook_endpoint set proven_origin = $2
       where id = $1 and deleted_at is null and proven_origin is distinct from $2
         and exists (select from webhook_pending p
           where p.delivery_id = $3 and p.lease_no = $4 and p.leased_at is not null)`,
      [proves.endpointId, proves.origin, id, leaseNo],
    );
  }
}
