alter table tenant validate constraint tenant_sandbox_state;
