-- A replay. With `makes_new`, it makes a new delivery of each kept event of `types`; `filter` is then 'all', so that a
-- worker of the release before cannot read it and leaves the replay alone.
alter table webhook_retry_run
  add column makes_new boolean not null default false,
  add column types text[] not null default '{}';

-- True from the first replay of the delivery on: each further request leaves out what the privacy switch hides then.
alter table webhook_delivery add column is_replayed boolean not null default false;
alter table webhook_pending add column is_replayed boolean not null default false;

-- True if the request of the attempt left out what the privacy switch hides.
alter table webhook_attempt add column is_reduced boolean not null default false;
