import { newId } from '../../db/ids.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { InEach } from '../../shared/language.ts';
import { atHour, dayOf, daysBefore } from './calendar.ts';
import { type Combination, combinationFor } from './catalog.ts';
import type { Random } from './random.ts';
import { type DemoMember, removedAt } from './team.ts';

const notes: InEach<readonly [string, ...string[]]> = {
  de: [
    'Bitte vor dem Termin am Monatsende üben.',
    'Achte besonders auf den nächsten Schritt am Ende des Gesprächs.',
    'Zweiter Durchgang: Diesmal ohne Preisnachlass.',
    'Wir besprechen das Ergebnis im Teamtreffen.',
  ],
  en: [
    'Please practise before the appointment at the end of the month.',
    'Watch for the next step at the end of the conversation.',
    'Second round: this time without a discount.',
    'We will talk about the result in the team meeting.',
  ],
};

/** What a manager has in mind. The list shows the exercise itself beside it. */
const titles: InEach<readonly string[]> = {
  de: [
    'Vor dem Quartalsende',
    'Noch einmal, nach dem letzten Training',
    'Vorbereitung auf die Frühjahrsmesse',
    'Vor dem Besuch im Werk',
    'Zum Aufwärmen',
    'Vorbereitung der Jahresgespräche',
    'Für das neue Gebiet',
  ],
  en: [
    'Before the end of the quarter',
    'Once more, after your last training',
    'For the trade fair in spring',
    'Before the visit to the plant',
    'Warm-up',
    'Before the annual talks',
    'For the new territory',
  ],
};

/** A planned assignment. `trainingId` is set when a training has completed it. */
export type Task = Combination & {
  id: string;
  member: DemoMember;
  at: Date;
  due: Date;
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
  const tasks: Task[] = [];
  for (const member of members.filter(({ role }) => role !== 'owner')) {
    const last = member.untilDays ?? 0;
    let day = member.sinceDays - (member.status === 'invited' ? 1 : random.whole(5, EVERY_DAYS));
    for (; day > last; day -= random.whole(EVERY_DAYS - 20, EVERY_DAYS + 5)) {
      tasks.push(planTask(member, morning(now, day, random), random));
    }
    if (member.status === 'active')
      tasks.push(planTask(member, morning(now, random.whole(1, 12), random), random));
  }
  // The owner is the person who looks at the demo, and should have one too.
  for (const owner of members.filter(({ role }) => role === 'owner')) {
    tasks.push(planTask(owner, morning(now, 9, random), random));
  }
  return tasks;
}

function morning(now: Date, daysAgo: number, random: Random): Date {
  return atHour(daysBefore(now, daysAgo), 8, random.whole(0, 59));
}

export function planTask(member: DemoMember, at: Date, random: Random): Task {
  return {
    ...combinationFor(member, random),
    id: newId('asg', at),
    member,
    at,
    due: new Date(at.getTime() + random.whole(10, 28) * DAY_MS),
    note: random.chance(0.6) ? random.pick(notes[member.lang]) : null,
    focused: random.chance(0.5),
    trainingId: null,
    doneAt: null,
  };
}

export function assignmentRow(tenantId: string, task: Task, random: Random, now: Date) {
  const { situation_id, personality_id, industry_id, member, at, due, note } = task;
  const status = statusOf(task, random, now);
  return {
    tenant_id: tenantId,
    id: task.id,
    member_id: member.memberId,
    status,
    // Drawing one would change all that is drawn after it.
    title: titles[member.lang][(task.id.codePointAt(29) ?? 0) % titles.de.length] ?? '',
    situation_id,
    personality_id,
    industry_id,
    note,
    due_date: dayOf(due),
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
