import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/**
 * Joins the name by which the team knew the member `m` at a moment. `member_name` contains former
 * names with the time at which they ended. The account contains the present name; of a member of a
 * sandbox, the member itself. Of a former
 * member the team knows only the name of the day of the removal, and of an erased one no name
 * (P420).
 */
export const joinKnownName = (moment = 'm.removed_at') => `
  left join lateral (
    select coalesce(m.sandbox_name, (select o.name from person o where o.id = m.user_id)) as name
    where m.email <> '${ERASED_EMAIL}'
  ) present on true
  left join lateral (
    select n.value from member_name n
    where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name' and n.until >= ${moment}
    order by n.until limit 1) past on true`;

/** Null for a person without a name, and for an erased person. */
export const knownName = 'coalesce(past.value, present.name)';
