alter table audit_entry validate constraint audit_entry_actor_kind;
