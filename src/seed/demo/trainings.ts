import { newId } from '../../db/ids.ts';
import {
  type ScoreDimension,
  scoreDimensions,
} from '../../features/evaluations/score-dimensions.ts';
import { evaluationTexts } from '../../features/try-out/tips.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import type { Task } from './assignments.ts';
import { atHour, daysBefore, eagerness } from './calendar.ts';
import { combinationFor, pick } from './catalog.ts';
import type { Random } from './random.ts';
import type { DemoMember, DemoTeam } from './team.ts';

export type Sessions = {
  trainings: ReturnType<typeof session>[];
  evaluations: ReturnType<typeof evaluationRow>[];
};

/** Spreads the given number of sessions a week over the days. */
const WEEK = 4.9;
const WAITING_DAYS = 25;

/** Plans a year of sessions, and closes the assignments that they complete. */
export function planSessions(
  { tenantId, members }: DemoTeam,
  tasks: readonly Task[],
  random: Random,
  now: Date,
): Sessions {
  const sessions: Sessions = { trainings: [], evaluations: [] };
  for (const member of members) {
    for (let day = member.sinceDays - 1; day >= (member.untilDays ?? 0); day--) {
      const date = daysBefore(now, day);
      const startedAt = atHour(date, random.whole(6, 15), random.whole(0, 59));
      const trains = random.chance(Math.min(0.9, (member.perWeek * eagerness(date)) / WEEK));
      if (!trains || startedAt.getTime() > now.getTime() - HOUR_MS) continue;
      const yearsIn = (member.sinceDays - day) / 365;
      addSession(sessions, { tenantId, member, startedAt, yearsIn, random, tasks });
    }
  }
  const busy = members.find(({ post }) => post === 'neukunden');
  if (busy) sessions.trainings.push(running(tenantId, busy, random, now));
  return sessions;
}

type Start = {
  tenantId: string;
  member: DemoMember;
  startedAt: Date;
  yearsIn: number;
  random: Random;
  tasks: readonly Task[];
};

export function addSession(sessions: Sessions, start: Start): void {
  const { tenantId, member, startedAt, yearsIn, random } = start;
  const planned = random.whole(240, 1500);
  const status = statusOf(random);
  const seconds = status === 'aborted' ? Math.round(planned / 5) : planned;
  const finishedAt = new Date(startedAt.getTime() + seconds * 1000);
  const id = newId('trn', startedAt);
  const task = status === 'aborted' ? undefined : waitingTask(start);
  if (task) Object.assign(task, { trainingId: id, doneAt: finishedAt });
  sessions.trainings.push({
    ...session(tenantId, member, random, startedAt),
    ...(task
      ? {
          situation_id: task.situation_id,
          personality_id: task.personality_id,
          industry_id: task.industry_id,
        }
      : {}),
    id,
    status,
    assignment_id: task?.id ?? null,
    duration_s: seconds,
    finished_at: finishedAt,
  });
  if (status === 'scored') {
    sessions.evaluations.push(evaluationRow(tenantId, id, member, finishedAt, yearsIn, random));
  }
}

function statusOf(random: Random): 'scored' | 'completed' | 'aborted' {
  const roll = random.next();
  if (roll < 0.04) return 'aborted';
  return roll < 0.07 ? 'completed' : 'scored';
}

function running(tenantId: string, member: DemoMember, random: Random, now: Date) {
  const startedAt = new Date(now.getTime() - 0.2 * HOUR_MS);
  return {
    ...session(tenantId, member, random, startedAt),
    id: newId('trn', startedAt),
    status: 'in_progress',
    assignment_id: null,
    duration_s: null,
    finished_at: null,
  };
}

function session(tenantId: string, member: DemoMember, random: Random, startedAt: Date) {
  return {
    tenant_id: tenantId,
    id: '',
    member_id: member.memberId,
    status: '',
    source: 'app',
    assignment_id: null as string | null,
    ...combinationFor(member, random),
    role_id: pick('role', random),
    duration_s: null as number | null,
    created_at: startedAt,
    finished_at: null as Date | null,
  };
}

function waitingTask({ tasks, member, startedAt, random }: Start): Task | undefined {
  const latest = startedAt.getTime();
  return tasks.find((task) => {
    const at = task.at.getTime();
    const waits = task.member === member && !task.trainingId && at < latest;
    return waits && latest - at < WAITING_DAYS * DAY_MS && random.chance(0.5);
  });
}

/** People learn fast at first, and then more slowly. */
function levelOf(member: DemoMember, yearsIn: number): number {
  return member.start + (member.gain * (1 - Math.exp(-2.2 * yearsIn))) / (1 - Math.exp(-2.2));
}

const points = (value: number) => Math.round(Math.min(98, Math.max(12, value)));

function evaluationRow(
  tenantId: string,
  trainingId: string,
  member: DemoMember,
  at: Date,
  yearsIn: number,
  random: Random,
) {
  const { tips, strengths } = evaluationTexts[member.lang];
  const level = levelOf(member, yearsIn) + random.around(4);
  const scores = Object.fromEntries(
    scoreDimensions.map((dimension, n) => {
      const habit = dimension === member.weakest ? -9 : ((n * 3 + member.post.length) % 7) - 2;
      return [dimension, points(level + habit + random.around(5))];
    }),
  ) as Record<ScoreDimension, number>;
  const total = Math.round(
    scoreDimensions.reduce((sum, name) => sum + scores[name], 0) / scoreDimensions.length,
  );
  const [worst, second, third] = [...scoreDimensions].sort((a, b) => scores[a] - scores[b]);
  const best = [...scoreDimensions].sort((a, b) => scores[b] - scores[a])[0] ?? 'needs_analysis';
  const weak = [worst, second, random.chance(0.5) ? third : undefined].filter(
    (name) => name !== undefined,
  );
  return {
    tenant_id: tenantId,
    training_id: trainingId,
    ...scores,
    total,
    spread: spreadOf(Object.values(scores)),
    tips: weak.map((dimension) => random.pick(tips[dimension])),
    goal: total >= 70 ? 'reached' : total >= 50 ? 'partial' : 'missed',
    methodology_id: pick('methodology', random),
    strongest: strengths[best],
    biggest_lever: tips[worst ?? best][0].principle,
    created_at: at,
    updated_at: at,
  };
}

/** The standard deviation, with one decimal. */
function spreadOf(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.round(Math.sqrt(variance) * 10) / 10;
}
