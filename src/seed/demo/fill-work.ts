import type { PrismaCall } from '../../operation/call.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { assignmentRow, planTask, planTasks } from './assignments.ts';
import { caseRows } from './cases.ts';
import { createDemoCatalog } from './catalog.ts';
import { type CrmRows, crmRows } from './crm.ts';
import { Random } from './random.ts';
import type { DemoTeam } from './team.ts';
import { planSessions as planEvenOnHolidays } from './traffic/plan-sessions.ts';
import { planSessions } from './trainings.ts';

/** How long ago the practice receiver of a sandbox refused the newest assignment. */
const REFUSED_MS = 3 * HOUR_MS;

/**
 * Writes a year of work: catalog, assignments, trainings, cases and data of the CRM. With a practice CRM, somebody looks
 * around in it: then the last day is not left to chance.
 */
export async function fillWork(call: PrismaCall, team: DemoTeam, random: Random, crm?: CrmRows) {
  const { prisma, now } = call;
  const catalog = await createDemoCatalog(call, team);
  const recent = crm ? lastDay(team, now) : nothing;
  const planned = planTasks(team.members, random, now);
  const sessions = planSessions(team, planned, random, now);
  sessions.trainings.push(...recent.sessions.trainings);
  sessions.evaluations.push(...recent.sessions.evaluations);
  const tasks = [...planned, ...recent.tasks];
  const cases = caseRows(team, random, now);
  const { deals, objections, connection, owners } = crm ?? crmRows(team, random, now);
  const assignments = tasks.map((task) => assignmentRow(team.tenantId, task, random, now));
  await prisma.assignment.createMany({ data: assignments });
  await prisma.training.createMany({ data: sessions.trainings });
  await prisma.evaluation.createMany({ data: sessions.evaluations });
  await prisma.teamCase.createMany({ data: cases });
  await prisma.crmConnection.createMany({ data: [connection] });
  await prisma.crmOwner.createMany({ data: owners });
  await prisma.crmDeal.createMany({ data: deals });
  await prisma.crmObjection.createMany({ data: objections });
  return { catalog, tasks, sessions, assignments, cases, deals, objections };
}

const nothing = { sessions: { trainings: [], evaluations: [] }, tasks: [] };

/**
 * People train on the day before, whatever day it is, and the CRM makes an assignment whose event is refused. So the first
 * look at the overview shows events, deliveries, and a failure.
 */
export function lastDay({ tenantId, members }: DemoTeam, now: Date) {
  const active = members.filter(({ status }) => status === 'active');
  const period = { since: new Date(now.getTime() - DAY_MS), until: now };
  const at = new Date(now.getTime() - REFUSED_MS);
  return {
    sessions: planEvenOnHolidays(tenantId, active, period),
    tasks: active
      .filter(({ role }) => role === 'owner')
      .map((owner) => planTask(owner, at, new Random(at.getTime()))),
  };
}
