import { ERASED_EMAIL } from '../../features/erasure/replace-names.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { CHANGE_DAYS, EVENT_DAYS } from '../../shared/time/kept-days.ts';
import { oldRowsOfTeams } from './old-rows-of-teams.ts';
import { byStatement, type RetentionRule } from './retention-rule.ts';

const unread = {
  removal: `update change_feed set keeps = false where tenant_id = $1 and tenant_id in (
    select f.tenant_id from change_feed f where f.tenant_id = $1 and f.keeps and f.read_at < $2 limit $3)`,
};

/** What a list has kept that nobody reads any more. */
const ended = {
  removal: `delete from changed_object where tenant_id = $1 and $2::timestamptz is not null
    and not exists (select from change_feed f where f.tenant_id = $1 and f.keeps)
    and (type, id) in (select c.type, c.id from changed_object c where c.tenant_id = $1 limit $3)`,
};

/**
 * Old deletions. The floor says which readers would miss some of them (D186). The erasure of a member is remembered for a
 * year (D187).
 */
const deletions = {
  removal: `with gone as (
      delete from changed_object where tenant_id = $1 and (type, id) in (
        select c.type, c.id from changed_object c
        where c.tenant_id = $1 and c.is_gone and c.placed_at < $2
          and (c.placed_at < $2::timestamptz - interval '${365 - CHANGE_DAYS} days' or not exists (
            select from member m where m.tenant_id = $1 and m.id = c.id and m.email = '${ERASED_EMAIL}'))
        order by c.placed_at limit $3)
      returning position
    ), raised as (
      update change_feed f set floor = greatest(f.floor, g.position)
      from (select max(g.position) as position from gone g) g where f.tenant_id = $1 and g.position is not null
    )
    select from gone`,
};

/** The rules about the lists of changes. Each process makes its own walk, which remembers how far it has come. */
export function changeRetention(): RetentionRule[] {
  const keptMs = CHANGE_DAYS * DAY_MS;
  return [
    { name: 'lists of changes without a reader', keptMs, run: oldRowsOfTeams(unread) },
    { name: 'changes of lists without a reader', keptMs: 0, run: oldRowsOfTeams(ended) },
    { name: 'deletions in lists of changes', keptMs, run: oldRowsOfTeams(deletions) },
    {
      // The proof of an erasure shows also the readers that have not taken it.
      name: 'readers of changes',
      keptMs: EVENT_DAYS * DAY_MS,
      run: byStatement(`delete from change_reader where (tenant_id, lineage_id, types) in (
        select r.tenant_id, r.lineage_id, r.types from change_reader r
        where r.asked_at < $1 order by r.asked_at limit $2 for update skip locked)`),
    },
  ];
}
