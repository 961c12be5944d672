-- The command line of the operator is an actor of its own. Before, it was the system.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind
  check (actor_kind in ('key', 'user', 'service', 'system', 'operator')) not valid;
