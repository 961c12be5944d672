import type pg from 'pg';
import { byKey } from './claim.ts';

type Claim = { id: string; leaseNo: number };

/**
 * Gives deliveries that were claimed but not started back to other workers. They are due as before,
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
