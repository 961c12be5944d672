-- Only the browser that was given a challenge may answer it. No release has written a challenge yet.
alter table sign_in_challenge
  -- SHA-256 of the browser's cookie.
  add column browser_hash bytea not null check (length(browser_hash) = 32);
