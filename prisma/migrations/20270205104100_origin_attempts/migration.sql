-- Control: an attempt that was claimed for a scheme, host and port that has not answered 2xx to the team. The
-- team is the parent of a sandbox. Whether the attempt still runs is in webhook_pending.
create table webhook_origin_attempt (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  origin text collate "C" not null,
  delivery_id text collate "C" not null,
  lease_no integer not null,
  started_at timestamptz(3) not null,
  primary key (tenant_id, origin, delivery_id, lease_no)
);
create index webhook_origin_attempt_age on webhook_origin_attempt (started_at);
