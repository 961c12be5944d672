-- What the person was in the team when it was proved: team, role and rights. The proof counts no more
-- when this has changed. Null in sessions of before, whose proof counts in any case.
alter table session add column proved_as text;
