-- Control: to whom a team wants to be told of its interfaces, beside its admins. The row stays when the
-- contact is gone: without an address nobody is told, and the count of mails goes on.
create table technical_contact (
  tenant_id text collate "C" not null primary key references tenant on delete cascade,
  -- Of the contact, not of the row: another address is another contact.
  id text collate "C" not null,
  email text,
  lang text not null,
  set_at timestamptz(3) not null,
  -- The last mail that asks the contact to confirm.
  asked_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  stopped_at timestamptz(3),
  -- How many of these mails the team has asked for within a day, which began then.
  asks_since timestamptz(3) not null,
  asks integer not null,
  constraint technical_contact_email check (email = lower(btrim(email))),
  constraint technical_contact_lang check (lang in ('de', 'en')),
  constraint technical_contact_confirmed check (email is not null or confirmed_at is null),
  constraint technical_contact_stopped check (email is null or stopped_at is null)
);
create index technical_contact_address on technical_contact (email) where email is not null;

-- Not valid: all rows have kept the former check, which allowed less.
alter table one_time_link drop constraint one_time_link_purpose_check;
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'email_undo',
    'ownership', 'contact_confirm', 'contact_stop')) not valid;
