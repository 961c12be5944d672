import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/**
 * Joins by which name the team has known the member `m` at a moment. A name that was given up stands in
 * `member_name` until when it was borne, the present one with the account. Of a former member the team
 * knows the name of the day of the removal alone, and of one who was erased none (P420).
 */
export const joinKnownName = (moment = 'm.removed_at') => `
  left join lateral (
    select o.name from person o where o.id = m.user_id and m.email <> '${ERASED_EMAIL}' limit 1
  ) present on true
  left join lateral (
    select n.value from member_name n
    where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name' and n.until >= ${moment}
    order by n.until limit 1) past on true`;

/** Null for somebody who has no name, or was erased. */
export const knownName = 'coalesce(past.value, present.name)';
