create index concurrently if not exists erasure_ended on erasure (tenant_id, finished_at, id) where finished_at is not null;
