-- The address that an account had before it was changed. Until then nobody else can take it, and its link
-- undoes the change for whoever shows the password or a passkey of that time.
alter table person
  add column former_email text collate "C",
  add column former_email_until timestamptz(3),
  -- PHC string of argon2id: the password as it was at the change, null if there was none.
  add column former_password_hash text;
create index person_former_email on person (former_email) where former_email is not null;

-- Not valid: all rows have kept the former check, which allowed less.
alter table one_time_link drop constraint one_time_link_purpose_check;
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'email_undo',
    'ownership')) not valid;
