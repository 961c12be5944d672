-- Only releases before 0.30 have used these.
drop trigger if exists team_has_a_mark on tenant;
drop table team_mark;
drop table shared_mark;
drop type admission_group;
