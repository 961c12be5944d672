import type { KeyObject } from 'node:crypto';
import { Privacy } from '../../../auth/privacy.ts';
import { noteSessions } from '../../../features/analytics/note-sessions.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';
import { auditRows } from '../history/audit.ts';
import { deedsOfSessions } from '../history/deeds-of-work.ts';
import type { Delivery } from '../history/deliveries.ts';
import { type DemoEvent, eventsOf, nameRequests, ofSessions } from '../history/events.ts';
import { Requests } from '../history/requests.ts';
import { writeRequestLog } from '../history/write-requests.ts';
import { Random } from '../random.ts';
import type { DemoMember } from '../team.ts';
import { findEndpoint, makeEndpoint, moveToReceiver } from './endpoint.ts';
import type { Period } from './period.ts';
import { closeAssignments, hasNewAssignment, planAssignments } from './plan-assignments.ts';
import { endOf, planDeliveries } from './plan-deliveries.ts';
import { findKeys, planRead, planRequests } from './plan-requests.ts';
import { findMembers, planSessions } from './plan-sessions.ts';
import { writeDeliveries, writeUses } from './write-work.ts';

/** What a step hands to the next one. */
export type StepState = {
  /** The endpoint that the first step made. Null if a person has deleted it. */
  endpointId: string | null;
  /** Deliveries that still wait for their last attempt. */
  waiting: readonly Delivery[];
};

type Step = {
  period: Period;
  state: StepState;
  /** When the first start made the team. Keys that were made later belong to real people. */
  madeAt: Date;
  secretKey: KeyObject;
  /** Somebody has the demo open. Then something new comes at least every forty seconds. */
  isWatched: boolean;
};

/**
 * Writes what has happened in the demo team in a period: requests, assignments over the CRM's key, sessions, and
 * deliveries of their events. Nothing is sent, and no rate limit counts the requests. At night, programs ask every
 * twenty minutes or so, but a visitor should see something new within half a minute.
 */
export async function writeTraffic(call: PrismaCall, step: Step): Promise<StepState> {
  const { period, state, secretKey } = step;
  const { db, prisma, now } = call;
  const tenant = await prisma.tenant.findFirst({ where: { id: db.tenantId } });
  if (tenant?.status !== 'active') return state;
  const random = new Random(period.until.getTime());
  const members = await findMembers(call);
  const sessions = planSessions(db.tenantId, members, period);
  const isFirst = state.endpointId === null;
  const posted = await writeRequests(call, { ...step, members, random, isFirst });
  await prisma.training.createMany({ data: sessions.trainings });
  await prisma.evaluation.createMany({
    data: sessions.evaluations.map((row) => ({
      ...row,
      updated_at: foundAt(row.created_at, period),
    })),
  });
  const deeds = deedsOfSessions({ now }, sessions);
  await prisma.auditEntry.createMany({ data: auditRows(db.tenantId, deeds) });
  await noteSessions(
    call,
    sessions.trainings.map(({ member_id, created_at }) => ({ member_id, trained_at: created_at })),
  );
  const [by] = members;
  const createdAt = new Date(period.since.getTime() - DAY_MS);
  const endpointId =
    state.endpointId ??
    (by ? await makeEndpoint(call, { createdAt, by, random, secretKey }) : null);
  if (endpointId !== null) await moveToReceiver(call, endpointId);
  const endpoint = endpointId === null ? null : await findEndpoint(call, endpointId);
  if (!endpoint) return { endpointId, waiting: [] };
  const events = [...posted, ...ofSessions({ members }, sessions, eventsOf(db.tenantId))];
  const taken = events.filter(({ type }) => endpoint.events.includes(type));
  const privacy = Privacy.of(tenant);
  const shown = taken.map((event) => withoutPeople(event, privacy));
  const planned = [...state.waiting, ...planDeliveries(endpoint, shown, random)];
  await writeDeliveries(
    call,
    planned.filter((delivery) => endOf(delivery) <= now),
  );
  // The events of deliveries that have waited are older than the period.
  await nameRequests(call, new Date(period.since.getTime() - DAY_MS));
  return { endpointId, waiting: planned.filter((delivery) => endOf(delivery) > now) };
}

/**
 * A copy that reads what has changed since its last look must find an evaluation. Steps are short while the
 * server runs. In a longer one nobody can have looked, but at its ends.
 */
function foundAt(at: Date, { since, until }: Period): Date {
  const isInside =
    Math.min(at.getTime() - since.getTime(), until.getTime() - at.getTime()) > MINUTE_MS;
  return isInside ? at : until;
}

type Traffic = Pick<Step, 'period' | 'madeAt' | 'isWatched'> & {
  members: readonly DemoMember[];
  random: Random;
  /** The history of the demo has the requests of the first step already. */
  isFirst: boolean;
};

/** Returns the events of what the requests have made. */
async function writeRequests(
  call: PrismaCall,
  { members, period, random, madeAt, isFirst, isWatched }: Traffic,
): Promise<DemoEvent[]> {
  const { db, prisma, now } = call;
  const { tenantId } = db;
  const trained = await prisma.training.findMany({
    where: { tenant_id: tenantId, status: 'scored' },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: 30,
    select: { id: true },
  });
  const removed = await prisma.member.findMany({
    where: { tenant_id: tenantId, status: 'removed' },
    take: 5,
    select: { id: true },
  });
  const ids = {
    member: members.map(({ memberId }) => memberId),
    removed: removed.map(({ id }) => id),
    training: trained.map(({ id }) => id),
  };
  const requests = new Requests({ ids, random, now });
  const keys = await findKeys(call, madeAt);
  if (!isFirst) planRequests(requests, keys, period);
  const crm = keys.find(({ scopes, refused }) => !refused && scopes.includes('assignments:write'));
  const seenAt = isWatched ? shortlyBefore(period, random) : null;
  const shownAt = (await hasNewAssignment(call)) ? null : seenAt;
  const { rows, deeds, events } = crm
    ? planAssignments(tenantId, { members, crm, period, shownAt, now, requests })
    : { rows: [], deeds: [], events: [] };
  if (seenAt && requests.lines.length === 0 && (await isQuiet(call))) {
    planRead(requests, { at: seenAt, keys });
  }
  await closeAssignments(call);
  await prisma.assignment.createMany({ data: rows });
  await prisma.auditEntry.createMany({ data: auditRows(tenantId, deeds) });
  await writeRequestLog(db, requests);
  await writeUses(call, requests);
  return events;
}

/** More than one request a minute would soon make what a visitor sees differ from the rest of the day. */
const QUIET_MS = 30_000;

/** True if no program has asked anything just now. */
async function isQuiet({ db, prisma, now }: PrismaCall): Promise<boolean> {
  const used_at = { gt: new Date(now.getTime() - QUIET_MS) };
  return (await prisma.apiKeyUse.count({ where: { tenant_id: db.tenantId, used_at } })) === 0;
}

/** A moment shortly before the end of the period, by which a delivery has been answered. */
function shortlyBefore({ since, until }: Period, random: Random): Date {
  const most = (until.getTime() - since.getTime()) / 2;
  return new Date(until.getTime() - Math.min(random.whole(2_000, 6_000), most));
}

/** Removes from the event what the team hides. */
function withoutPeople(event: DemoEvent, privacy: Privacy): DemoEvent {
  const body = JSON.parse(event.body) as { data: Record<string, unknown> };
  privacy.strip('event', body.data);
  return { ...event, body: JSON.stringify(body) };
}
