import { newId, nthId } from '../../db/ids.ts';
import type { AuditRecord } from '../../features/audit-log/record-audit.ts';
import {
  API_VERSION,
  type EventData,
  type EventType,
} from '../../features/webhooks/events.schema.ts';
import { requestIdAt } from '../../shared/secrets/request-id.ts';
import type { assignmentRow, Task } from './assignments.ts';
import { atWork } from './calendar.ts';
import type { caseRows } from './cases.ts';
import type { SyncFailure } from './crm.ts';
import type { Delivery, DemoEvent } from './deliveries.ts';
import type { DemoEndpoint } from './endpoints.ts';
import type { DemoKey, DemoKeys } from './keys.ts';
import { byKey, byMember, byService, bySystem, OFFICE, type Origin } from './origin.ts';
import type { Random } from './random.ts';
import { type DemoTeam, memberOf, removedAt } from './team.ts';
import type { Session } from './trainings.ts';
import { momentOf, yearOf } from './year.ts';

/** Who did what, and when, and the events of it. */
export type Deed = AuditRecord & {
  at: Date;
  by: Origin;
  /** Null if no request did it. */
  requestId: string | null;
  raises: Raised[];
};
type Raised = { type: EventType; data: object; onlyFor?: string };

function deed(
  at: Date,
  by: Origin,
  action: AuditRecord['action'],
  about: Omit<AuditRecord, 'action'> & { raises?: Raised[] },
): Deed {
  const isAsked = by.ip !== null || action.startsWith('training.');
  return { at, by, action, raises: [], requestId: isAsked ? requestIdAt(at) : null, ...about };
}

const raised = <T extends EventType>(type: T, data: EventData<T>): Raised => ({ type, data });

export function auditRows(deeds: readonly Deed[]) {
  return deeds.map(({ at, by, action, targetId, changes, before, requestId }) => ({
    id: newId('aud', at),
    actor_kind: by.kind,
    actor_id: by.id,
    action,
    target_id: targetId,
    created_at: at,
    ip: by.ip,
    changes: changes ?? null,
    before: before ?? null,
    request_id: requestId,
  }));
}

/** The events, the oldest first. The ids of one transaction are in the order of its events. */
export function eventsOf(tenant_id: string, deeds: readonly Deed[]): DemoEvent[] {
  const inOrder = deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return inOrder.flatMap(({ at, requestId, raises }) =>
    raises.map(({ type, data, ...only }, n) => {
      const id = nthId('evt', at, n);
      const envelope = { id, type, created_at: at.toISOString(), api_version: API_VERSION };
      const body = { ...envelope, tenant_id, data: { team_id: tenant_id, ...data } };
      return { id, type, at, body: JSON.stringify(body), requestId, ...only };
    }),
  );
}

/** Invitations, their acceptance, and removals. */
export function ofMembers(team: DemoTeam, personnel: DemoKey, now: Date): Deed[] {
  const owner = memberOf(team, 'leitung');
  return team.members.slice(1).flatMap((member) => {
    const { memberId: targetId, invitedAt, joinedAt, role, post } = member;
    const { untilDays, invitedAgainDays, throughApi } = member;
    const by = throughApi ? byKey(personnel) : byMember(owner, invitedAt);
    const data = { member_id: targetId, user_id: null, role, status: 'invited' };
    const raises = [raised('member.joined', data)];
    // This admin was promoted later.
    const changes = { role: post === 'personalentwicklung' ? 'member' : role };
    const deeds = [deed(invitedAt, by, 'member.invited', { targetId, changes, raises })];
    const self: Origin = { kind: 'user', id: targetId, ip: OFFICE };
    if (joinedAt) deeds.push(deed(joinedAt, self, 'member.accepted', { targetId }));
    if (invitedAgainDays !== undefined) {
      const at = atWork(now, invitedAgainDays);
      deeds.push(deed(at, byMember(owner, at), 'member.invited_again', { targetId }));
    }
    if (untilDays !== undefined) {
      const at = removedAt(now, untilDays);
      const trainer = memberOf(team, 'personalentwicklung');
      deeds.push(deed(at, byMember(trainer, at), 'member.removed', { targetId }));
    }
    return deeds;
  });
}

/** What the lines of the year name: the ids of things, what people made, and single values. */
export type Names = Record<'ids' | 'made' | 'values', Record<string, unknown>>;

export function ofYear(
  team: DemoTeam,
  { ids, made, values }: Names,
  { now, inSandbox }: { now: Date; inSandbox: boolean },
): Deed[] {
  const members = Object.fromEntries(team.members.map(({ post, memberId }) => [post, memberId]));
  const all: Record<string, unknown> = { ...members, team: team.tenantId, ...ids };
  const named: Record<string, unknown> = { ...all, ...values };
  const nameOf = (_: string, found: unknown) =>
    typeof found === 'string' && found.startsWith('$') ? named[found.slice(1)] : found;
  const read = (cell: string, target: string) => {
    if (cell === '') return undefined;
    return (cell === '$' ? made[target] : JSON.parse(cell, nameOf)) as Record<string, unknown>;
  };
  return yearOf(inSandbox).map((line) => {
    const { who, target, changes, before } = line;
    const action = line.action as AuditRecord['action'];
    const at = momentOf(line, now);
    const by = who === 'system' ? bySystem : byMember(memberOf(team, who), at);
    // Entries are withdrawn from the catalog of the team.
    const targetId = String(action === 'catalog_entry.withdrawn' ? team.tenantId : all[target]);
    const isTest = action === 'webhook_endpoint.tested';
    const ping = { ...raised('ping', { endpoint_id: targetId }), onlyFor: targetId };
    const shown = { changes: read(changes, target), before: read(before, target) };
    return deed(at, by, action, {
      targetId,
      ...(shown.changes && { changes: shown.changes }),
      ...(shown.before && { before: shown.before }),
      raises: isTest ? [ping] : [],
    });
  });
}

/** The assignment that a key or a person has made. The team hears of those that a program makes. */
export function assignmentMade({ id, at, member }: Task, by: Origin): Deed {
  const { memberId: member_id, userId: user_id } = member;
  const data = { assignment_id: id, status: 'open', member_id, user_id } as const;
  const raises = by.kind === 'key' ? [raised('assignment.created', data)] : [];
  return deed(at, by, 'assignment.created', { targetId: id, raises });
}

/**
 * Who made each assignment. The CRM has a key, so it has made some of them, always among them that of the owner: in a
 * sandbox for looking around, the delivery of its event is the failure to find, on any day.
 */
export function ofTasks(
  team: DemoTeam,
  tasks: readonly Task[],
  { crm, renewed, random }: Pick<DemoKeys, 'crm' | 'renewed'> & { random: Random },
): Deed[] {
  return tasks.map((task) => {
    const { at, member } = task;
    const isPosted = at > crm.createdAt && (random.chance(0.3) || member.role === 'owner');
    if (isPosted) return assignmentMade(task, byKey(at > renewed.createdAt ? renewed : crm));
    const post = random.chance(0.6) ? 'personalentwicklung' : 'vertriebsleitung';
    return assignmentMade(task, byMember(memberOf(team, post), at));
  });
}

export function endpointMade({ id, url, events, createdAt }: DemoEndpoint, by: Origin): Deed {
  const changes = { url: new URL(url).origin, events };
  return deed(createdAt, by, 'webhook_endpoint.created', { targetId: id, changes });
}

/** Who closed forgotten assignments. */
export function ofClosing(
  team: DemoTeam,
  rows: readonly ReturnType<typeof assignmentRow>[],
): Deed[] {
  const gone = team.members.filter(({ status }) => status === 'removed');
  const closed = rows.filter(({ status, completed_training_id, member_id }) => {
    const isGone = gone.some(({ memberId }) => memberId === member_id);
    return status !== 'open' && !completed_training_id && !isGone;
  });
  return closed.map(({ id: targetId, status, updated_at: at }) => {
    const by = byMember(memberOf(team, 'personalentwicklung'), at);
    const changes = { changed: ['status'], status };
    return deed(at, by, 'assignment.changed', { targetId, changes, before: { status: 'open' } });
  });
}

/** The audit log has no entries of private cases. */
export function ofCases(team: DemoTeam, cases: ReturnType<typeof caseRows>): Deed[] {
  const shown = cases.filter(({ visibility }) => visibility === 'team');
  return shown.map(({ id: targetId, created_at: at }) => {
    return deed(at, byMember(memberOf(team, 'vertriebsleitung'), at), 'case.created', { targetId });
  });
}

/** The product's backend has reported the end of each session. */
export function ofSessions(sessions: readonly Session[]): Deed[] {
  return sessions.flatMap(({ member, training, evaluation }) => {
    const { id, status, assignment_id, finished_at } = training;
    if (!finished_at || (status !== 'scored' && status !== 'completed')) return [];
    const of = { training_id: id, user_id: member.userId ?? '' };
    const raises = [raised('training.completed', { ...of, assignment_id, status })];
    if (evaluation) {
      raises.push(raised('evaluation.completed', { ...of, score: evaluation.total }));
    }
    return [deed(finished_at, byService, 'training.finished', { targetId: id, raises })];
  });
}

export function ofFailures(failures: readonly SyncFailure[]): Deed[] {
  return failures.map(({ at, data }) => {
    const { connection_id: targetId, sync_run_id, consecutive_failures } = data;
    const changes = { sync_run_id, consecutive_failures };
    const raises = [raised('crm.sync.failed', data)];
    return deed(at, byService, 'crm.sync_failed', { targetId, changes, raises });
  });
}

export function ofRetries(team: DemoTeam, retried: readonly Delivery[]): Deed[] {
  return retried.flatMap(({ id: targetId, attempts }) => {
    const { actor_id, asked_at = null } = attempts.at(-1)?.retry ?? {};
    const person = team.members.find(({ memberId }) => memberId === actor_id);
    if (!person || !asked_at) return [];
    return [deed(asked_at, byMember(person, asked_at), 'webhook_delivery.retried', { targetId })];
  });
}
