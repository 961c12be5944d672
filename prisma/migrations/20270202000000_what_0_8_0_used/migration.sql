-- Nothing has used these since release 0.9.0.
drop table api_key_day;
alter table crm_sync_run drop column worked_at;
