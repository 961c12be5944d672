-- For processes of version 0.8.0, which know no sandboxes.
create or replace function admit(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, per_subject integer, stopped_at timestamptz
) returns table (
  at_ms bigint, n integer, granted integer,
  outer_limit integer, outer_used integer, outer_reset_ms integer,
  key_used integer, key_reset_ms integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
) language plpgsql as $$
begin
  return query select c.at_ms, c.n, c.granted, c.outer_limit, c.outer_used, c.outer_reset_ms,
    c.key_used, c.key_reset_ms, c.key_id, c.lineage_id, c.prefix, c.scopes, c.created_by,
    c.tenant_id, c.plan, c.api_enabled, c.member_detail_enabled, c.leaderboard_enabled,
    c.rate_limit_per_min
  from admit_calls(
    prefixes, hashes, ips, ip_subjects, wanted, salt, per_subject, stopped_at) c;
end $$;
