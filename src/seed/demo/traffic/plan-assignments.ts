import type { PrismaCall } from '../../../operation/call.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { InEach } from '../../../shared/language.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import { assignmentRow, planTask } from '../assignments.ts';
import { atHour, daysBefore } from '../calendar.ts';
import type { Deed } from '../history/audit.ts';
import { type DemoEvent, eventsOf } from '../history/events.ts';
import { SERVER } from '../history/origin.ts';
import type { Requests } from '../history/requests.ts';
import { Random } from '../random.ts';
import type { DemoMember } from '../team.ts';
import { daysIn, isIn, type Period, randomOf } from './period.ts';
import type { KeyInUse } from './plan-requests.ts';

type About = {
  members: readonly DemoMember[];
  /** The key that the CRM uses to make assignments. */
  crm: KeyInUse;
  period: Period;
  /** When somebody who looks at the demo should see a further one. */
  shownAt: Date | null;
  now: Date;
  requests: Requests;
};

const PART = 300;
const A_DAY = 5;
/** These notes mark the assignments of the demo. Assignments of people lack them and are left alone. */
const notes: InEach<string> = {
  de: 'Aus dem CRM: bitte vor dem nächsten Termin üben.',
  en: 'From the CRM: please practise before your next appointment.',
};
const OPEN_DAYS = 3;

/** Each day the CRM makes some assignments, and further ones while somebody looks. */
export function planAssignments(tenantId: string, about: About) {
  const { members, crm, now, requests } = about;
  const [first, ...others] = members.filter(({ role }) => role !== 'owner');
  const rows: ReturnType<typeof assignmentRow>[] = [];
  const deeds: Deed[] = [];
  const events: DemoEvent[] = [];
  for (const { at, random } of momentsOf(about)) {
    if (!first) break;
    const member = random.pick([first, ...others]);
    const task = { ...planTask(member, at, random), note: notes[member.lang] };
    const askedAt = new Date(at.getTime() - random.whole(3, 8));
    const requestId = requestIdAt(askedAt);
    const kind = { method: 'POST', route: '/assignments', status: 201 };
    requests.add(crm, kind, { at: askedAt, ip: SERVER, requestId });
    rows.push(assignmentRow(tenantId, task, random, now));
    const by = { kind: 'key', id: crm.prefix, ip: SERVER } as const;
    deeds.push({ at, by, action: 'assignment.created', targetId: task.id, requestId });
    const { memberId: member_id, userId: user_id } = member;
    const data = { assignment_id: task.id, status: 'open', member_id, user_id };
    events.push(eventsOf(tenantId)(at, 'assignment.created', data));
  }
  return { rows, deeds, events };
}

function momentsOf({ period, shownAt }: About): { at: Date; random: Random }[] {
  const usual = daysIn(period).flatMap((day) =>
    Array.from({ length: A_DAY }, (_, n) => {
      const random = randomOf(day, PART + n);
      return { at: atHour(day, random.whole(5, 15), random.whole(0, 59)), random };
    }),
  );
  const shown = shownAt ? [{ at: shownAt, random: new Random(shownAt.getTime()) }] : [];
  return [...usual.filter(({ at }) => isIn(period, at)), ...shown];
}

/** True if the CRM has made an assignment in the last hour. */
export async function hasNewAssignment({ db, prisma, now }: PrismaCall): Promise<boolean> {
  const newest = await prisma.assignment.count({
    where: {
      tenant_id: db.tenantId,
      note: { in: Object.values(notes) },
      created_at: { gt: new Date(now.getTime() - HOUR_MS) },
    },
  });
  return newest > 0;
}

/**
 * Closes assignments that the CRM made some days ago, so that they do not pile up. An assignment that a person has
 * changed or opened again since stays as it is.
 */
export async function closeAssignments({ db, prisma, now }: PrismaCall): Promise<void> {
  const created_at = { lt: daysBefore(now, OPEN_DAYS) };
  const open = await prisma.assignment.findMany({
    where: {
      tenant_id: db.tenantId,
      status: 'open',
      note: { in: Object.values(notes) },
      created_at,
    },
    select: { id: true, created_at: true, updated_at: true },
  });
  const untouched = open.filter((row) => row.updated_at.getTime() === row.created_at.getTime());
  await prisma.assignment.updateMany({
    where: { tenant_id: db.tenantId, status: 'open', id: { in: untouched.map(({ id }) => id) } },
    data: { status: 'done', updated_at: now },
  });
}
