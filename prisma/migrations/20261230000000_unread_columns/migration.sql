-- Nothing reads crm_sync_run.worked_at, and this release no longer writes it. Release 0.7.0 still writes
-- it, and reads it as a time, so it needs a value. Any will do. The next release drops it, with the table api_key_day.
alter table crm_sync_run alter column worked_at set default 'epoch';
