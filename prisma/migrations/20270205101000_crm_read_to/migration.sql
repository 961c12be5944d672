-- A run that goes on with the window of an earlier one reads only up to the time at which that window was
-- opened. Without these times nobody could tell that changes wait (P805).
alter table crm_cursor add column opened_at timestamptz(3);
alter table crm_connection add column read_to timestamptz(3);
