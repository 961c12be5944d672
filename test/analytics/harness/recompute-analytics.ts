import { DAY_MS, WEEK_MS } from '../../../src/shared/time/durations.ts';

/** Computes the analytics a second time, slowly and simply, in TypeScript over the raw rows. */

const dimensionNames = [
  'closing',
  'conversation_control',
  'needs_analysis',
  'objection_handling',
  'value_argument',
] as const;

export type RawMember = { id: string; status: 'active' | 'invited' | 'removed' };
export type RawSession = {
  member_id: string;
  status: string;
  created_at: number;
  evaluation: (Record<(typeof dimensionNames)[number], number> & { total: number | null }) | null;
};
export type RawTeam = {
  members: RawMember[];
  sessions: RawSession[];
  memberDetail: boolean;
  leaderboard: boolean;
};

type Ends = readonly [from: number, to: number];
/** A period, and the one with which it is compared. */
export type Periods = { period: Ends; before: Ends };

// 1970-01-05 was a Monday.
const A_MONDAY = 4 * DAY_MS;

/** A fraction of integers, because floating point would round halves wrongly. */
type Average = { sum: number; count: number };

function averageOf(values: (number | null | undefined)[]): Average | null {
  const present = values.filter((value) => typeof value === 'number');
  const sum = present.reduce((all, value) => all + value, 0);
  return present.length === 0 ? null : { sum, count: present.length };
}

/** Rounds halves away from zero. */
function round({ sum, count }: Average, decimals: 0 | 1): number {
  const scale = decimals === 1 ? 10 : 1;
  const rounded = Math.floor((2 * scale * Math.abs(sum) + count) / (2 * count));
  return rounded === 0 ? 0 : (Math.sign(sum) * rounded) / scale;
}

function rounded(average: Average | null, decimals: 0 | 1 = 1): number | null {
  return average && round(average, decimals);
}

function difference(a: Average | null, b: Average | null): Average | null {
  return a && b && { sum: a.sum * b.count - b.sum * a.count, count: a.count * b.count };
}

const totals = (sessions: RawSession[]) => averageOf(sessions.map((s) => s.evaluation?.total));

function isScored({ status, evaluation }: RawSession): boolean {
  return status === 'scored' && evaluation !== null;
}

/** The lowest dimension below 60. The names are in the order of the alphabet, so the first of equal ones stays. */
function largestGap(sessions: RawSession[]) {
  const averages = dimensionNames.flatMap((dimension) => {
    const value = rounded(
      averageOf(sessions.filter(isScored).map((s) => s.evaluation?.[dimension])),
    );
    return value !== null && value < 60 ? [{ dimension, value }] : [];
  });
  return averages.sort((a, b) => a.value - b.value)[0] ?? null;
}

const within = (sessions: RawSession[], [from, to]: Ends) =>
  sessions.filter(({ created_at }) => created_at >= from && created_at < to);

function memberOf(id: string, ever: RawSession[], now: number, periods?: Periods) {
  const last = periods?.period ?? [now - 30 * DAY_MS, Number.POSITIVE_INFINITY];
  const before = periods?.before ?? [now - 60 * DAY_MS, now - 30 * DAY_MS];
  const between = (ends: Ends) => totals(within(ever, ends).filter(isScored));
  const sessions = periods ? within(ever, periods.period) : ever;
  const average = totals(sessions.filter(isScored));
  return {
    id,
    hasScore: ever.some(isScored),
    sessions_before: periods ? within(ever, periods.before).length : null,
    scored: sessions.filter(isScored).length,
    largest_gap: largestGap(sessions),
    last_session_at: ever.length ? Math.max(...ever.map((s) => s.created_at)) : null,
    order: average ? average.sum / average.count : Number.NEGATIVE_INFINITY,
    shown: {
      sessions: sessions.length,
      avg_score: rounded(average),
      trend_delta: rounded(difference(between(last), between(before))),
    },
  };
}

function trendOf(team: RawTeam, scored: RawSession[], now: number) {
  const thisWeek = Math.floor((now - A_MONDAY) / WEEK_MS);
  return Array.from({ length: 12 }, (_, i) => {
    const week = thisWeek - 11 + i;
    const inWeek = scored.filter((s) => Math.floor((s.created_at - A_MONDAY) / WEEK_MS) === week);
    return {
      score: rounded(
        averagesOf(team, inWeek)(({ total }) => total),
        0,
      ),
    };
  });
}

/** Without member detail, fewer than five members have no average. */
function averagesOf(team: RawTeam, sessions: RawSession[]) {
  return (pick: (evaluation: NonNullable<RawSession['evaluation']>) => number | null) => {
    const present = sessions.filter(
      (s) => isScored(s) && s.evaluation && pick(s.evaluation) !== null,
    );
    const members = new Set(present.map(({ member_id }) => member_id));
    if (!team.memberDetail && members.size < 5) return null;
    return averageOf(present.map(({ evaluation }) => evaluation && pick(evaluation)));
  };
}

export function recomputeAnalytics(team: RawTeam, now: number) {
  const active = team.members.filter(({ status }) => status === 'active');
  const sessionsOf = active.map(({ id }) => team.sessions.filter((s) => s.member_id === id));
  const sessions = sessionsOf.flat();
  const scored = sessions.filter(isScored);
  const involved = sessionsOf.filter((own) => own.some(isScored)).length;
  const average = averagesOf(team, scored);
  const dimensions = dimensionNames
    .filter(() => scored.length > 0)
    .map((dimension) => ({ dimension, value: rounded(average((own) => own[dimension])) }));
  const gaps = dimensions
    .flatMap(({ dimension, value }) => (value !== null && value < 60 ? [{ dimension, value }] : []))
    .sort((a, b) => a.value - b.value);
  const people = sessionsOf.map((own, n) => memberOf(active[n]?.id ?? '', own, now));
  people.sort((a, b) => b.order - a.order || b.shown.sessions - a.shown.sessions || 0);
  const listed = team.memberDetail && team.leaderboard && involved >= 5;
  return {
    totals: {
      active_members: active.length,
      scored: scored.length,
      sessions: sessions.length,
      avg_score: rounded(average(({ total }) => total)),
    },
    dimensions,
    skill_gaps: gaps.slice(0, 3).map(({ dimension }) => dimension),
    trend: trendOf(team, scored, now),
    members: listed ? people.map(({ shown }) => shown) : [],
  };
}

/** The work of each active member, best average first. */
export function recomputeMembers(team: RawTeam, now: number, periods?: Periods) {
  const active = team.members.filter(({ status }) => status === 'active');
  const people = active.map(({ id }) =>
    memberOf(
      id,
      team.sessions.filter(({ member_id }) => member_id === id),
      now,
      periods,
    ),
  );
  people.sort((a, b) => b.order - a.order || (a.id < b.id ? -1 : 1));
  const involved = people.filter(({ hasScore }) => hasScore).length;
  return people
    .filter(() => involved >= 5 && team.memberDetail && team.leaderboard)
    .map(({ id: member_id, shown, scored, sessions_before, largest_gap, last_session_at }) => ({
      member_id,
      sessions_before,
      scored,
      largest_gap,
      ...shown,
      last_session_at: last_session_at === null ? null : new Date(last_session_at).toISOString(),
    }));
}

/** The weeks of the period, or the last 53. Without member detail, a week of few members has no average. */
function recomputeSeries(team: RawTeam, now: number, period?: Ends) {
  const active = new Set(team.members.flatMap(({ id, status }) => (status === 'active' ? id : [])));
  const sessions = team.sessions.filter(({ member_id }) => active.has(member_id));
  const weekOf = (at: number) => Math.floor((at - A_MONDAY) / WEEK_MS);
  const [first, last] = period
    ? [weekOf(period[0]), weekOf(period[1] - 1)]
    : [weekOf(now) - 52, weekOf(now)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const week = first + i;
    const own = sessions.filter((s) => Math.floor((s.created_at - A_MONDAY) / WEEK_MS) === week);
    const scored = own.filter(isScored);
    const average = averagesOf(team, scored);
    return {
      week: new Date(week * WEEK_MS + A_MONDAY).toISOString().slice(0, 10),
      sessions: own.length,
      scored: scored.length,
      avg_score: rounded(average(({ total }) => total)),
      dimensions: Object.fromEntries(
        dimensionNames.map((name) => [name, rounded(average((one) => one[name]))]),
      ),
    };
  });
}

/** The team as though nobody had left it. */
const withFormer = (team: RawTeam): RawTeam => ({
  ...team,
  members: team.members.map(({ id }) => ({ id, status: 'active' })),
});

/** Whose sessions count: without member detail, those of all, but in averages those of the active members. */
function countedIn(team: RawTeam, only_active: boolean): Record<'counts' | 'averages', RawTeam> {
  if (!team.memberDetail) return { counts: withFormer(team), averages: team };
  const counted = only_active ? team : withFormer(team);
  return { counts: counted, averages: counted };
}

type Counting = { now: number; only_active: boolean; periods?: Periods | undefined };

/** The team with the sessions of the period. Without member detail, nobody chooses one. */
const inPeriod = (team: RawTeam, periods?: Periods): RawTeam =>
  periods && team.memberDetail
    ? { ...team, sessions: within(team.sessions, periods.period) }
    : team;

/** The same series, of all who have ever trained or of the active members alone. */
export function recomputeCountedSeries(all: RawTeam, { now, only_active, periods }: Counting) {
  const team = inPeriod(all, periods);
  const { counts, averages } = countedIn(team, only_active);
  const period = team.memberDetail ? periods?.period : undefined;
  const averaged = recomputeSeries(averages, now, period);
  return recomputeSeries(counts, now, period).map(({ week, sessions, scored }, index) => ({
    ...averaged[index],
    ...{ week, sessions, scored },
  }));
}

export function recomputeFigures(all: RawTeam, { now, only_active, periods }: Counting) {
  const team = inPeriod(all, periods);
  const { counts, averages } = countedIn(team, only_active);
  const { totals: averaged, dimensions, skill_gaps } = recomputeAnalytics(averages, now);
  const { scored, sessions } = recomputeAnalytics(counts, now).totals;
  const active = new Set(team.members.flatMap(({ id, status }) => (status === 'active' ? id : [])));
  const left = team.sessions.filter(({ member_id }) => !active.has(member_id));
  const idsOf = (some: readonly RawSession[]) => new Set(some.map(({ member_id }) => member_id));
  const trainedIn = (weeks: number) => {
    const first = Math.floor((now - A_MONDAY) / WEEK_MS) - weeks + 1;
    const since = first * WEEK_MS + A_MONDAY;
    const lately = team.sessions.filter(({ created_at }) => created_at >= since);
    return idsOf(lately).intersection(active).size;
  };
  const leftScored = left.filter(isScored);
  return {
    totals: { ...averaged, active_members: active.size, scored, sessions },
    dimensions,
    skill_gaps,
    trained: {
      this_week: trainedIn(1),
      four_weeks: trainedIn(4),
      in_period: idsOf(team.sessions).intersection(active).size,
    },
    former: team.memberDetail
      ? { members: idsOf(left).size, sessions: left.length, avg_score: rounded(totals(leftScored)) }
      : null,
  };
}
