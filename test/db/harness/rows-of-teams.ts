/** The time of the row `g` of each table. */
export const at = `'2025-11-20'::timestamptz + g * interval '1 hour'`;

const teams = (rows: number) =>
  `(select 'ten_' || n as id from generate_series(1, 30) n) t, generate_series(0, ${rows - 1}) g`;
const id = (noun: string, number = 'g') => `t.id || '_${noun}_' || (${number})`;
const member = id('mem', 'g % 20');

/** Fills 30 teams. Ids are unique among all teams, like real ids. That misleads the planner's estimates most. */
export const rowsOfTeams = [
  `insert into member select t.id, ${id('mem')}, 'usr_' || g, g || '@example.com', 'member',
     case when g % 10 = 0 then 'removed' else 'active' end, 'de', '{}', 'app', ${at}, ${at},
     case when g % 10 = 0 then now() end
   from ${teams(20)}`,
  `insert into assignment (tenant_id, id, member_id, created_at, updated_at)
   select t.id, ${id('asg')}, ${member}, ${at}, ${at} from ${teams(50)}`,
  `insert into training (tenant_id, id, member_id, status, assignment_id, created_at)
   select t.id, ${id('trn')}, ${member}, 'scored', ${id('asg', 'g % 50')}, ${at}
   from ${teams(2000)}`,
  `insert into evaluation (tenant_id, training_id, closing, conversation_control, needs_analysis,
     objection_handling, value_argument, created_at, updated_at)
   select r.tenant_id, r.id, 50, 50, 50, 50, 50, r.created_at, r.created_at from training r`,
  `insert into training_intake (tenant_id, session_id, training_id, started_with)
   select r.tenant_id, r.id, r.id, '' from training r`,
  `insert into team_case (tenant_id, id, member_id, visibility, created_at, updated_at)
   select t.id, ${id('cas')}, ${member}, 'team', ${at}, ${at} from ${teams(200)}`,
  `insert into team_case (tenant_id, id, member_id, visibility, created_at, updated_at)
   select t.id, ${id('own')}, ${member}, 'private', ${at}, ${at} from ${teams(200)}`,
  `insert into crm_deal (tenant_id, id, connection_id, external_id, outcome, created_at)
   select t.id, ${id('deal')}, 'con_1', g, 'open', ${at} from ${teams(200)}`,
  `insert into crm_objection (tenant_id, id, deal_id, category, text, lang, created_at)
   select t.id, ${id('obj')}, ${id('deal')}, 'price', 'x', 'de', ${at} from ${teams(200)}`,
  `insert into tenant (id, name, plan, seats, created_at)
   select 'ten_' || n, 'A team', 'team', 100, now() from generate_series(1, 30) n`,
  `insert into webhook_endpoint (id, tenant_id, url, events, secret, api_version, created_at)
   select ${id('whe')}, t.id, 'https://a.example', '{member.joined}', '', '2026-11', ${at}
   from ${teams(100)}`,
  `insert into webhook_event (id, tenant_id, type, body, created_at)
   select ${id('evt')}, t.id, 'member.joined', '{}', ${at} from ${teams(500)}`,
  `insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event_type, created_at)
   select ${id('whd')}, t.id, ${id('whe', 'g % 5')}, ${id('evt')}, 'member.joined', ${at}
   from ${teams(500)}`,
  `insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
   select t.id, ${id('whd')}, ${id('whe', 'g % 5')}, ${id('evt')}, ${at} from ${teams(100)}`,
  `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
   select t.id, ${id('aud')}, 'system', 'system', 'team.changed', 'x', ${at} from ${teams(500)}`,
  `insert into kept_event (tenant_id, event_id, type, seq, created_at, feed_position, reached_at)
   select t.id, ${id('evt')}, 'member.joined', g, ${at}, g, ${at} from ${teams(500)}`,
  `insert into webhook_attempt (tenant_id, delivery_id, n, started_at)
   select t.id, ${id('whd')}, n, ${at} from ${teams(500)}, generate_series(1, 3) n`,
  `insert into erasure (id, tenant_id, member_id, created_at, finished_at)
   select ${id('era')}, t.id, ${id('gone')}, ${at}, ${at} from ${teams(500)}`,
];
