/**
 * The rule of few members, as SQL for averages of a team. While member detail is off, an average to which fewer than five
 * members (`FEWEST_MEMBERS`) have contributed is null: it would tell what one of them has done. Members count and not
 * scores. Counts stay, because the caller cannot choose a part of the team. `fewest` is the
 * parameter that has `Privacy.leastMembers`.
 */
export const averagesOf = (fewest: string) => ({
  nullIfFew: (members: string, average: string) =>
    `case when ${members} >= ${fewest}::integer then ${average} end`,

  /**
   * Counts the members with rows that meet the condition, for `nullIfFew`. PostgreSQL sorts the rows to count
   * the members, so it does not count if nothing is hidden.
   */
  membersWith: (member: string, condition: string) =>
    `count(distinct ${member}) filter (where ${fewest}::integer > 0 and ${condition})`,
});
