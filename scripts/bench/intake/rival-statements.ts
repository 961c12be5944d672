/** The trainings in `$2`, as `rival-process.ts` writes them. */
const rows = `json_to_recordset($2::json) as r(id text, session_id text, audit_id text, member_id text,
  hash text, duration_s integer, closing smallint, conversation_control smallint,
  needs_analysis smallint, objection_handling smallint, value_argument smallint, total smallint,
  tips jsonb)`;

/**
 * The SQL of `rival-process.ts`, with which the bench compares the product's `intake`. `$1` is the team and `$3` the
 * time. `$2` has the trainings as JSON, but for `events` the events as JSON, and for `members` the ids of the people.
 */
export const rivalStatements = {
  team: `select t.member_detail_enabled from tenant t where t.id = $1 and t.status = 'active'`,
  members: `select m.id, m.user_id from member m
    where m.tenant_id = $1 and m.user_id = any ($2) and m.status = 'active' for share`,
  trainings: `insert into training (tenant_id, id, member_id, status, duration_s, created_at, finished_at)
    select $1, r.id, r.member_id, 'scored', r.duration_s, $3, $3 from ${rows}`,
  sessions: `insert into training_intake (tenant_id, session_id, training_id, started_with)
    select $1, r.session_id, r.id, decode(r.hash, 'hex') from ${rows}`,
  evaluations: `insert into evaluation (tenant_id, training_id, closing, conversation_control,
      needs_analysis, objection_handling, value_argument, total, tips, created_at, updated_at)
    select $1, r.id, r.closing, r.conversation_control, r.needs_analysis, r.objection_handling,
      r.value_argument, r.total, r.tips, $3, $3 from ${rows}`,
  analytics: `insert into analytics_change (tenant_id, at, id, member_id)
    select $1, $3::timestamptz, gen_random_uuid(), r.member_id from ${rows} group by r.member_id`,
  audit: `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
    select $1, r.audit_id, 'service', 'service', 'training.recorded', r.id, $3 from ${rows}`,
  events: `with r as materialized (
      select * from json_to_recordset($2::json) as e(id text, type text, body text)
    ), taken as materialized (
      select r.id as event_id, r.type, e.id as endpoint_id,
        'whd_' || substr(r.id, 5, 10) || left(md5(r.id || e.id), 16) as id
      from r join webhook_endpoint e
        on e.tenant_id = $1 and e.deleted_at is null and r.type = any (e.events)
    ), events as (
      insert into webhook_event (tenant_id, id, type, body, created_at)
      select $1, r.id, r.type, r.body, $3 from r
    ), deliveries as (
      insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
      select $1, t.id, t.endpoint_id, t.event_id, t.type, $3 from taken t
    ), pending as (
      insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
      select $1, t.id, t.endpoint_id, t.event_id, now() from taken t
    )
    select enqueue('webhook.deliver', json_build_object('tenant', $1::text, 'endpoints',
      (select json_agg(distinct t.endpoint_id) from taken t)))`,
} as const;
