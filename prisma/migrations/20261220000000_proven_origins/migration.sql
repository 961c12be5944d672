-- Scheme, host and port that have answered 2xx to this endpoint. While the URL has another one, its attempts
-- tell no more of the host than that nothing arrived.
alter table webhook_endpoint add column proven_origin text collate "C";

-- Of endpoints that have worked. A URL that is written in an unusual way proves itself with its next event.
update webhook_endpoint
set proven_origin = regexp_replace(substring(url from '^https://[a-z0-9.-]+(?::[0-9]+)?'), ':443$', '')
where last_success_at is not null and deleted_at is null
  and url ~ '^https://[a-z0-9.-]+(:[0-9]+)?([/?]|$)';
