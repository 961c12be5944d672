import type pg from 'pg';

/** An endpoint that may have due deliveries, and how many of them may be taken now. */
export type Wanted = { endpointId: string; room: number };

/** A delivery that is ours to attempt until the lease is over. */
export type Claimed = {
  id: string;
  tenantId: string;
  endpointId: string;
  eventId: string;
  leaseNo: number;
  /** Leases in a row that ended without a result. */
  lostLeases: number;
  url: string;
  secret: Buffer;
  body: string;
  /** False for a team whose API is switched off (D167). */
  enabled: boolean;
  /** Since the event was raised, at the first attempt. */
  sinceRaisedMs: number | null;
  sinceDueMs: number;
};

/** Long enough for the exchange, and for a database that is away when it ends. */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + 20_000;
}

/** A lease that seems to begin in the future was given before the clock was set back. */
const notLeased = `(d.leased_at is null or d.leased_at < now() - $4 * interval '1 ms'
  or d.leased_at > now() + interval '1 min')`;

/**
 * The delivery of this id. Statements are planned once, perhaps while the tables are empty and every
 * index looks as good as any other: `lateral` and `limit` have each row looked up for itself, its key
 * as a range and in its order (`order by d.id limit 1`) goes along no index but the key's, and `ctid`
 * is where the row was found.
 */
export const byKey = (id: string): string => `d.id between ${id} and ${id}`;

const statement = {
  name: 'claim',
  text: `with due as materialized (
      select p.found_at
      from unnest($1::text[], $2::integer[]) as w (endpoint_id, room)
      cross join lateral (
        select e.* from webhook_endpoint e where e.id = w.endpoint_id limit 1
      ) e
      cross join lateral (
        select d.ctid as found_at from webhook_delivery d
        where d.endpoint_id = e.id and d.next_try_at <= now() and d.urgent_at is null
          and ${notLeased}
        order by d.next_try_at limit w.room
        for update of d skip locked
      ) p
      where e.status = 'active' and e.deleted_at is null
    ), urgent as materialized (
      select p.found_at
      from unnest($3::text[]) as u (id)
      cross join lateral (
        select d.ctid as found_at from webhook_delivery d
        cross join lateral (
          select e.deleted_at from webhook_endpoint e where e.id = d.endpoint_id limit 1
        ) e
        where ${byKey('u.id')} and e.deleted_at is null and d.urgent_at is not null
          and ${notLeased}
        order by d.id limit 1 for update of d skip locked
      ) p
    ), taken as (
      update webhook_delivery d set
        lease_no = d.lease_no + 1,
        leased_at = now(),
        lost_leases = case when d.leased_at is null then 0 else d.lost_leases + 1 end
      where d.ctid = any (array(select found_at from due union all select found_at from urgent))
      returning d.id, d.tenant_id, d.endpoint_id, d.event_id, d.attempt, d.lease_no, d.lost_leases,
        d.created_at, coalesce(d.urgent_at, d.next_try_at) as due_at
    )
    select d.id, d.tenant_id as "tenantId", d.endpoint_id as "endpointId",
      d.event_id as "eventId", d.lease_no as "leaseNo", d.lost_leases as "lostLeases", e.url,
      e.secret, v.body, t.status = 'active' and t.plan <> 'free' as enabled,
      case when d.attempt = 0 and d.lease_no = 1
        then date_part('epoch', now() - d.created_at) * 1000 end as "sinceRaisedMs",
      date_part('epoch', now() - d.due_at) * 1000
        as "sinceDueMs"
    from taken d
    cross join lateral (
      select e.url, e.secret from webhook_endpoint e where e.id = d.endpoint_id limit 1) e
    cross join lateral (select v.body from webhook_event v where v.id = d.event_id limit 1) v
    cross join lateral (select t.status, t.plan from tenant t where t.id = d.tenant_id limit 1) t`,
};

/** Takes what is due of these endpoints, oldest first, and these urgent ones whatever their endpoint. */
export async function claimDue(
  pool: pg.Pool,
  {
    wanted,
    urgent,
    lease,
  }: { wanted: readonly Wanted[]; urgent: readonly string[]; lease: number },
): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>({
    ...statement,
    values: [
      wanted.map(({ endpointId }) => endpointId),
      wanted.map(({ room }) => room),
      urgent,
      lease,
    ],
  });
  return rows;
}
