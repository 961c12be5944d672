import type pg from 'pg';
import { connectionSettings } from '../../crm/connection-settings.ts';
import { CrmFailure } from '../../crm/crm-failure.ts';
import { LEASE_MS } from '../../features/crm/lease.ts';
import { isHeld } from '../../shared/time/lease.ts';
import type { ClaimedConnection } from './synchronize/claimed-connection.ts';

// A worker renews its lease with each page, and four times in its length while a provider makes the worker
// wait.
const isFree = `(c.leased_at is null or not (${isHeld('c.leased_at', LEASE_MS)}))`;

/**
 * True for a connection that may take long: it has much to do, or its provider did not answer the last time.
 */
const isLong = `(c.state = 'removing' or c.failures > 0 or c.read_again
  or c.deletion_confirmed is not null
  or coalesce(c.full_at < now() - interval '1 day', true))`;

/** The CRM of a team that is suspended or has ended is not read. Its connections can still be removed. */
const mayRead = `(c.state = 'removing' or exists (
  select from tenant t where t.id = c.tenant_id and t.status = 'active'))`;

const dueOnes = (condition: string, most: string): string => `(
    select c.tenant_id, c.id from crm_connection c
    where c.next_sync_at <= now() and c.state = any ($3::text[]) and ${isFree} and ${mayRead}
      and ${condition}
    order by c.next_sync_at limit ${most} for no key update skip locked)`;

const claiming = {
  name: 'claim crm connections',
  text: `with quick as materialized ${dueOnes(`not ${isLong}`, '$1::integer')},
    long as materialized ${dueOnes(isLong, 'least($2::integer, $1::integer - (select count(*) from quick))')},
    due as materialized (select * from quick union all select * from long)
    update crm_connection c set leased_at = now(), lease_no = c.lease_no + 1,
      broken_off = case when c.leased_at is null then 0 else least(c.broken_off + 1, 1000) end
    from due d where c.tenant_id = d.tenant_id and c.id = d.id
    returning c.tenant_id as "tenantId", c.id, c.provider, c.state, c.settings,
      c.account #- '{reference,fields}' as account,
      c.every_minutes as "everyMinutes", c.daily_budget as "dailyBudget", c.credentials,
      c.credentials_at as "credentialsAt", c.lease_no as "leaseNo", c.next_sync_at as "dueAt",
      now()::timestamptz(3) as "claimedAt", c.next_cause as cause,
      c.broken_off as "brokenOff", c.read_again as "readAgain",
      c.deletion_confirmed as "deletionConfirmed", c.failures, c.full_at as "fullAt",
      case when c.requests_day = current_date then c.requests else 0 end as "requestsToday",
      ${isLong} as "isLong"`,
};

export type Claim = Omit<ClaimedConnection, 'settings' | 'fault'> & {
  settings: unknown;
  isLong: boolean;
};

/** Reads the settings. If they cannot be read, only this connection fails. It can still be removed. */
export function claimedOf({ settings, ...claim }: Claim): ClaimedConnection {
  const { success, data, error } = connectionSettings.safeParse(settings);
  if (success) return { ...claim, settings: data, fault: null };
  const fault = new CrmFailure('internal', { code: 'settings' }, { cause: error });
  return { ...claim, settings: connectionSettings.parse({}), fault };
}

/**
 * Claims due connections, those that have been due longest first. Among `most.all` connections, a limited
 * number may take long. While nothing may be sent, it claims only those that are removed.
 */
export async function claimConnections(
  pool: pg.Pool,
  most: { all: number; long: number },
  maySend = true,
): Promise<Claim[]> {
  const states = maySend ? ['active', 'removing'] : ['removing'];
  const { rows } = await pool.query<Claim>({ ...claiming, values: [most.all, most.long, states] });
  return rows;
}

const renewing = {
  name: 'renew crm leases',
  text: `update crm_connection c set leased_at = now()
    from (
      select r.tenant_id, r.id
      from unnest($1::text[], $2::text[], $3::integer[]) as h (tenant_id, id, lease_no)
      join crm_connection r on r.tenant_id = h.tenant_id and r.id = h.id and r.lease_no = h.lease_no
      where r.leased_at is not null for no key update of r skip locked
    ) held
    where c.tenant_id = held.tenant_id and c.id = held.id`,
};

/**
 * Renews the leases of connections whose provider makes the worker wait. A row that somebody else holds is
 * skipped, so that it holds up no other lease.
 */
export async function renewLeases(
  pool: pg.Pool,
  held: readonly Pick<Claim, 'tenantId' | 'id' | 'leaseNo'>[],
): Promise<void> {
  await pool.query({
    ...renewing,
    values: [
      held.map(({ tenantId }) => tenantId),
      held.map(({ id }) => id),
      held.map(({ leaseNo }) => leaseNo),
    ],
  });
}
