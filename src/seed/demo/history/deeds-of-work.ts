import type { Prisma } from '../../../db/generated/client.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import { DEMO_CONNECTION } from '../../demo-crm/sales.ts';
import type { Task } from '../assignments.ts';
import { atWork } from '../calendar.ts';
import { disconnectedAt } from '../crm-connection.ts';
import type { PracticeConnection } from '../practice-connection.ts';
import type { Random } from '../random.ts';
import { type DemoTeam, memberOf } from '../team.ts';
import type { Sessions } from '../trainings.ts';
import type { Deed } from './audit.ts';
import type { SyncFailure } from './crm-failures.ts';
import { byKey } from './deeds-of-team.ts';
import type { DemoEndpoint, DemoEndpoints } from './endpoints.ts';
import { EVENT_DAYS, TEST_DAYS } from './events.ts';
import { byMember, byService, bySystem } from './origin.ts';
import type { Posted } from './requests.ts';
import type { Retry } from './retries.ts';

type About = { team: DemoTeam; random: Random; now: Date };
type Assignment = Prisma.AssignmentCreateManyInput & { created_at: Date; updated_at: Date };

/** Who made each assignment, and who closed forgotten ones. */
export function deedsOfAssignments(
  { team, random }: About,
  {
    tasks,
    rows,
    posted,
  }: { tasks: readonly Task[]; rows: readonly Assignment[]; posted: ReadonlyMap<Task, Posted> },
): Deed[] {
  const trainer = memberOf(team, 'personalentwicklung');
  const manager = memberOf(team, 'vertriebsleitung');
  const deeds = tasks.map((task): Deed => {
    const request = posted.get(task);
    const person = random.chance(0.6) ? trainer : manager;
    const by = request ? byKey(request.key) : byMember(person, random);
    const id = request ? { requestId: request.requestId } : {};
    return { at: task.at, by, action: 'assignment.created', targetId: task.id, ...id };
  });
  const gone = new Set(
    team.members.filter(({ status }) => status === 'removed').map(({ memberId }) => memberId),
  );
  const closed = rows.filter(({ status, completed_training_id, member_id }) => {
    return status !== 'open' && !completed_training_id && !gone.has(member_id);
  });
  return [
    ...deeds,
    ...closed.map(
      ({ id = '', status, updated_at: at }): Deed => ({
        at,
        by: byMember(trainer, random),
        action: 'assignment.changed',
        targetId: id,
        changes: { changed: ['status'], status },
        before: { status: 'open' },
      }),
    ),
  ];
}

/** Changes of cases. The audit log has no entries of private cases. */
export function deedsOfCases(
  { team, random }: About,
  cases: Prisma.TeamCaseCreateManyInput[],
): Deed[] {
  const manager = memberOf(team, 'vertriebsleitung');
  return cases
    .filter(({ visibility }) => visibility === 'team')
    .map(({ id: targetId, created_at }) => ({
      at: new Date(created_at),
      by: byMember(manager, random),
      action: 'case.created',
      targetId,
    }));
}

/** The sessions since the oldest event. The product's backend has reported the end of each. */
export function deedsOfSessions({ now }: Pick<About, 'now'>, { trainings }: Sessions): Deed[] {
  const oldest = now.getTime() - EVENT_DAYS * DAY_MS;
  return trainings.flatMap(({ id, status, finished_at }): Deed[] => {
    if (!finished_at || status === 'aborted') return [];
    const at = new Date(finished_at);
    if (at.getTime() <= oldest) return [];
    const requestId = requestIdAt(at);
    return [{ at, by: byService, action: 'training.finished', targetId: id, requestId }];
  });
}

export function deedsOfWebhooks(
  { team, random, now }: About,
  { crm, academy, alerts }: DemoEndpoints,
  retries: readonly Retry[],
): Deed[] {
  const manager = memberOf(team, 'vertriebsleitung');
  const by = () => byMember(manager, random);
  const made = [crm, academy, alerts].map(
    ({ id, url, events, createdAt, added }): Deed => ({
      at: createdAt,
      by: by(),
      action: 'webhook_endpoint.created',
      targetId: id,
      changes: { url: new URL(url).origin, events: events.filter((type) => type !== added?.event) },
    }),
  );
  return [
    ...made,
    {
      at: atWork(now, TEST_DAYS),
      by: by(),
      action: 'webhook_endpoint.tested',
      targetId: alerts.id,
    },
    {
      at: academy.stoppedAt ?? now,
      by: bySystem,
      action: 'webhook_endpoint.paused',
      targetId: academy.id,
      changes: { status: academy.status },
    },
    { ...changeOf(crm, now), by: by(), action: 'webhook_endpoint.changed', targetId: crm.id },
    ...retries.map(
      (retry): Deed => ({
        at: retry.requestedAt,
        by: byMember(retry.by, random),
        action: 'webhook_delivery.retried',
        targetId: retry.delivery.id,
      }),
    ),
  ];
}

/** A person has added an event to the endpoint, or has switched it off. */
function changeOf({ events, added, stoppedAt, status }: DemoEndpoint, now: Date) {
  if (added) {
    const before = { events: events.filter((type) => type !== added.event) };
    return { at: added.at, changes: { changed: ['events'], events }, before };
  }
  const before = { status: 'active' };
  return { at: stoppedAt ?? now, changes: { changed: ['status'], status }, before };
}

/** Failed synchronizations, and the end of the connection. That of a sandbox for looking around has not ended. */
export function deedsOfCrm(
  { team, random, now }: About,
  failures: readonly SyncFailure[],
  practice?: PracticeConnection,
): Deed[] {
  const by = byMember(memberOf(team, 'leitung'), random);
  const target = { by, targetId: DEMO_CONNECTION };
  const ended: Deed = {
    ...target,
    at: disconnectedAt(now),
    action: 'crm.disconnected',
    changes: { data: 'keep' },
  };
  return [
    ...failures.map(
      ({ at, data: { connection_id, sync_run_id, consecutive_failures } }): Deed => ({
        at,
        by: byService,
        action: 'crm.sync_failed',
        targetId: connection_id,
        changes: { sync_run_id, consecutive_failures },
      }),
    ),
    ...(practice ? practice.deeds.map((deed) => ({ ...deed, ...target })) : [ended]),
  ];
}
