-- The lines of the request log, one by one. A statement that asks for a time also says which slots have
-- it, and one that sorts by time sorts by the slot first: so PostgreSQL reads rows along their index.
create view request_log_line as
select r.tenant_id, r.slot, r.key_id, r.failed, l.*
from request_log r cross join lateral unnest(r.lines) l;
