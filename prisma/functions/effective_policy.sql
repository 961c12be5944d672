-- A member's policy stands over the team's, dimension by dimension (D126).
create or replace function effective_policy(tenant text, member text)
  returns table (dimension text, mode text, entry_ids text[])
  language sql stable as $$
  select distinct on (p.dimension) p.dimension, p.mode, p.entry_ids from policy p
    where p.tenant_id = tenant and (p.member_id is null or p.member_id = member)
    order by p.dimension, p.member_id nulls last
$$;
