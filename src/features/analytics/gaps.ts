import { GAP_BELOW } from '../../shared/web/figures.ts';

/**
 * SQL for the skill gaps among averages, rows of `dimension` and `value`: the lowest first, and at most
 * so many. This is the one rule for gaps, for the team and for a member.
 */
export const gapsAmong = (averages: string, most: number) => `
  select a.dimension, a.value from ${averages} as a (dimension, value) where a.value < ${GAP_BELOW}
  order by a.value, a.dimension limit ${most}`;
