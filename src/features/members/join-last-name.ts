import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/**
 * Joins the former name by which the team knew the member `m` at a moment. `member_name` has former names
 * with the time at which each ended. The present name is in the account, where `withNames` looks it up, or in
 * the row of the member if it is a member of a sandbox. For a former member the team knows only the name at
 * the removal, and for an erased member no name.
 */
export const joinLastName = (moment = 'm.removed_at') => `
  left join lateral (
    select n.value from member_name n
    where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name' and n.until >= ${moment}
    order by n.until limit 1) past on true`;

/**
 * The columns of a `Named` row. The name is null if the account has it, if the person has none, or if the
 * person was erased.
 */
export const lastName = `coalesce(past.value, case when m.email <> '${ERASED_EMAIL}' then m.sandbox_name end) as name,
  case when past.value is null and m.sandbox_name is null and m.email <> '${ERASED_EMAIL}'
    then m.user_id end as account_id`;

/** The columns of a `Named` row with the present name of the member `m`. */
export const presentName = (m: string) =>
  `${m}.sandbox_name as name, case when ${m}.sandbox_name is null then ${m}.user_id end as account_id`;
