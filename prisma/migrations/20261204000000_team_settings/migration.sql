-- What a team says of itself in the app, and what its members need to be managed there.

alter table tenant
  -- The languages in which the team works. The first is that of an invitation that names none.
  add column languages text[] not null default '{de,en}'
    check (cardinality(languages) between 1 and 2 and languages <@ '{de,en}'),
  -- An IANA name.
  add column time_zone text not null default 'Europe/Berlin'
    check (char_length(time_zone) between 1 and 64),
  add column imprint_url text check (char_length(imprint_url) <= 2048),
  add column privacy_url text check (char_length(privacy_url) <= 2048);

-- When the member was last sent an invitation: it is valid from then on, and counts in the limit of an
-- hour. Null for a member who was added without one.
alter table member add column invited_at timestamptz(3);
create index member_invited on member (tenant_id, invited_at) where invited_at is not null;

-- To whom the owner wants to hand over the team. A team has one open offer at most.
create table ownership_offer (
  tenant_id text collate "C" primary key,
  member_id text collate "C" not null,
  offered_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (member_id <> offered_by),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade,
  foreign key (tenant_id, offered_by) references member (tenant_id, id) on delete cascade
);
