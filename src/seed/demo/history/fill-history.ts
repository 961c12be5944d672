import type { KeyObject } from 'node:crypto';
import type { Prisma } from '../../../db/generated/client.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import type { Task } from '../assignments.ts';

import type { DemoCatalog } from '../catalog.ts';
import type { PracticeConnection } from '../practice-connection.ts';
import type { Random } from '../random.ts';
import type { DemoTeam } from '../team.ts';
import type { Sessions } from '../trainings.ts';
import { auditRows } from './audit.ts';
import { runRows, syncFailures } from './crm-failures.ts';
import { deedsOfCatalog, deedsOfKeys, deedsOfMembers, deedsOfTeam } from './deeds-of-team.ts';
import {
  deedsOfAssignments,
  deedsOfCases,
  deedsOfCrm,
  deedsOfSessions,
  deedsOfWebhooks,
} from './deeds-of-work.ts';
import * as written from './deliveries.ts';
import { endpointRows, planEndpoints } from './endpoints.ts';
import { EVENT_DAYS, eventRows, keepEvents, nameRequests, planEvents } from './events.ts';
import { keyUseRows } from './key-uses.ts';
import { type DemoKeys, keyRows, planKeys } from './keys.ts';
import { type Posted, Requests } from './requests.ts';
import { planRetries, retryRows } from './retries.ts';
import { writeRequestLog } from './write-requests.ts';

/** The rows that exist already, and whose history is written. */
export type Made = {
  team: DemoTeam;
  catalog: DemoCatalog;
  tasks: readonly Task[];
  sessions: Sessions;
  assignments: (Prisma.AssignmentCreateManyInput & { created_at: Date; updated_at: Date })[];
  cases: Prisma.TeamCaseCreateManyInput[];
};

type Tools = {
  random: Random;
  secretKey: KeyObject;
  /** In a sandbox, the practice receiver answers the endpoints, and the CRM is connected. */
  practice?: PracticeConnection;
};

/** Writes keys and requests, webhooks and deliveries, and the audit log. */
export async function fillHistory(call: PrismaCall, made: Made, tools: Tools): Promise<void> {
  const { team } = made;
  const { now, prisma } = call;
  const about = { team, keys: planKeys(team, now), random: tools.random, now };
  const posted = postedTasks(made.tasks, about);
  const invited = team.members
    .filter(({ throughApi }) => throughApi)
    .map(({ invitedAt: at }) => posting(at, about.keys.personnel, '/users'));
  await writeRequests(call, made, { ...about, posted: [...posted.values(), ...invited] });
  const { retries, endpoints, failures } = await writeWebhooks(call, made, {
    ...tools,
    posted: [...posted.keys()],
  });
  const deeds = [
    ...deedsOfTeam(about),
    ...deedsOfMembers(about, invited),
    ...deedsOfKeys(about),
    ...deedsOfCatalog(about, made.catalog),
    ...deedsOfAssignments(about, { tasks: made.tasks, rows: made.assignments, posted }),
    ...deedsOfCases(about, made.cases),
    ...deedsOfSessions(about, made.sessions),
    ...deedsOfWebhooks(about, endpoints, retries),
    ...deedsOfCrm(about, failures, tools.practice),
  ];
  await prisma.auditEntry.createMany({ data: auditRows(team.tenantId, deeds) });
  await nameRequests(call, new Date(now.getTime() - EVENT_DAYS * DAY_MS));
}

type About = { team: DemoTeam; keys: DemoKeys; random: Random; now: Date };

function posting(at: Date, key: Posted['key'], route: string): Posted {
  return { at, key, route, requestId: requestIdAt(at) };
}

/**
 * The CRM has a key, so it has made some of the assignments, always among them that of the owner: in a sandbox for
 * looking around, the delivery of its event is the failure to find, on any day.
 */
export function postedTasks(tasks: readonly Task[], { keys, random }: About): Map<Task, Posted> {
  const { crm, renewed } = keys;
  const chosen = tasks.filter(
    ({ at, member }) => at > crm.createdAt && (random.chance(0.3) || member.role === 'owner'),
  );
  return new Map(
    chosen.map((task) => {
      const key = task.at > renewed.createdAt ? renewed : crm;
      return [task, posting(task.at, key, '/assignments')];
    }),
  );
}

async function writeRequests(
  { db, prisma }: PrismaCall,
  { sessions }: Made,
  { team, keys, random, now, posted }: About & { posted: Posted[] },
): Promise<void> {
  const { tenantId, members } = team;
  const idsOf = (status: string) =>
    members.filter((member) => member.status === status).map(({ memberId }) => memberId);
  const newest = sessions.trainings.filter(({ status }) => status === 'scored').slice(-30);
  const ids = {
    member: idsOf('active'),
    removed: idsOf('removed'),
    training: newest.map(({ id }) => id),
  };
  const requests = new Requests({ ids, random, now });
  requests.planYear(keys, posted);
  await prisma.apiKey.createMany({ data: keyRows(tenantId, keys, now) });
  await prisma.apiKeyUse.createMany({ data: keyUseRows(tenantId, keys, requests, now) });
  await writeRequestLog(db, requests);
}

const CHART_DAYS = 7;

async function writeWebhooks(
  { db, prisma, now }: PrismaCall,
  { team, sessions }: Made,
  { random, secretKey, practice, posted }: Tools & { posted: Task[] },
) {
  const { tenantId } = team;
  const failures = syncFailures(now);
  const endpoints = planEndpoints(team, now, practice !== undefined);
  const events = planEvents({ team, sessions, posted, failures, endpoints }, now);
  const deliveries = written.planDeliveries(endpoints, events, { random, now });
  const retries = planRetries(team, deliveries, random, now);
  const lastSuccess = written.lastSuccesses(deliveries);
  const taken = new Set(deliveries.map(({ event }) => event));
  const since = new Date(now.getTime() - CHART_DAYS * DAY_MS);
  const runs = [...runRows(tenantId, failures), ...(practice?.runs ?? [])];
  await prisma.crmSyncRun.createMany({ data: runs });
  await prisma.crmCursor.createMany({ data: practice?.cursors ?? [] });
  await prisma.webhookEndpoint.createMany({
    data: endpointRows(tenantId, endpoints, { secretKey, lastSuccess }),
  });
  await prisma.webhookEvent.createMany({
    data: eventRows(
      tenantId,
      events.filter((event) => taken.has(event)),
    ),
  });
  await keepEvents(db, events);
  await prisma.webhookDelivery.createMany({ data: written.deliveryRows(tenantId, deliveries) });
  await prisma.webhookPending.createMany({ data: written.pendingRows(tenantId, deliveries) });
  await prisma.webhookAttempt.createMany({ data: written.attemptRows(tenantId, deliveries) });
  await prisma.webhookRetry.createMany({ data: retryRows(tenantId, retries) });
  await prisma.webhookEndpointHour.createMany({
    data: written.hourRows(tenantId, deliveries, since),
  });
  return { retries, endpoints, failures };
}
