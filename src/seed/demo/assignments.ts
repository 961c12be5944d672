import { newId } from '../../db/ids.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { atHour, daysBefore, isoDay } from './calendar.ts';
import { type Combination, combinationFor } from './catalog.ts';
import type { Random } from './random.ts';
import { table } from './table.ts';
import { type DemoMember, removedAt } from './team.ts';

const notes = table(
  ['de', 'en'],
  `
Bitte vor dem Termin am Monatsende üben. | Please practise before the appointment at the end of the month.
Achte besonders auf den nächsten Schritt am Ende des Gesprächs. | Watch for the next step at the end of the conversation.
Zweiter Durchgang: Diesmal ohne Preisnachlass. | Second round: this time without a discount.
Wir besprechen das Ergebnis im Teamtreffen. | We will talk about the result in the team meeting.
`,
);

/** What a manager has in mind. The list shows the exercise itself beside it. */
const titles = table(
  ['de', 'en'],
  `
Vor dem Quartalsende | Before the end of the quarter
Noch einmal, nach dem letzten Training | Once more, after your last training
Vorbereitung auf die Frühjahrsmesse | For the trade fair in spring
Vor dem Besuch im Werk | Before the visit to the plant
Zum Aufwärmen | Warm-up
Vorbereitung der Jahresgespräche | Before the annual talks
Für das neue Gebiet | For the new territory
`,
);

/** A planned assignment. `trainingId` is set when a training has completed it. */
export type Task = Combination & {
  id: string;
  member: DemoMember;
  at: Date;
  due: Date;
  title: string;
  note: string | null;
  focused: boolean;
  trainingId: string | null;
  doneAt: Date | null;
};

const EVERY_DAYS = 55;
const STALE_DAYS = 40;

/**
 * Plans the assignments: for each member who trains, one in about eight weeks and a new one now. Each invited person
 * gets one.
 */
export function planTasks(members: readonly DemoMember[], random: Random, now: Date): Task[] {
  const morning = (days: number) => atHour(daysBefore(now, days), 8, random.whole(0, 59));
  return members.flatMap((member) => {
    // The owner is the person who looks at the demo, and should have one too.
    if (member.role === 'owner') return [planTask(member, morning(9), random)];
    const tasks: Task[] = [];
    const last = member.untilDays ?? 0;
    let day = member.sinceDays - (member.status === 'invited' ? 1 : random.whole(5, EVERY_DAYS));
    for (; day > last; day -= random.whole(EVERY_DAYS - 20, EVERY_DAYS + 5)) {
      tasks.push(planTask(member, morning(day), random));
    }
    if (member.status === 'active') {
      tasks.push(planTask(member, morning(random.whole(1, 12)), random));
    }
    return tasks;
  });
}

export function planTask(member: DemoMember, at: Date, random: Random): Task {
  return {
    ...combinationFor(member, random),
    id: newId('asg', at),
    member,
    at,
    due: new Date(at.getTime() + random.whole(10, 28) * DAY_MS),
    title: random.pick(titles)[member.lang],
    note: random.chance(0.6) ? random.pick(notes)[member.lang] : null,
    focused: random.chance(0.5),
    trainingId: null,
    doneAt: null,
  };
}

export function assignmentRow(task: Task, random: Random, now: Date) {
  const { id, situation_id, personality_id, industry_id, member, at, due, title, note } = task;
  const status = statusOf(task, random, now);
  return {
    id,
    member_id: member.memberId,
    status,
    title,
    situation_id,
    personality_id,
    industry_id,
    note,
    due_date: isoDay(due),
    focus_dimension: task.focused ? member.weakest : null,
    completed_training_id: task.trainingId,
    created_at: at,
    updated_at: task.doneAt ?? (status === 'open' ? at : closedAt(task, now)),
  };
}

/**
 * The assignments of a removed member are revoked (D109). Those that stayed open for weeks are closed as done, or were
 * revoked.
 */
function statusOf({ member, trainingId, at }: Task, random: Random, now: Date): string {
  if (member.status === 'removed') return 'revoked';
  if (trainingId) return 'done';
  if (now.getTime() - at.getTime() < STALE_DAYS * DAY_MS) return 'open';
  return random.chance(0.5) ? 'done' : 'revoked';
}

/** When the member was removed, or when an admin noticed the forgotten assignment. */
function closedAt({ member, at }: Task, now: Date): Date {
  if (member.untilDays !== undefined) return removedAt(now, member.untilDays);
  return daysBefore(at, -STALE_DAYS);
}
