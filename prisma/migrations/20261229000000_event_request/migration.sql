-- The request that raised an event. Null for an event without one, and for those of earlier releases.
alter table webhook_event add column request_id uuid;
