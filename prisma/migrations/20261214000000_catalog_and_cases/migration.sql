-- What admins add to the catalog of their team, and what members find of their private cases.

-- A combination that the team excludes, as catalog_rule does for all teams. No foreign keys: an entry is
-- the team's own or one of the global catalog.
create table team_catalog_rule (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  situation_id text collate "C",
  personality_id text collate "C",
  industry_id text collate "C",
  dimension text not null check (dimension in ('situation', 'personality', 'industry')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  check (num_nonnulls(situation_id, personality_id, industry_id) >= 2)
);
create unique index team_catalog_rule_entries
  on team_catalog_rule (tenant_id, situation_id, personality_id, industry_id) nulls not distinct;

create index team_case_private on team_case (tenant_id, member_id, created_at desc, id desc)
  where visibility = 'private';
