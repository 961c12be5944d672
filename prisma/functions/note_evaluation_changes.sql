-- Notes changes of evaluations. A training that is evaluated has changed too (D188).
create or replace function note_evaluation_changes() returns trigger language plpgsql as $$
declare
  read text[];
  team text;
  ids text[];
begin
  if tg_op = 'DELETE' then
    read := teams_with_change_readers(array(select distinct o.tenant_id from olds o));
  else
    read := teams_with_change_readers(array(select distinct n.tenant_id from news n));
  end if;
  if read = '{}' then return null; end if;

  if tg_op = 'DELETE' then
    -- The training of most is gone too. Its own note says who trained.
    perform note_changes('evaluation', true, array_agg(o.tenant_id), array_agg(o.training_id), array_agg(null::text))
    from olds o where o.tenant_id = any (read);
    return null;
  end if;
  foreach team in array read loop
    if tg_op = 'INSERT' then
      ids := array(select n.training_id from news n where n.tenant_id = team);
    else
      ids := array(select c.training_id from (
        select n.training_id, n.closing, n.conversation_control, n.needs_analysis, n.objection_handling,
          n.value_argument, n.total, n.spread, n.tips::text, n.goal, n.methodology_id, n.strongest,
          n.biggest_lever, n.updated_at
        from news n where n.tenant_id = team
        except
        select o.training_id, o.closing, o.conversation_control, o.needs_analysis, o.objection_handling,
          o.value_argument, o.total, o.spread, o.tips::text, o.goal, o.methodology_id, o.strongest,
          o.biggest_lever, o.updated_at
        from olds o where o.tenant_id = team
      ) c);
    end if;
    perform note_evaluations(team, ids, true);
  end loop;
  return null;
end $$;
create or replace trigger note_evaluation_changes_of_insert after insert on evaluation
  referencing new table as news for each statement execute function note_evaluation_changes();
create or replace trigger note_evaluation_changes_of_update after update on evaluation
  referencing old table as olds new table as news for each statement execute function note_evaluation_changes();
create or replace trigger note_evaluation_changes_of_delete after delete on evaluation
  referencing old table as olds for each statement execute function note_evaluation_changes();
