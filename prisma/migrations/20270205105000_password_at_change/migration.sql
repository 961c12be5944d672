-- The password that was valid when the address changed, if `former_password_hash` is the one before it (P487).
alter table person add column password_hash_at_change text;
