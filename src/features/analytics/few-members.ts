/**
 * SQL for an average, which is null if fewer members than `$3` have contributed to it (P400). `$3` is
 * `Privacy.leastMembers`.
 */
export const ofEnough = (members: string, average: string) =>
  `case when ${members} >= $3::integer then ${average} end`;

/** SQL for how many members have rows like this, for `ofEnough`. To count them PostgreSQL sorts the rows. */
export const membersWith = (member: string, condition: string) =>
  `count(distinct ${member}) filter (where $3::integer > 0 and ${condition})`;
