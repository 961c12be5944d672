-- Since when the person had the names that the owner has chosen to leave in texts. It holds no name, so that
-- it may stay on the list of erasures, and works on a restored backup too.
alter table erasure add column left_since timestamptz(3)[] not null default '{}';
