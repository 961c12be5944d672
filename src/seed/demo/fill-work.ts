import type { PrismaCall } from '../../operation/call.ts';
import { assignmentRow, planTasks } from './assignments.ts';
import { caseRows } from './cases.ts';
import { createDemoCatalog } from './catalog.ts';
import { type CrmRows, crmRows } from './crm.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';
import { planSessions } from './trainings.ts';

/** Writes a year of work: catalog, assignments, trainings, cases and data of the CRM. */
export async function fillWork(call: PrismaCall, team: DemoTeam, random: Random, crm?: CrmRows) {
  const { prisma, now } = call;
  const catalog = await createDemoCatalog(call, team);
  const tasks = planTasks(team.members, random, now);
  const sessions = planSessions(team, tasks, random, now);
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
