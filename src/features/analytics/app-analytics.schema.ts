import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { text } from '../../shared/schema/text.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { LONGEST_PERIOD_DAYS } from '../../shared/web/figures.ts';
import { scoreDimensions } from '../evaluations/score-dimensions.ts';
import { teamAnalytics } from './analytics.schema.ts';

const span = z.strictObject({ from: dateTimeInput, to: dateTimeInput }).refine(
  ({ from, to }) => {
    const length = Date.parse(to) - Date.parse(from);
    return length > 0 && length <= LONGEST_PERIOD_DAYS * DAY_MS;
  },
  { error: `A period ends after its beginning, and has at most ${LONGEST_PERIOD_DAYS} days.` },
);

/**
 * The time whose trainings count. Without it, all count. It has no effect while `member_detail_enabled` is off: who
 * chooses any two days could tell what one person has done between them.
 */
const inPeriod = {
  period: span.optional(),
};
export type Span = z.output<typeof span>;

export const memberAnalyticsInput = z.strictObject({
  sort: z
    .enum([
      'name',
      'email',
      'sessions',
      'avg_score',
      'trend_delta',
      'last_session_at',
      'largest_gap',
    ])
    .default('avg_score'),
  /** Only gaps in this dimension count for `largest_gap`. */
  dimension: z.enum(scoreDimensions).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...inPeriod,
  /** The period with which `period` is compared. */
  before: span.optional(),
  limit: z.int().min(1).max(200).default(50),
  offset: z.int().min(0).max(100_000).default(0),
});
export type MemberAnalyticsInput = z.output<typeof memberAnalyticsInput>;

const average = z.number().nullable();

export const memberAnalytics = z.strictObject({
  /** Why the list is empty: a privacy switch is off, or fewer than five members have a scored session. */
  hidden_by: z.enum(['privacy_switches', 'few_members']).nullable(),
  /** How many active members there are. */
  total: z.int(),
  /** How many of them have a gap in `dimension`. Null without one, and while the list is hidden. */
  with_gap: z.int().nullable(),
  data: z.array(
    z.strictObject({
      member_id: z.string(),
      user_id: z.string(),
      name: z.string().nullable(),
      email: z.string(),
      sessions: z.int(),
      /** Those of `before`. Null without it. */
      sessions_before: z.int().nullable(),
      scored: z.int(),
      avg_score: average,
      /** The average of `period` minus that of `before`; without them, of the last thirty days and the thirty before. */
      trend_delta: average,
      last_session_at: z.iso.datetime().nullable(),
      /** The lowest dimension, if it is a gap. The rule is that of the `skill_gaps` of the team. */
      largest_gap: z
        .strictObject({ dimension: z.enum(scoreDimensions), value: z.number() })
        .nullable(),
    }),
  ),
});
export type MemberAnalytics = z.output<typeof memberAnalytics>;

/** Who counts: all who have ever trained, or the active members alone. */
export const countedInput = z.strictObject({
  /** Without effect while `member_detail_enabled` is off, so that nobody chooses a part of the team. */
  only_active: z.boolean().default(false),
  ...inPeriod,
});
export type CountedInput = z.output<typeof countedInput>;

const { totals, dimensions, skill_gaps } = teamAnalytics.shape;

/** The figures of `GET /analytics/team`, but with the sessions of members who have left. */
export const teamFigures = z.strictObject({
  totals,
  dimensions,
  skill_gaps,
  /** How many active members have trained: in the period, and in this ISO week (UTC) and the last four of it. */
  trained: z.strictObject({ this_week: z.int(), four_weeks: z.int(), in_period: z.int() }),
  /** What those have done who have left. Null while `member_detail_enabled` is off. */
  former: z.strictObject({ members: z.int(), sessions: z.int(), avg_score: average }).nullable(),
});
export type TeamFigures = z.output<typeof teamFigures>;

/** The ISO weeks (UTC) of the period, or the last 53 with the current one, oldest first. Days outside of the period do not count. */
export const analyticsSeries = z.array(
  z.strictObject({
    /** The Monday of the week. */
    week: z.iso.date(),
    sessions: z.int(),
    scored: z.int(),
    /**
     * Null if the week has no scored session. Also null if `member_detail_enabled` is off and fewer
     * than five members have a scored session in the week.
     */
    avg_score: average,
    dimensions: z.strictObject({
      closing: average,
      conversation_control: average,
      needs_analysis: average,
      objection_handling: average,
      value_argument: average,
    }),
  }),
);
export type AnalyticsSeries = z.output<typeof analyticsSeries>;

export const personFiguresInput = z.strictObject({ member_id: text(100) });

/**
 * The median of the active members with a score, in whole points. Null if there are fewer than five of them, and for
 * callers who may not see the analytics of the team.
 */
const teamMedian = z.int().nullable();

export const personFigures = z.strictObject({
  sessions: z.int(),
  scored: z.int(),
  avg_score: average,
  /** The average of the last thirty days minus the average of the thirty days before. */
  trend_delta: average,
  last_session_at: z.iso.datetime().nullable(),
  team_median: teamMedian,
  dimensions: z.array(
    z.strictObject({
      dimension: z.enum(scoreDimensions),
      value: average,
      team_median: teamMedian,
    }),
  ),
  /** The last 26 ISO weeks (UTC), oldest first; the last one is the current week. */
  weeks: z.array(
    z.strictObject({
      week: z.iso.date(),
      sessions: z.int(),
      avg_score: average,
      team_median: teamMedian,
    }),
  ),
});
export type PersonFigures = z.output<typeof personFigures>;
