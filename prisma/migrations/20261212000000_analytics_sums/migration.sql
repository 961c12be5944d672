-- The analytics of a large team are read from sums (P160). A worker makes the sums from the sessions
-- themselves, and whoever changes a session notes it here in the same transaction.

create table analytics_change (
  tenant_id text collate "C" not null,
  -- When the session began.
  at timestamptz(3) not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  primary key (tenant_id, at, id)
);

-- A team without a row has no sums: its analytics are computed from its sessions.
create table analytics_state (
  tenant_id text collate "C" primary key,
  -- The sums have the sessions that began before this full hour.
  kept_until timestamptz(3) not null,
  -- When the sums were last compared with the sessions.
  checked_at timestamptz(3) not null
);

create table analytics_sum (
  tenant_id text collate "C" not null,
  span text collate "C" not null check (span in ('all', 'week', 'day', 'hour')),
  -- The first moment of the week, day or hour in UTC; 1970 for all.
  begins_at timestamptz(3) not null,
  member_id text collate "C" not null,
  sessions integer not null,
  scored integer not null,
  with_total integer not null,
  total integer not null,
  closing integer not null,
  conversation_control integer not null,
  needs_analysis integer not null,
  objection_handling integer not null,
  value_argument integer not null,
  primary key (tenant_id, span, begins_at, member_id)
);
create index analytics_sum_member on analytics_sum (tenant_id, member_id);

-- A worker then looks at each team once.
insert into analytics_change (tenant_id, at, id, member_id)
select m.tenant_id, 'epoch', m.id, m.id from member m where m.role = 'owner';
