-- The state of a delivery: pending, given up, or else that of its last attempt.
create view webhook_delivery_state as
select d.tenant_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.created_at,
  case when p.delivery_id is not null then 'pending'
    when a.n is not null and a.error is null and d.given_up_for is null then 'ok'
    else 'gave_up' end as status,
  coalesce(a.n, 0) as attempt,
  p.next_try_at, p.urgent_at, p.leased_at,
  greatest(p.lease_no, a.lease_no, d.lease_no) as lease_no,
  a.response_code, a.response_ms, a.response_excerpt, coalesce(d.given_up_for, a.error) as error,
  d.given_up_for,
  case when p.delivery_id is not null then null
    when d.given_up_for is not null then d.given_up_at else a.started_at end as ended_at
from webhook_delivery d
left join lateral (
  select p.* from webhook_pending p where p.delivery_id = d.id limit 1
) p on true
left join lateral (
  select a.* from webhook_attempt a where a.delivery_id = d.id order by a.n desc limit 1
) a on true;
