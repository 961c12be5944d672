import { expect } from 'vitest';
import type { KeyActor } from '../../../src/auth/actor.ts';
import { Privacy } from '../../../src/auth/privacy.ts';
import { scopes } from '../../../src/auth/scopes.ts';
import { newId } from '../../../src/db/ids.ts';
import { changeAssignment } from '../../../src/features/assignments/change-assignment.ts';
import { createAssignment } from '../../../src/features/assignments/create-assignment.ts';
import { reportSyncFailure } from '../../../src/features/crm/report-sync-failure.ts';
import { endErasures } from '../../../src/features/erasure/end-erasures.ts';
import { inviteMember } from '../../../src/features/members/invite-member.ts';
import { removeMember } from '../../../src/features/members/remove-member.ts';
import { recordTraining } from '../../../src/features/trainings/record-training-by-operator.ts';
import { subscribableEvents } from '../../../src/features/webhooks/subscribable-events.ts';
import type { Call } from '../../../src/operation/call.ts';
import type { TestApi } from '../../harness/api.ts';
import { forgetRaised, raisedIn } from '../../harness/raised.ts';
import { insertEndpoint } from '../../harness/rows.ts';
import { makeWorld, type World } from '../../harness/world.ts';
import { dimensions } from '../../trainings/harness/intake.ts';

export type Type = (typeof subscribableEvents)[number];
export const allTypes = [...subscribableEvents];

/** The change that raises an event, and the fields of `data` beside its ids (D158). */
type Cause = {
  work: (call: Call, world: World) => Promise<unknown>;
  data: (world: World) => object;
};

export const causes: Record<Type, Cause> = {
  'training.completed': {
    work: (call, { member, assignment }) =>
      recordTraining(call, { user_id: member.userId, assignment_id: assignment }),
    data: ({ member, assignment }) => ({
      training_id: expect.stringMatching(/^trn_/),
      user_id: member.userId,
      assignment_id: assignment,
      status: 'completed',
    }),
  },
  'evaluation.completed': {
    work: (call, { member }) =>
      recordTraining(call, { user_id: member.userId, score: { dimensions, total: 62 } }),
    data: ({ member }) => ({
      training_id: expect.stringMatching(/^trn_/),
      user_id: member.userId,
      score: 62,
    }),
  },
  'assignment.created': {
    work: (call, { member, situation, personality, industry }) =>
      createAssignment(call, {
        member_id: member.memberId,
        title: 'A task',
        situation_id: situation,
        personality_id: personality,
        industry_id: industry,
      }),
    data: ({ member }) => ({
      assignment_id: expect.stringMatching(/^asg_/),
      status: 'open',
      member_id: member.memberId,
      user_id: member.userId,
    }),
  },
  'assignment.completed': {
    work: (call, { assignment }) =>
      changeAssignment(call, { assignment_id: assignment, status: 'done' }),
    data: ({ member, assignment }) => ({
      assignment_id: assignment,
      status: 'done',
      member_id: member.memberId,
      user_id: member.userId,
    }),
  },
  'member.joined': {
    work: (call) =>
      inviteMember(call, { email: 'colleague@example.com', role: 'member', lang: 'de' }),
    data: () => ({
      member_id: expect.stringMatching(/^mem_/),
      user_id: null,
      role: 'member',
      status: 'invited',
    }),
  },
  'member.removed': {
    work: (call, { member }) => removeMember(call, member.memberId),
    data: ({ member }) => ({
      member_id: member.memberId,
      user_id: member.userId,
      role: 'member',
      status: 'removed',
    }),
  },
  'member.erased': {
    work: async (call, { member }) => {
      await call.db.insert('erasure', {
        id: newId('ers', call.now),
        member_id: member.memberId,
        created_at: call.now,
      });
      await endErasures(call, [member.memberId], { personId: null, standsAt: call.now });
    },
    data: ({ member }) => ({ member_id: member.memberId, user_id: member.userId }),
  },
  'crm.sync.failed': {
    work: (call) =>
      reportSyncFailure(call, {
        connection_id: 'con_1',
        provider: 'hubspot',
        sync_run_id: 'run_1',
        reason: 'auth',
        consecutive_failures: 3,
        next_attempt_at: '2026-11-18T12:00:00+01:00',
      }),
    data: () => ({
      connection_id: 'con_1',
      provider: 'hubspot',
      sync_run_id: 'run_1',
      reason: 'auth',
      consecutive_failures: 3,
      next_attempt_at: '2026-11-18T11:00:00.000Z',
    }),
  },
};

/** A call as the API makes it, with the team's key as its actor. */
export function withKey(call: Call, { team }: World): Call {
  const actor: KeyActor = {
    kind: 'key',
    tenantId: team.tenantId,
    homeTenantId: team.tenantId,
    keyId: team.keyId,
    keyPrefix: team.keyPrefix,
    lineageId: 'lin_1',
    createdBy: team.owner.memberId,
    scopes,
    plan: 'team',
    rateLimitPerMin: 600,
    privacy: Privacy.hidesNothing,
  };
  return { ...call, actor };
}

/** Makes the change that raises this event, with a call of the API. */
export function happens(type: Type, world: World): Promise<unknown> {
  return world.team.do((call) => causes[type].work(withKey(call, world), world));
}

/** A team without events and without an endpoint. */
export async function quietWorld(api: TestApi): Promise<World> {
  const world = await makeWorld(api);
  const { tenantId } = world.team;
  await forgetRaised(world.team);
  await api.sql.query('delete from webhook_endpoint where tenant_id = $1', [tenantId]);
  return world;
}

/** A team with an endpoint for these types, or for all. */
export async function worldWith(
  api: TestApi,
  ...events: Type[]
): Promise<World & { endpoint: string }> {
  const world = await quietWorld(api);
  const chosen = events.length > 0 ? events : allTypes;
  return { ...world, endpoint: await insertEndpoint(world.team, { events: chosen }) };
}

export async function bodiesOf({ team }: World): Promise<{ type: string; data: object }[]> {
  const { events } = await raisedIn(team);
  return events.map(({ body }) => JSON.parse(body) as { type: string; data: object });
}
