/**
 * SQL for an average, which is null if fewer members than `$3` have contributed to it (P400). `$3` is
 * `Privacy.leastMembers`.
 */
export const nullIfFew = (members: string, average: string) =>
  `case when ${members} >= $3::integer then ${average} end`;

/**
 * SQL that counts the members with rows that meet the condition, for `nullIfFew`. PostgreSQL sorts the rows
 * to count the members, so it does not count if `$3` is 0.
 */
export const membersWith = (member: string, condition: string) =>
  `count(distinct ${member}) filter (where $3::integer > 0 and ${condition})`;
