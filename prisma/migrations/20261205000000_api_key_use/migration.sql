-- When each API key was last used, and how much on each day. A process notes it in memory and writes it
-- once a minute, into tables of their own, so that a rotation or revocation does not wait for it.

create table api_key_use (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  key_id text collate "C" not null,
  used_at timestamptz(3) not null,
  used_ip inet,
  primary key (tenant_id, key_id)
) with (fillfactor = 70);

create table api_key_day (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  key_id text collate "C" not null,
  -- In UTC.
  day date not null,
  requests integer not null,
  -- Of these, what a rate limit refused.
  limited integer not null,
  primary key (tenant_id, key_id, day)
) with (fillfactor = 70);
create index api_key_day_age on api_key_day (day);
