import type pg from 'pg';
import { strayRows } from '../../harness/delivery-rows.ts';

type Rows = {
  endpoint: string;
  failing: boolean | null;
  stray: string[];
  deliveries: { id: string }[];
};

/** Reads an endpoint and its deliveries from the tables, in the terms of the model. */
export async function rowsOf(sql: pg.Pool, endpointId: string): Promise<Rows> {
  const { rows: deliveries } = await sql.query<{ id: string }>(
    `select s.id, s.status, s.attempt, p.attempt as made, p.retries, p.lost_leases,
       array(select a.lease_no from webhook_attempt a where a.delivery_id = s.id
         order by a.n) as tried,
       s.next_try_at is not null as planned, coalesce(s.next_try_at <= now(), false) as due,
       s.urgent_at is not null as urgent, s.leased_at is not null as leased, s.lease_no,
       s.given_up_for, s.ended_at is not null as ended
     from webhook_delivery_state s left join webhook_pending p on p.delivery_id = s.id
     where s.endpoint_id = $1`,
    [endpointId],
  );
  const { rows } = await sql.query<Pick<Rows, 'endpoint' | 'failing'>>(
    `select case when deleted_at is null then status else 'deleted' end as endpoint,
       case when deleted_at is null then failing_since is not null end as failing
     from webhook_endpoint where id = $1`,
    [endpointId],
  );
  const [endpoint] = rows;
  if (!endpoint) throw new Error(`There is no endpoint ${endpointId}`);
  return { ...endpoint, stray: await strayRows(sql), deliveries };
}
