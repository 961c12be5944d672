import type { PrismaCall } from '../../../operation/call.ts';
import type { InEach } from '../../../shared/language.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import { assignmentRow, planTask } from '../assignments.ts';
import { atHour, daysBefore } from '../calendar.ts';
import type { Deed } from '../history/audit.ts';
import { SERVER } from '../history/origin.ts';
import type { Requests } from '../history/requests.ts';
import type { DemoMember } from '../team.ts';
import { daysIn, isIn, type Period, randomOf } from './period.ts';
import type { KeyInUse } from './plan-requests.ts';

type About = {
  members: readonly DemoMember[];
  /** The key that the CRM uses to make assignments. */
  crm: KeyInUse;
  period: Period;
  now: Date;
  requests: Requests;
};

const PART = 300;
/** These notes mark the assignments of the demo. Assignments of people lack them and are left alone. */
const notes: InEach<string> = {
  de: 'Aus dem CRM: bitte vor dem nächsten Termin üben.',
  en: 'From the CRM: please practise before your next appointment.',
};
const OPEN_DAYS = 3;

/** Each day the CRM makes one assignment. */
export function planAssignments(tenantId: string, { members, crm, period, now, requests }: About) {
  const [first, ...others] = members.filter(({ role }) => role !== 'owner');
  const rows: ReturnType<typeof assignmentRow>[] = [];
  const deeds: Deed[] = [];
  for (const day of first ? daysIn(period) : []) {
    const random = randomOf(day, PART);
    const at = atHour(day, random.whole(5, 15), random.whole(0, 59));
    if (!first || !isIn(period, at)) continue;
    const member = random.pick([first, ...others]);
    const task = { ...planTask(member, at, random), note: notes[member.lang] };
    const requestId = requestIdAt(at);
    const route = '/assignments';
    requests.add(crm, { method: 'POST', route, status: 201 }, { at, ip: SERVER, requestId });
    rows.push(assignmentRow(tenantId, task, random, now));
    const by = { kind: 'key', id: crm.prefix, ip: SERVER } as const;
    deeds.push({ at, by, action: 'assignment.created', targetId: task.id, requestId });
  }
  return { rows, deeds };
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
