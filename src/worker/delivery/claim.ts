import type pg from 'pg';
import type { Queryable } from '../../db/team-db.ts';
import { isHeld } from '../../shared/time/lease.ts';

/** An endpoint that may have due deliveries, and how many of them may be claimed now. */
type Wanted = { endpointId: string; most: number };

/** The parts of an endpoint that an attempt needs. A claim reads an endpoint once for all its deliveries. */
export type Endpoint = {
  tenantId: string;
  url: string;
  /** Scheme, host and port that have answered 2xx to this endpoint. */
  provenOrigin: string | null;
  /** The team whose share its deliveries use: the parent of a sandbox. */
  parentId: string;
  /** False if the deliveries count against the limits of `origin-limits.ts`. */
  isFree: boolean;
  secret: Buffer;
  /** The database's time of the claim. The signature contains this time. */
  claimedAtMs: number;
  /** False for a team whose API is switched off (D167). */
  enabled: boolean;
  /** The privacy switch of the team. */
  memberDetail: boolean;
};

type Delivery = {
  id: string;
  endpointId: string;
  eventId: string;
  /** The request that has raised the event. Null if no request has. */
  requestId: string | null;
  leaseNo: number;
  /** How many leases in a row have ended without a result. */
  lostLeases: number;
  body: string;
  sinceDueMs: number;
};

/** A delivery that this worker alone may attempt until the lease ends. */
export type Claimed = Delivery & { endpoint: Endpoint };

/** A row is either a delivery or an endpoint. The columns of the other kind are null. */
type Row =
  | (Delivery & { isDelivery: true })
  | (Endpoint & { isDelivery: false; endpointId: string });

const notLeased = `(p.leased_at is null or not (${isHeld('p.leased_at', '$4')}))`;

/**
 * A condition that selects one row by its key. A range with `order by` the key and `limit 1` can use only the
 * index of the key, even in a plan that was made while the tables were empty. `lateral` makes PostgreSQL look
 * up each row by itself. The statements then find the row again by its `ctid`.
 */
export const byKey = (key: string, id: string): string => `${key} between ${id} and ${id}`;

// An unusual spelling of a proven URL is not free here. `origin-limits.ts` parses it.
const isFree = `(not has_api(t.status, t.plan) or coalesce(starts_with(e.url, e.proven_origin)
          and substr(e.url, length(e.proven_origin) + 1, 1) in ('', '/', '?'), false))`;
const ofEndpoint = `e.id, e.tenant_id, e.url, e.proven_origin, e.secret,
        has_api(t.status, t.plan) as enabled, t.member_detail_enabled as member_detail,
        coalesce(t.sandbox_of, t.id) as parent_id,
        ${isFree} as is_free`;
const tenantOf = `cross join lateral (
        select t.id, t.status, t.plan, t.sandbox_of, t.member_detail_enabled from tenant t where t.id = e.tenant_id limit 1) t`;

const columns =
  'id, tenant_id, url, proven_origin, secret, enabled, member_detail, parent_id, is_free';

const statement = {
  name: 'claim',
  text: `with asked as materialized (
      select w.most, ${ofEndpoint}
      from unnest($1::text[], $2::integer[]) as w (endpoint_id, most)
      cross join lateral (
        select e.* from webhook_endpoint e where e.id = w.endpoint_id limit 1
      ) e
      ${tenantOf}
      where e.status = 'active' and e.deleted_at is null
    ), due as materialized (
      select p.found_at from asked e cross join lateral (
        select p.ctid as found_at from webhook_pending p
        where (e.is_free or $5) and p.endpoint_id = e.id and p.next_try_at <= now()
          and p.urgent_at is null and ${notLeased}
        order by p.next_try_at limit e.most
        for update of p skip locked
      ) p
      limit $6
    ), urgent as materialized (
      select p.found_at, ${ofEndpoint}
      from unnest($3::text[]) as u (id)
      cross join lateral (
        select p.ctid as found_at, p.endpoint_id from webhook_pending p
        where ${byKey('p.delivery_id', 'u.id')} and p.urgent_at is not null and ${notLeased}
        order by p.delivery_id limit 1 for update of p skip locked
      ) p
      cross join lateral (
        select e.* from webhook_endpoint e where e.id = p.endpoint_id limit 1
      ) e
      ${tenantOf}
      where e.deleted_at is null
    ), chosen as materialized (
      select found_at from urgent where is_free or $5 union all select found_at from due
      limit $6
    ), taken as (
      update webhook_pending p set
        lease_no = p.lease_no + 1,
        leased_at = now(),
        lost_leases = case when p.leased_at is null then 0 else least(p.lost_leases + 1, 1000) end
      where p.ctid = any (array(select found_at from chosen))
      returning p.delivery_id, p.endpoint_id, p.event_id, p.lease_no, p.lost_leases,
        coalesce(p.urgent_at, p.next_try_at) as due_at
    )
    select true as "isDelivery", p.endpoint_id as "endpointId", p.delivery_id as id,
      p.event_id as "eventId", v.request_id as "requestId", p.lease_no as "leaseNo", p.lost_leases as "lostLeases", v.body,
      date_part('epoch', now() - p.due_at) * 1000 as "sinceDueMs",
      null as "tenantId", null as url, null as "provenOrigin", null::bytea as secret,
      null::boolean as enabled, null::boolean as "memberDetail", null as "parentId", null::boolean as "isFree",
      null::float8 as "claimedAtMs"
    from taken p
    cross join lateral (select v.body, v.request_id from webhook_event v where v.id = p.event_id limit 1) v
    union all
    select false, e.id, null, null, null, null, null, null, null, e.tenant_id, e.url,
      e.proven_origin, e.secret, e.enabled, e.member_detail, e.parent_id, e.is_free, date_part('epoch', now()) * 1000
    from (select ${columns} from asked union all select ${columns} from urgent) e`,
};

export type ClaimOptions = {
  wanted: readonly Wanted[];
  urgent: readonly string[];
  leaseMs: number;
};

/** The lease of all deliveries claimed by one statement, by the clock of this process. */
export type Lease = { claimedAt: number; endsAt: number };

/** The claimed deliveries, and the endpoints of which none were claimed because limits may apply. */
type ClaimResult = { claimed: Claimed[]; limited: Map<string, Endpoint> };

/**
 * Claims due deliveries of these endpoints, oldest first, and the urgent deliveries with these ids,
 * even if the endpoint is paused or at its limit. Without `most`, it leaves out endpoints whose host is not
 * proven: `OriginLimits` says how many of their deliveries may be claimed (null: all).
 */
export async function claimDue(
  db: Queryable,
  { wanted, urgent, leaseMs }: ClaimOptions,
  most?: number | null,
): Promise<ClaimResult> {
  const { rows } = await db.query<Row>({
    ...statement,
    values: [
      wanted.map(({ endpointId }) => endpointId),
      wanted.map((each) => each.most),
      urgent,
      leaseMs,
      most !== undefined,
      most ?? null,
    ],
  });
  return resultOf(rows, most === undefined);
}

function resultOf(rows: readonly Row[], leavesOut: boolean): ClaimResult {
  const endpoints = new Map<string, Endpoint>();
  const limited = new Map<string, Endpoint>();
  for (const row of rows) {
    if (row.isDelivery) continue;
    endpoints.set(row.endpointId, row);
    if (leavesOut && !row.isFree) limited.set(row.endpointId, row);
  }
  const claimed: Claimed[] = [];
  for (const row of rows) {
    const endpoint = endpoints.get(row.endpointId);
    if (row.isDelivery && endpoint) claimed.push(Object.assign(row, { endpoint }));
  }
  return { claimed, limited };
}

type Claim = { id: string; leaseNo: number };

/**
 * Lets other workers claim deliveries that this worker has claimed but not started. They are due as before,
 * and their lease does not count as lost.
 */
export async function unclaim(pool: pg.Pool, claims: readonly Claim[]): Promise<void> {
  await pool.query(
    `update webhook_pending p set leased_at = null
     from unnest($1::text[], $2::integer[]) as c (id, lease_no)
     where p.delivery_id = c.id and p.lease_no = c.lease_no and p.leased_at is not null`,
    [claims.map(({ id }) => id), claims.map(({ leaseNo }) => leaseNo)],
  );
}

// Every statement that locks both rows locks the delivery first and its row in webhook_pending
// second.
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
export async function giveUpForTenant(pool: pg.Pool, claims: readonly Claim[]): Promise<void> {
  const inOrder = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await pool.query({
    ...givingUp,
    values: [inOrder.map(({ id }) => id), inOrder.map(({ leaseNo }) => leaseNo)],
  });
}
