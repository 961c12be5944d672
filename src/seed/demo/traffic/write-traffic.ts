import type { KeyObject } from 'node:crypto';
import { Privacy } from '../../../auth/privacy.ts';
import { noteSessions } from '../../../features/analytics/note-sessions.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time/durations.ts';
import { assignmentRow, planTask, type Task } from '../assignments.ts';
import { atHour, daysIn, isIn, type Period, randomOf } from '../calendar.ts';
import * as deeds from '../deeds.ts';
import { type Delivery, type DemoEvent, endOf, inTraffic, planDeliveries } from '../deliveries.ts';
import { endpointRow, planEndpoint } from '../endpoints.ts';
import { byKey, byMember } from '../origin.ts';
import { Random } from '../random.ts';
import { Requests, inTheLastDays as requestsOfTheLastDays } from '../requests.ts';
import type { DemoMember } from '../team.ts';
import { inTheLastDays, planSessions, type Session } from '../trainings.ts';
import { writeHistory } from '../write-history.ts';
import { writeRows } from '../write-rows.ts';
import * as live from './live-team.ts';

/** What a step hands to the next one. */
export type StepState = {
  /** The endpoint that the first step made. Null before that. */
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
  const { period, state } = step;
  const { db, prisma, now } = call;
  const { tenantId } = db;
  const tenant = await prisma.tenant.findFirst({ where: { id: tenantId } });
  if (tenant?.status !== 'active') return state;
  const random = new Random(period.until.getTime());
  const members = await live.findMembers(call);
  const { requests, keys, tasks } = await planPrograms(call, { ...step, members, random });
  const sessions = planSessions(members, period, inTheLastDays);
  await live.closeAssignments(call);
  await writeSessions(call, sessions, period);
  await writeRows(db, { assignment: tasks.map((task) => assignmentRow(task, random, now)) });
  const crm = keys.find(makesAssignments);
  const made = crm ? tasks.map((task) => deeds.assignmentMade(task, byKey(crm))) : [];
  const [by] = members;
  const first = state.endpointId === null && by ? [await makeEndpoint(call, step, by)] : [];
  const done = [...made, ...deeds.ofSessions(sessions), ...first];
  const endpointId = state.endpointId ?? first[0]?.targetId ?? null;
  const endpoint = endpointId === null ? null : await live.findEndpoint(call, endpointId);
  const privacy = Privacy.of(tenant);
  const events = deeds.eventsOf(tenantId, done).map((event) => withoutPeople(event, privacy));
  const planned = endpoint
    ? planDeliveries(endpoint, events, inTraffic(random), { random, end: null })
    : [];
  const all = endpoint ? [...state.waiting, ...planned] : [];
  const hasEnded = (delivery: Delivery) => endOf(delivery) <= now.getTime();
  await writeHistory(call, { deeds: done, requests, keys, deliveries: all.filter(hasEnded) });
  return { endpointId, waiting: all.filter((delivery) => !hasEnded(delivery)) };
}

type Planned = Pick<Step, 'period' | 'madeAt' | 'isWatched' | 'state'> & {
  members: readonly DemoMember[];
  random: Random;
};

/** What programs ask, and the assignments that they make. */
async function planPrograms(call: PrismaCall, about: Planned) {
  const { members, period, random, madeAt, isWatched, state } = about;
  const requests = new Requests(await live.findIds(call, members), call.now);
  const keys = await live.findKeys(call, madeAt);
  // The history of the demo has the requests of the first step already.
  if (state.endpointId !== null) requests.planPrograms(keys, period, requestsOfTheLastDays);
  const seenAt = isWatched ? shortlyBefore(period, random) : null;
  const shownAt = seenAt && !(await live.hasNewAssignment(call)) ? seenAt : null;
  const makes = keys.some(makesAssignments) && members.length > 1;
  const tasks = makes ? planTasks(members, period, shownAt) : [];
  const hasNews = requests.lines.length > 0 || tasks.length > 0;
  if (seenAt && !hasNews && (await live.isQuiet(call))) {
    const key = keys.find(({ refused }) => !refused);
    if (key) requests.read(key, seenAt);
  }
  return { requests, keys, tasks };
}

const makesAssignments = ({ scopes, refused }: live.KeyInUse) =>
  !refused && scopes.includes('assignments:write');

const PART = 300;
const A_DAY = 5;

/** Each day the CRM makes some assignments, and further ones while somebody looks. */
function planTasks(members: readonly DemoMember[], period: Period, shownAt: Date | null): Task[] {
  const usual = daysIn(period).flatMap((day) =>
    Array.from({ length: A_DAY }, (_, n) => {
      const random = randomOf(day, PART + n);
      return { at: atHour(day, random.whole(5, 15), random.whole(0, 59)), random };
    }),
  );
  const shown = shownAt ? [{ at: shownAt, random: new Random(shownAt.getTime()) }] : [];
  const moments = [...usual.filter(({ at }) => isIn(period, at)), ...shown];
  return moments.map(({ at, random }) => {
    const member = random.pick(members.filter(({ role }) => role !== 'owner'));
    return { ...planTask(member, at, random), note: live.notesOfCrm[member.lang] };
  });
}

async function writeSessions(
  call: PrismaCall,
  sessions: readonly Session[],
  period: Period,
): Promise<void> {
  await writeRows(call.db, {
    training: sessions.map(({ training }) => training),
    evaluation: sessions.flatMap(({ evaluation }) => {
      if (!evaluation) return [];
      return { ...evaluation, updated_at: foundAt(evaluation.created_at, period) };
    }),
  });
  const changed = sessions.map(({ training: { member_id, created_at } }) => {
    return { member_id, trained_at: created_at };
  });
  await noteSessions(call, changed);
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

/** Makes the endpoint that gets new deliveries. They are written, and not sent. */
async function makeEndpoint({ db }: PrismaCall, { period, secretKey }: Step, by: DemoMember) {
  const { tenantId } = db;
  const at = new Date(period.since.getTime() - DAY_MS);
  const endpoint = planEndpoint({ lang: by.lang, tenantId }, 'data', at);
  await writeRows(db, { webhookEndpoint: [endpointRow(tenantId, endpoint, secretKey)] });
  return deeds.endpointMade(endpoint, byMember(by, at));
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
