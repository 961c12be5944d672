-- Removes the views that a person has saved in a team and in the team's sandboxes.
create or replace function end_saved_views(of_tenant text, of_person text) returns void
language sql as $$
  delete from saved_view v where v.person_id = of_person and v.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant)
$$;
