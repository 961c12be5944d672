-- Migrations call this after they have made a table of a family that several servers share: `team` spreads the
-- rows by tenant_id, `catalog` keeps a copy on each server. It does nothing in a database that is not sharded.
create or replace function distribute_table(its_name text, family text) returns void
language plpgsql as $$
begin
  if family not in ('team', 'catalog') then
    raise exception 'the family of % is neither team nor catalog', its_name;
  end if;
  if to_regclass('sharding') is null then return; end if;
  if family = 'team' then
    perform create_distributed_table(its_name, 'tenant_id', colocate_with => 'member');
  else
    perform create_reference_table(its_name);
  end if;
end $$;
