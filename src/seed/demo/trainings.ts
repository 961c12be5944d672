import { newId } from '../../db/ids.ts';
import {
  type ScoreDimension,
  scoreDimensions,
} from '../../features/evaluations/score-dimensions.ts';
import { evaluationTexts } from '../../features/try-out/tips.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import type { Task } from './assignments.ts';
import { atHour, daysBefore, daysIn, eagerness, isIn, type Period, randomOf } from './calendar.ts';
import { combinationFor, pick } from './catalog.ts';
import type { Random } from './random.ts';
import { type DemoMember, removedAt } from './team.ts';

export type Session = {
  member: DemoMember;
  training: ReturnType<typeof trainingRow>;
  evaluation: ReturnType<typeof evaluationRow> | null;
};

/** How much people train: `perDay` spreads the trainings of a week, and some train even on days without work. */
type Pace = { perDay: number; leastEager: number; hours: [from: number, to: number]; part: number };

export const inTheYear: Pace = { perDay: 4.9, leastEager: 0, hours: [6, 15], part: 400 };
/** More a day than in the year, so that charts by hour show something in many hours. */
export const inTheLastDays: Pace = { perDay: 1.1, leastEager: 0.6, hours: [5, 21], part: 200 };

const WAITING_DAYS = 25;

/** Plans the sessions that end in the period, and closes the assignments that they complete. */
export function planSessions(
  members: readonly DemoMember[],
  period: Period,
  { perDay, leastEager, hours, part }: Pace,
  tasks: readonly Task[] = [],
): Session[] {
  // A session may begin on the day before.
  const days = daysIn({ ...period, since: daysBefore(period.since, 0.5) });
  return days.flatMap((day) =>
    members.flatMap((member, n) => {
      const random = randomOf(day, part + n);
      const startedAt = atHour(day, random.whole(...hours), random.whole(0, 59));
      const eager = Math.max(leastEager, eagerness(day));
      const trains = random.chance(Math.min(0.9, (member.perWeek * eager) / perDay));
      if (!trains || !member.joinedAt || startedAt < member.joinedAt) return [];
      const session = planSession(member, startedAt, random);
      const { finished_at } = session.training;
      const leftAt = member.untilDays && removedAt(period.until, member.untilDays);
      if (!finished_at || !isIn(period, finished_at) || (leftAt && finished_at > leftAt)) return [];
      return [completing(session, tasks, random)];
    }),
  );
}

function planSession(member: DemoMember, startedAt: Date, random: Random): Session {
  const planned = random.whole(240, 1500);
  const roll = random.next();
  const status = roll < 0.04 ? 'aborted' : roll < 0.07 ? 'completed' : 'scored';
  const seconds = status === 'aborted' ? Math.round(planned / 5) : planned;
  const finishedAt = new Date(startedAt.getTime() + seconds * 1000);
  const training = {
    ...trainingRow(member, random, startedAt),
    status,
    duration_s: seconds,
    finished_at: finishedAt,
  };
  const evaluation = status === 'scored' ? evaluationRow(training, member, random) : null;
  return { member, training, evaluation };
}

/** A session of this moment, which has not ended. */
export function runningSession(member: DemoMember, random: Random, now: Date): Session {
  const startedAt = new Date(now.getTime() - 0.2 * HOUR_MS);
  return { member, training: trainingRow(member, random, startedAt), evaluation: null };
}

function trainingRow(member: DemoMember, random: Random, startedAt: Date) {
  return {
    id: newId('trn', startedAt),
    member_id: member.memberId,
    status: 'in_progress',
    source: 'app',
    assignment_id: null as string | null,
    ...combinationFor(member, random),
    role_id: pick('role', random),
    duration_s: null as number | null,
    created_at: startedAt,
    finished_at: null as Date | null,
  };
}

/** The session, for an assignment if one waits. */
function completing(session: Session, tasks: readonly Task[], random: Random): Session {
  const { member, training } = session;
  const { id, status, created_at, finished_at } = training;
  if (status === 'aborted') return session;
  const task = tasks.find(({ member: { memberId }, trainingId, at }) => {
    const waited = created_at.getTime() - at.getTime();
    const waits = memberId === member.memberId && !trainingId && waited > 0;
    return waits && waited < WAITING_DAYS * DAY_MS && random.chance(0.5);
  });
  if (!task) return session;
  Object.assign(task, { trainingId: id, doneAt: finished_at });
  const { situation_id, personality_id, industry_id } = task;
  const exercise = { assignment_id: task.id, situation_id, personality_id, industry_id };
  return { ...session, training: { ...training, ...exercise } };
}

/** People learn fast at first, and then more slowly. */
function levelOf({ start, gain, invitedAt }: DemoMember, at: Date): number {
  const years = (at.getTime() - invitedAt.getTime()) / (365 * DAY_MS);
  return start + (gain * (1 - Math.exp(-2.2 * years))) / (1 - Math.exp(-2.2));
}

const points = (value: number) => Math.round(Math.min(98, Math.max(12, value)));

function evaluationRow(
  { id, created_at, finished_at }: ReturnType<typeof trainingRow>,
  member: DemoMember,
  random: Random,
) {
  const { tips, strengths } = evaluationTexts[member.lang];
  const level = levelOf(member, created_at) + random.around(4);
  const scores = Object.fromEntries(
    scoreDimensions.map((dimension, n) => {
      const habit = dimension === member.weakest ? -9 : ((n * 3 + member.post.length) % 7) - 2;
      return [dimension, points(level + habit + random.around(5))];
    }),
  ) as Record<ScoreDimension, number>;
  const values = Object.values(scores);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const total = Math.round(mean);
  const [worst = 'closing', ...others] = [...scoreDimensions].sort((a, b) => scores[a] - scores[b]);
  const weak = [worst, ...others.slice(0, random.chance(0.5) ? 2 : 1)];
  return {
    training_id: id,
    ...scores,
    total,
    // The standard deviation, with one decimal.
    spread: Math.round(Math.sqrt(variance) * 10) / 10,
    tips: weak.map((dimension) => random.pick(tips[dimension])),
    goal: total >= 70 ? 'reached' : total >= 50 ? 'partial' : 'missed',
    methodology_id: pick('methodology', random),
    strongest: strengths[others.at(-1) ?? worst],
    biggest_lever: tips[worst][0].principle,
    created_at: finished_at ?? created_at,
    updated_at: finished_at ?? created_at,
  };
}
