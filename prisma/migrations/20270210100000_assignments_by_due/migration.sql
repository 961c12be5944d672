-- The app lists assignments by their due dates. Those without one come last.
create index concurrently if not exists assignment_due on assignment (tenant_id, (coalesce(due_date::timestamp at time zone 'UTC', '9999-12-31Z'::timestamptz)), id);
