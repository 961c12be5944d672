-- The sessions that the product's backend has handed in, by its own id: which training each has become,
-- and what waits for its start. The key makes a repeated call harmless, and calls about one session wait
-- for each other at its row.
create table training_intake (
  tenant_id text collate "C" not null,
  -- The product's id of the session.
  session_id text collate "C" not null,
  -- Null while the start has not arrived.
  training_id text collate "C",
  -- Hashes of what was taken in last, to tell a repeat from another content.
  started_with bytea,
  ended_with bytea,
  evaluated_with bytea,
  -- When the product made the evaluation, if it says so: an older one does not replace it.
  evaluated_at timestamptz(3),
  -- An end and an evaluation that came before the start, and since when they wait.
  waiting json check (json_typeof(waiting) = 'object'),
  waiting_since timestamptz(3),
  primary key (tenant_id, session_id),
  -- A row is written before its training, which saves a second write of it.
  foreign key (tenant_id, training_id) references training (tenant_id, id) on delete cascade
    deferrable initially deferred,
  check ((training_id is null) = (waiting_since is not null)),
  check ((waiting is null) = (waiting_since is null)),
  check ((training_id is null) = (started_with is null))
);
-- For the foreign key.
create index training_intake_training on training_intake (tenant_id, training_id)
  where training_id is not null;
-- For the limit of each team, and for the operator.
create index training_intake_waiting on training_intake (tenant_id, waiting_since)
  where waiting_since is not null;
