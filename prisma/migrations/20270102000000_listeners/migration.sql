-- Control: a command line that takes the events of a team. It lives for five minutes after it was last seen.
-- The number of its connection grows with each connection: only the newest one gets events.
create table listener (
  tenant_id text collate "C" not null references tenant on delete cascade,
  id text collate "C" not null,
  token_id text collate "C" not null,
  person_id text collate "C" not null,
  member_id text collate "C" not null,
  machine text not null,
  events text[] not null,
  secret bytea not null,
  connection_no integer not null default 0,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_for text,
  forwarded integer not null default 0,
  last_answer_at timestamptz(3),
  last_status smallint,
  last_ms integer,
  last_error text,
  primary key (tenant_id, id),
  constraint listener_machine check (char_length(machine) between 1 and 100),
  constraint listener_ended check ((ended_at is null) = (ended_for is null))
);
create unique index listener_id on listener (id);
create index listener_live on listener (tenant_id) where ended_at is null;
create index listener_of_person on listener (tenant_id, person_id, created_at desc);
create index listener_seen on listener (last_seen_at) where ended_at is null;
create index listener_ended_at on listener (ended_at) where ended_at is not null;

create sequence listener_event_order as integer cycle;

-- Control: an event for one listener. The number gives the order. `sent_no` is the number of the connection
-- that has sent it last.
create table listener_event (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  listener_id text collate "C" not null,
  seq integer not null,
  event_type text not null,
  created_at timestamptz(3) not null,
  sent_no integer,
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  response_code smallint,
  response_ms integer,
  error text,
  response_excerpt text,
  primary key (tenant_id, event_id, listener_id),
  foreign key (tenant_id, listener_id) references listener (tenant_id, id) on delete cascade
);
create index listener_event_page on listener_event (listener_id, seq);
create index listener_event_open on listener_event (listener_id, seq) where answered_at is null;
