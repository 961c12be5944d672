import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import {
  API_VERSION,
  type EventData,
  type EventType,
} from '../../../features/webhooks/events.schema.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Task } from '../assignments.ts';
import { atWork } from '../calendar.ts';
import type { DemoTeam } from '../team.ts';
import type { Sessions } from '../trainings.ts';
import type { SyncFailure } from './crm-failures.ts';
import type { DemoEndpoints } from './endpoints.ts';

/** The demo has events of this many days. The service keeps deliveries for thirty days after their end (D170). */
export const EVENT_DAYS = 27;
/** How many days ago a person asked for a test event. */
export const TEST_DAYS = 20;

export type DemoEvent = {
  id: string;
  type: EventType;
  at: Date;
  body: string;
  /** The only endpoint that gets the event, if the event is a ping. */
  onlyFor?: string;
};

type Source = {
  team: DemoTeam;
  sessions: Sessions;
  /** The assignments that a program made over REST. */
  posted: readonly Task[];
  failures: readonly SyncFailure[];
  endpoints: DemoEndpoints;
};

/** Plans the events of the last weeks, the oldest first. */
export function planEvents(
  { team, sessions, posted, failures, endpoints }: Source,
  now: Date,
): DemoEvent[] {
  const event = eventsOf(team.tenantId);
  const tested = atWork(now, TEST_DAYS);
  const events = [
    ...ofSessions(team, sessions, event),
    ...posted.map(({ id: assignment_id, at, member }) => {
      const { memberId: member_id, userId: user_id } = member;
      return event(at, 'assignment.created', { assignment_id, status: 'open', member_id, user_id });
    }),
    ...team.members
      .filter(({ status }) => status === 'invited')
      .map(({ memberId, role, invitedAt }) => {
        const data = { member_id: memberId, user_id: null, role, status: 'invited' };
        return event(invitedAt, 'member.joined', data);
      }),
    ...failures.map(({ at, data }) => event(at, 'crm.sync.failed', data)),
    {
      ...event(tested, 'ping', { endpoint_id: endpoints.alerts.id }),
      onlyFor: endpoints.alerts.id,
    },
  ];
  const oldest = now.getTime() - EVENT_DAYS * DAY_MS;
  return events
    .filter(({ at }) => at.getTime() > oldest)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type MakeEvent = ReturnType<typeof eventsOf>;

export function eventsOf(tenant_id: string) {
  return <T extends EventType>(
    at: Date,
    type: T,
    data: EventData<T>,
    id = newId('evt', at),
  ): DemoEvent => {
    const envelope = { id, type, created_at: at.toISOString(), api_version: API_VERSION };
    const body = JSON.stringify({ ...envelope, tenant_id, data: { team_id: tenant_id, ...data } });
    return { id, type, at, body };
  };
}

export function ofSessions(
  { members }: Pick<DemoTeam, 'members'>,
  { trainings, evaluations }: Sessions,
  event: MakeEvent,
): DemoEvent[] {
  const people = new Map(members.map(({ memberId, userId }) => [memberId, userId ?? '']));
  const trainees = new Map(trainings.map(({ id, member_id }) => [id, people.get(member_id) ?? '']));
  const evaluated = new Map(evaluations.map((evaluation) => [evaluation.training_id, evaluation]));
  return trainings.flatMap(({ id: training_id, status, assignment_id, finished_at }) => {
    if (!finished_at || status === 'aborted') return [];
    const of = { training_id, user_id: trainees.get(training_id) ?? '' };
    const { total: score, created_at } = evaluated.get(training_id) ?? {};
    // Both may have one moment. The ids of one transaction are in the order of its events.
    const [first, second] = [finished_at, created_at ?? finished_at]
      .map((at) => newId('evt', at))
      .toSorted();
    const data = { ...of, assignment_id, status };
    const completed = event(finished_at, 'training.completed', data, first);
    if (!created_at) return [completed];
    return [completed, event(created_at, 'evaluation.completed', { ...of, score }, second)];
  });
}

/** Puts events that were written into the feed of the team. A ping is in no feed. */
export async function keepEvents(db: TeamDb, events: readonly DemoEvent[]): Promise<void> {
  await db.write(
    `insert into kept_event (tenant_id, event_id, type, seq, created_at)
     select $1, e.id, e.type, nextval('kept_event_order'), e.created_at
     from (select * from webhook_event e
       where e.tenant_id = $1 and e.id = any ($2) and e.type <> 'ping' order by e.created_at, e.id) e`,
    [events.map(({ id }) => id)],
  );
}

/** The request that the audit log has for a change has made the events of that change. */
export async function nameRequests({ db, prisma }: PrismaCall, since: Date): Promise<void> {
  const entries = await prisma.auditEntry.findMany({
    where: { tenant_id: db.tenantId, created_at: { gte: since }, request_id: { not: null } },
    select: { target_id: true, created_at: true, request_id: true },
  });
  await db.write(
    `update webhook_event e set request_id = a.request_id
     from unnest($2::text[], $3::timestamptz[], $4::uuid[]) a (target_id, created_at, request_id)
     where e.tenant_id = $1 and e.request_id is null and e.created_at = a.created_at
       and a.target_id in (
         e.body::jsonb -> 'data' ->> 'training_id', e.body::jsonb -> 'data' ->> 'assignment_id')`,
    [
      entries.map(({ target_id }) => target_id),
      entries.map(({ created_at }) => created_at),
      entries.map(({ request_id }) => request_id),
    ],
  );
}

export function eventRows(
  tenantId: string,
  events: readonly DemoEvent[],
): Prisma.WebhookEventCreateManyInput[] {
  return events.map(({ id, type, at, body }) => {
    return { tenant_id: tenantId, id, type, body, created_at: at };
  });
}
