-- A mail may be about a person and no team, and it may have a one-time link.
alter table mail
  alter column tenant_id drop not null,
  add column person_id text collate "C" references person (id) on delete cascade,
  -- No foreign key: the link is removed before its mail.
  add column link_id text collate "C",
  -- The token of the link, AES-256-GCM. It is erased when the mail is sent and when the link ends.
  add column sealed_link bytea,
  add check (tenant_id is not null or person_id is not null),
  add check (sealed_link is null or link_id is not null);
create unique index mail_person_cause on mail (person_id, cause, recipient)
  where person_id is not null;
create index mail_link on mail (link_id) where sealed_link is not null;

-- Of these links a person has at most one that is not used, so that a new one replaces the former.
create unique index one_time_link_of_person on one_time_link (person_id, purpose)
  where used_at is null and purpose in ('password_reset', 'email_change');
create unique index one_time_link_of_member on one_time_link (tenant_id, member_id, purpose)
  where used_at is null and purpose = 'invitation';
