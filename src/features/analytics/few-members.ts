import { type Privacy, showsField } from '../../auth/privacy.ts';

/** In figures of fewer members, one of them could be recognised (D139). */
export const MEMBERS_INVOLVED = 5;

/**
 * How many members must have contributed to an average before it is shown: `$3` in a statement with
 * `ofEnough` (P400). While the switch is on, no members are counted.
 */
export function leastInvolved(privacy: Privacy): number {
  return showsField(privacy, 'analytics', 'totals') ? 0 : MEMBERS_INVOLVED;
}

/** SQL for an average, which is null if fewer members than `$3` have contributed to it. */
export const ofEnough = (members: string, average: string) =>
  `case when ${members} >= $3::integer then ${average} end`;

/** SQL for how many members have rows like this, for `ofEnough`. To count them PostgreSQL sorts the rows. */
export const membersWith = (member: string, condition: string) =>
  `count(distinct ${member}) filter (where $3::integer > 0 and ${condition})`;
