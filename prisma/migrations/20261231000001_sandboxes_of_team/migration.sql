create index concurrently if not exists tenant_sandbox_of on tenant (sandbox_of) where sandbox_of is not null;
