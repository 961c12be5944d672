import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/**
 * Joins the former name by which the team knew the member `m` at a moment. `member_name` contains former
 * names with the time at which they ended. The account contains the present name, which `withNames`
 * looks up; of a member of a sandbox, the member itself. Of a former member the team knows only the
 * name of the day of the removal, and of an erased one no name (P420).
 */
export const joinKnownName = (moment = 'm.removed_at') => `
  left join lateral (
    select n.value from member_name n
    where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name' and n.until >= ${moment}
    order by n.until limit 1) past on true`;

/**
 * The columns of a `Named` row. The name is null for a person without a name, for an erased person, and if
 * it is that of the account.
 */
export const knownName = `coalesce(past.value, case when m.email <> '${ERASED_EMAIL}' then m.sandbox_name end) as name,
  case when past.value is null and m.sandbox_name is null and m.email <> '${ERASED_EMAIL}'
    then m.user_id end as account_id`;

/** The columns of a `Named` row about the present name of the member `m`. */
export const presentName = (m: string) =>
  `${m}.sandbox_name as name, case when ${m}.sandbox_name is null then ${m}.user_id end as account_id`;
