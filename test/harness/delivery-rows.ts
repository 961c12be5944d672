import type pg from 'pg';

type Sql = Pick<pg.Pool, 'query'>;

/** A delivery as a test describes it. This file alone knows the tables. */
export type DeliveryState = {
  /** The default is pending. An ended delivery without `given_up_for` needs at least one attempt. */
  status?: 'pending' | 'ok' | 'gave_up';
  attempt?: number;
  retries?: number;
  /** The time of the next attempt of a pending delivery. The default is now. */
  next_try_at?: Date | string | null;
  urgent_at?: Date | string | null;
  /** The number of the last lease. The default is that of the last attempt. */
  lease_no?: number;
  leased_at?: Date | string | null;
  lost_leases?: number;
  given_up_for?: string;
  ended_at?: Date | string;
};
type NewDelivery = DeliveryState & {
  tenant_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  created_at: Date;
};

/** Inserts the delivery, its pending row and its attempts. Each attempt gets an outcome that fits the state. */
export async function insertDeliveryRow(sql: Sql, row: NewDelivery): Promise<void> {
  const { status = 'pending', given_up_for, ended_at, next_try_at, urgent_at } = row;
  const isPending = status === 'pending';
  const isWaiting = [next_try_at, urgent_at, row.leased_at, row.retries, row.lost_leases].some(
    (value) => value !== undefined,
  );
  if (isPending ? (ended_at ?? given_up_for) : isWaiting || !ended_at) {
    throw new Error(`No delivery is like this: ${JSON.stringify(row)}`);
  }
  const attempt = row.attempt ?? (isPending || given_up_for ? 0 : 1);
  const due = next_try_at === undefined && !urgent_at ? row.created_at : next_try_at;
  const lease_no = row.lease_no ?? attempt;
  const state = { status, attempt, lease_no, retries: 0, lost_leases: 0 };
  await sql.query(insertion, [JSON.stringify({ ...state, ...row, next_try_at: due })]);
}

const insertion = `with given as materialized (
    select * from jsonb_to_record($1) as g (tenant_id text, id text, endpoint_id text, event_id text,
      event_type text, created_at timestamptz, status text, attempt integer, retries smallint,
      next_try_at timestamptz, urgent_at timestamptz, lease_no integer, leased_at timestamptz,
      lost_leases smallint, given_up_for text, ended_at timestamptz)
  ), delivery as (
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at,
      lease_no, given_up_for, given_up_at)
    select tenant_id, id, endpoint_id, event_id, event_type, created_at,
      case when given_up_for is null then 0 else lease_no end, given_up_for,
      case when given_up_for is not null then ended_at end
    from given
  ), pending as (
    insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, is_ping, attempt,
      retries, next_try_at, urgent_at, lease_no, leased_at, lost_leases)
    select tenant_id, id, endpoint_id, event_id, event_type = 'ping', attempt, retries, next_try_at,
      urgent_at, lease_no, leased_at, lost_leases
    from given where status = 'pending'
  )
  insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, error, lease_no)
  select tenant_id, id, n,
    case when n = attempt and given_up_for is null then coalesce(ended_at, created_at)
      else created_at end,
    case when n = attempt and status = 'ok' then 200 else 500 end,
    case when n = attempt and status = 'ok' then null else 'http_status' end,
    -- A lease that lasts, or that ended without an attempt, is later than the lease of the last attempt.
    greatest(0, lease_no - (attempt - n) - (leased_at is not null or given_up_for is not null)::integer)
  from given, generate_series(1, attempt) n`;

/** A delivery, as its view shows it. Columns that only workers see are null once it has ended. */
export type DeliveryRow = {
  tenant_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  created_at: Date;
  status: 'pending' | 'ok' | 'gave_up';
  attempt: number;
  retries: number | null;
  next_try_at: Date | null;
  urgent_at: Date | null;
  lease_no: number;
  leased_at: Date | null;
  lost_leases: number | null;
  given_up_for: string | null;
  ended_at: Date | null;
};

/** `which` is a condition on the view, with the alias `s`. */
export async function deliveryRows(
  sql: Sql,
  which: string,
  values: unknown[],
): Promise<DeliveryRow[]> {
  const { rows } = await sql.query<DeliveryRow>(
    `select s.tenant_id, s.id, s.endpoint_id, s.event_id, s.event_type, s.created_at, s.status,
       s.attempt, p.retries, s.next_try_at, s.urgent_at, s.lease_no, s.leased_at, p.lost_leases,
       s.given_up_for, s.ended_at
     from webhook_delivery_state s left join webhook_pending p on p.delivery_id = s.id
     where ${which} order by s.id`,
    values,
  );
  return rows;
}

export async function deliveryRow(sql: Sql, id: string): Promise<DeliveryRow> {
  const [row] = await deliveryRows(sql, 's.id = $1', [id]);
  if (!row) throw new Error(`There is no delivery ${id}`);
  return row;
}

/** Lists rows without a delivery, and rows that contradict their delivery. A test expects none. */
export async function strayRows(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ stray: string }>(
    `select 'webhook_pending ' || p.delivery_id as stray from webhook_pending p
     where not exists (select from webhook_delivery d where d.id = p.delivery_id
       and d.tenant_id = p.tenant_id and d.endpoint_id = p.endpoint_id and d.event_id = p.event_id
       and (d.event_type = 'ping') = p.is_ping and d.given_up_for is null)
     union all
     select 'webhook_attempt ' || a.delivery_id || ' ' || a.n from webhook_attempt a
     where not exists (select from webhook_delivery d where d.id = a.delivery_id
       and d.tenant_id = a.tenant_id)
     union all
     select 'webhook_retry ' || r.delivery_id || ' ' || r.n from webhook_retry r
     where not exists (select from webhook_delivery d where d.id = r.delivery_id
       and d.tenant_id = r.tenant_id)`,
  );
  return rows.map(({ stray }) => stray);
}
