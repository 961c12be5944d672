-- The app lists open assignments by their due dates, before all others.
create index concurrently if not exists assignment_due on assignment (tenant_id, (case when status = 'open' then coalesce(due_date::timestamp at time zone 'UTC', '9999-12-30Z'::timestamptz) else '9999-12-31Z'::timestamptz end), id);
