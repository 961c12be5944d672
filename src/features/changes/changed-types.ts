import type { Actor } from '../../auth/actor.ts';
import type { Scope } from '../../auth/scopes.ts';
import { assignmentShape, recipient } from '../assignments/assignments.schema.ts';
import { caseIsListed, caseShape } from '../cases/cases.schema.ts';
import { dealShape, objectionShape } from '../crm/crm.schema.ts';
import { listedEvaluationShape, scoredSession } from '../evaluations/evaluations.schema.ts';
import { memberShape } from '../members/members.schema.ts';
import { activeMember, trainingShape } from '../trainings/trainings.schema.ts';
import { type ChangedType, typeNames } from './changes.schema.ts';

/** How the objects of a type are read: exactly as their list shows them. */
type Source = {
  scope: Scope;
  /** The list is refused while the switch of member detail is off (D84). */
  needsMemberDetail: boolean;
  /** The switch hides a field of the list, so a change of it changes these objects. */
  hasHiddenField: boolean;
  table: string;
  from: string;
  /** The id of the object, and of its member. */
  id: string;
  member: string;
  where: readonly string[];
  shape: (actor: Actor) => string;
  large: readonly string[];
};

/** The types of `GET /changes`, in the order in which a reader gets what there is at its beginning. */
export const changedTypes = {
  member: {
    scope: 'users:read',
    needsMemberDetail: false,
    hasHiddenField: true,
    table: 'member m',
    from: 'member m',
    id: 'm.id',
    member: 'm.id',
    where: ['m.tenant_id = $1', `m.status <> 'removed'`],
    shape: memberShape,
    large: [],
  },
  deal: {
    scope: 'cases:read',
    needsMemberDetail: false,
    hasHiddenField: true,
    table: 'crm_deal d',
    from: 'crm_deal d',
    id: 'd.id',
    member: 'null::text',
    where: ['d.tenant_id = $1'],
    shape: dealShape,
    large: ['d.title', 'd.lost_reason'],
  },
  objection: {
    scope: 'cases:read',
    needsMemberDetail: false,
    hasHiddenField: false,
    table: 'crm_objection o',
    from: 'crm_objection o',
    id: 'o.id',
    member: 'null::text',
    where: ['o.tenant_id = $1'],
    shape: () => objectionShape,
    large: ['o.text'],
  },
  assignment: {
    scope: 'assignments:read',
    needsMemberDetail: true,
    hasHiddenField: false,
    table: 'assignment a',
    from: `assignment a cross join ${recipient}`,
    id: 'a.id',
    member: 'a.member_id',
    where: ['a.tenant_id = $1'],
    shape: assignmentShape,
    large: ['a.note'],
  },
  case: {
    scope: 'cases:read',
    needsMemberDetail: true,
    hasHiddenField: false,
    table: 'team_case c',
    from: 'team_case c',
    id: 'c.id',
    member: 'c.member_id',
    where: caseIsListed,
    shape: () => caseShape,
    large: ['c.fields', 'c.external_ref'],
  },
  training: {
    scope: 'trainings:read',
    needsMemberDetail: true,
    hasHiddenField: false,
    table: 'training t',
    from: `training t cross join ${activeMember}`,
    id: 't.id',
    member: 't.member_id',
    where: ['t.tenant_id = $1'],
    shape: () => trainingShape,
    large: ['t.external_ref'],
  },
  evaluation: {
    scope: 'evaluations:read',
    needsMemberDetail: true,
    hasHiddenField: false,
    table: 'evaluation e',
    from: scoredSession,
    id: 'e.training_id',
    member: 't.member_id',
    where: ['e.tenant_id = $1'],
    shape: () => listedEvaluationShape,
    large: ['e.tips', 'e.goal', 'e.strongest', 'e.biggest_lever'],
  },
} as const satisfies Record<string, Source>;

/** Readers of these types are told of removed members even if they do not read members (D187). */
export const isPersonal = (type: ChangedType): boolean => changedTypes[type].needsMemberDetail;

/** Whether readers of a type are told of erasures. */
export const isToldOfErasures = (type: string): boolean =>
  typeNames.some((name) => name === type && (name === 'member' || isPersonal(name)));

/** The scopes of the lists. */
export const listScopes = [...new Set(Object.values(changedTypes).map(({ scope }) => scope))];
