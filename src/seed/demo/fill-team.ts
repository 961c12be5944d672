import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import { assignmentRow, planTask, planTasks } from './assignments.ts';
import { daysBefore } from './calendar.ts';
import { caseRows } from './cases.ts';
import { type DemoCatalog, planCatalog } from './catalog.ts';
import { type CrmOfYear, failureRows, syncFailures } from './crm.ts';
import * as deeds from './deeds.ts';
import { inHistory, planDeliveries, planRetries } from './deliveries.ts';
import { type DemoEndpoints, endpointRow, planEndpoints } from './endpoints.ts';
import { type DemoKeys, planKeys } from './keys.ts';
import { OFFICE } from './origin.ts';
import { Random } from './random.ts';
import { Requests, inTheYear as requestsOfTheYear } from './requests.ts';
import { type DemoTeam, memberOf, pagesIn } from './team.ts';
import {
  inTheLastDays,
  inTheYear,
  planSessions,
  runningSession,
  type Session,
} from './trainings.ts';
import { writeHistory } from './write-history.ts';
import { writeRows } from './write-rows.ts';

const SEED = 2026;
const YEAR_DAYS = 366;
/** The team has events of this many days. The service keeps deliveries for thirty days after their end (D170). */
const EVENT_DAYS = 27;
/** How long ago the practice receiver of a sandbox refused the newest assignment. */
const REFUSED_MS = 3 * HOUR_MS;

type Year = {
  crm: CrmOfYear;
  /** In a sandbox, somebody looks around in the history. Then the last day is not left to chance. */
  inSandbox: boolean;
  /** The key that encrypts the secrets of webhook endpoints. With it, the team has a history. */
  secretKey?: KeyObject | undefined;
};

/** Writes a year of work: catalog, assignments, trainings, cases, data of the CRM, and their history. */
export async function fillTeam(call: PrismaCall, team: DemoTeam, year: Year) {
  const { db, now } = call;
  const { crm, inSandbox, secretKey } = year;
  const random = new Random(SEED);
  const catalog = planCatalog(team, now);
  const tasks = planTasks(team.members, random, now);
  const period = { since: daysBefore(now, YEAR_DAYS), until: now };
  const sessions = planSessions(team.members, period, inTheYear, tasks);
  sessions.push(runningSession(memberOf(team, 'neukunden'), random, now));
  if (inSandbox && secretKey) {
    const recent = lastDay(team, now);
    sessions.push(...recent.sessions);
    tasks.push(...recent.tasks);
  }
  const assignments = tasks.map((task) => assignmentRow(task, random, now));
  const cases = caseRows(team, random, now);
  await writeRows(db, {
    ...catalog.rows,
    assignment: assignments,
    training: sessions.map(({ training }) => training),
    evaluation: sessions.flatMap(({ evaluation }) => evaluation ?? []),
    teamCase: cases,
    ...crm.rows,
  });
  const made = { catalog, tasks, sessions, assignments, cases };
  if (secretKey) await fillHistory(call, team, { ...made, crm, inSandbox, secretKey });
  return made;
}

/**
 * People train on the day before, whatever day it is, and the CRM makes an assignment whose event is refused. So the first
 * look at the overview shows events, deliveries, and a failure.
 */
export function lastDay(team: DemoTeam, now: Date) {
  const active = team.members.filter(({ status }) => status === 'active');
  const period = { since: new Date(now.getTime() - DAY_MS), until: now };
  const at = new Date(now.getTime() - REFUSED_MS);
  return {
    sessions: planSessions(active, period, inTheLastDays),
    tasks: [planTask(memberOf(team, 'leitung'), at, new Random(at.getTime()))],
  };
}

type Made = Awaited<ReturnType<typeof fillTeam>> &
  Omit<Year, 'secretKey'> & { secretKey: KeyObject };

async function fillHistory(call: PrismaCall, team: DemoTeam, made: Made): Promise<void> {
  const { db, now } = call;
  const { inSandbox, secretKey } = made;
  const random = new Random(SEED + 1);
  const keys = planKeys(team, now);
  const endpoints = planEndpoints(team, now, inSandbox);
  const failures = syncFailures(now);
  await writeRows(db, {
    apiKey: Object.values(keys).map(({ row }) => row),
    // The log is too young for the uses of these keys.
    apiKeyUse: Object.values(keys).flatMap(({ id: key_id, endedAt }) => {
      if (!endedAt) return [];
      return { key_id, used_at: new Date(endedAt.getTime() - 5 * HOUR_MS), used_ip: OFFICE };
    }),
    webhookEndpoint: Object.values(endpoints).map((endpoint) => {
      return endpointRow(team.tenantId, endpoint, secretKey);
    }),
    crmSyncRun: failureRows(failures),
  });
  const done = [
    ...deeds.ofYear(team, namesOf(team, { ...made, keys, endpoints }), { now, inSandbox }),
    ...deeds.ofMembers(team, keys.personnel, now),
    ...deeds.ofTasks(team, made.tasks, { ...keys, random }),
    ...deeds.ofClosing(team, made.assignments),
    ...deeds.ofCases(team, made.cases),
    ...deeds.ofFailures(failures),
    ...deeds.ofSessions(made.sessions).filter(({ at }) => at >= daysBefore(now, EVENT_DAYS)),
  ];
  const events = deeds.eventsOf(
    team.tenantId,
    done.filter(({ at }) => at >= daysBefore(now, EVENT_DAYS)),
  );
  const deliveries = Object.values(endpoints).flatMap((endpoint) => {
    const end = endpoint.stoppedAt ?? now;
    return planDeliveries(endpoint, events, inHistory(endpoint, random), { random, end });
  });
  const retried = planRetries(team, endpoints, deliveries, { random, now });
  await writeHistory(call, {
    deeds: [...done, ...deeds.ofRetries(team, retried)],
    requests: requestsOf(team, { keys, sessions: made.sessions, now }),
    keys: Object.values(keys),
    deliveries,
  });
}

function requestsOf(
  { members }: DemoTeam,
  { keys, sessions, now }: { keys: DemoKeys; sessions: readonly Session[]; now: Date },
): Requests {
  const idsOf = (status: string) =>
    members.filter((member) => member.status === status).map(({ memberId }) => memberId);
  const scored = sessions.filter(({ evaluation }) => evaluation);
  const training = scored.slice(-30).map(({ training: { id } }) => id);
  const requests = new Requests(
    { member: idsOf('active'), removed: idsOf('removed'), training },
    now,
  );
  const period = { since: daysBefore(now, YEAR_DAYS), until: now };
  requests.planPrograms(Object.values(keys), period, requestsOfTheYear(now));
  requests.planTrouble(keys);
  return requests;
}

type Named = { catalog: DemoCatalog; crm: CrmOfYear; keys: DemoKeys; endpoints: DemoEndpoints };

/** What the lines of the year name. */
function namesOf({ lang }: DemoTeam, { catalog, crm, keys, endpoints }: Named): deeds.Names {
  const entries = catalog.entries.map(({ name, id, dimension, names }) => {
    return [name, id, { dimension, names }] as const;
  });
  const named = Object.entries(keys).map(([name, { id, row }]) => {
    const { scopes, ip_ranges, rotated_at, expires_at, created_by } = row;
    const made = { name: row.name, scopes, ip_ranges, created_by };
    return [name, id, { ...made, expires_at: rotated_at ? null : expires_at }] as const;
  });
  const receivers = Object.entries(endpoints).map(([name, { id, url, events, added }]) => {
    const first = events.filter((type) => type !== added?.event);
    return [name, id, { url: new URL(url).origin, events: first }] as const;
  });
  const rule = ['rule', catalog.rule.id, catalog.rule.entries] as const;
  const all = [...entries, ...named, ...receivers, rule];
  return {
    ids: { con_demo: 'con_demo', ...Object.fromEntries(all.map(([name, id]) => [name, id])) },
    made: Object.fromEntries(all.map(([name, , made]) => [name, made])),
    values: { ...crm.values, ...pagesIn(lang), reports: keys.reports.row.name },
  };
}
