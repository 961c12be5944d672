-- The name of a member of a sandbox, who is no person: elsewhere the name is in the account.
alter table member add column sandbox_name text;
-- What a worker is doing with the sandbox. Null if it is ready.
alter table tenant add column sandbox_state text;
alter table tenant add constraint tenant_sandbox_state check
  (sandbox_state is null
    or (sandbox_state in ('filling', 'resetting', 'removing') and sandbox_of is not null)) not valid;

-- What admit_calls() gathers of one group of requests.
create type admission_of_call as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer,
  sandbox_of text
);
