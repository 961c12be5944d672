import type { Scope } from '../../../src/auth/scopes.ts';
import type { ErrorCode } from '../../../src/shared/errors/errors.ts';

type Row = readonly [
  operation: string,
  scope: Scope | readonly Scope[] | null,
  /** The status of a success (D2). */
  status: number,
  /** The column "Additional errors" without insufficient_scope and idempotency_mismatch. */
  errors: readonly ErrorCode[],
];

/** The tables of the contract (spec, Endpoints). They are repeated here so that a test compares both. */
export const contractTable: readonly Row[] = [
  ['GET /me', null, 200, []],
  ['GET /users', 'users:read', 200, []],
  ['POST /users', 'users:write', 201, ['seat_limit_reached']],
  ['GET /users/{member_id}', 'users:read', 200, ['not_found']],
  ['PATCH /users/{member_id}', 'users:write', 200, ['not_found', 'owner', 'last_admin']],
  ['DELETE /users/{member_id}', 'users:write', 200, ['not_found', 'owner', 'last_admin']],
  ['GET /erasures', 'users:read', 200, []], // D182
  ['GET /trainings', 'trainings:read', 200, ['privacy_restricted']],
  ['GET /trainings/{training_id}', 'trainings:read', 200, ['privacy_restricted', 'not_found']],
  ['GET /evaluations', 'evaluations:read', 200, ['privacy_restricted']],
  [
    'GET /trainings/{training_id}/evaluation',
    'evaluations:read',
    200,
    ['privacy_restricted', 'not_found'],
  ],
  ['GET /assignments', 'assignments:read', 200, ['privacy_restricted']],
  [
    'POST /assignments',
    'assignments:write',
    201,
    ['vorgabe_gesperrt', 'kombination_ungueltig', 'not_found'], // D122
  ],
  [
    'GET /assignments/{assignment_id}',
    'assignments:read',
    200,
    ['privacy_restricted', 'not_found'],
  ],
  ['PATCH /assignments/{assignment_id}', 'assignments:write', 200, ['not_found']],
  ['DELETE /assignments/{assignment_id}', 'assignments:write', 200, ['not_found']],
  ['GET /cases', 'cases:read', 200, ['privacy_restricted']],
  ['POST /cases', 'cases:write', 201, ['not_found']],
  ['GET /cases/{case_id}', 'cases:read', 200, ['privacy_restricted', 'not_found']],
  ['PATCH /cases/{case_id}', 'cases:write', 200, ['not_found']],
  ['DELETE /cases/{case_id}', 'cases:write', 200, ['not_found']],
  ['GET /catalog', 'catalog:read', 200, ['not_found']],
  ['GET /analytics/team', 'analytics:read', 200, []],
  ['GET /crm/deals', 'cases:read', 200, []],
  ['GET /crm/objections', 'cases:read', 200, []],
  [
    'GET /changes', // D183, D185
    ['users:read', 'cases:read', 'assignments:read', 'trainings:read', 'evaluations:read'],
    200,
    ['privacy_restricted'],
  ],
  ['GET /events', 'events:read', 200, []],
  ['GET /webhook-endpoints', 'webhooks:manage', 200, []],
  ['POST /webhook-endpoints', 'webhooks:manage', 201, []],
  ['PATCH /webhook-endpoints/{endpoint_id}', 'webhooks:manage', 200, ['not_found']],
  ['DELETE /webhook-endpoints/{endpoint_id}', 'webhooks:manage', 200, ['not_found']],
  ['POST /webhook-endpoints/{endpoint_id}/test', 'webhooks:manage', 202, ['not_found']],
  ['POST /webhook-deliveries/{delivery_id}/retry', 'webhooks:manage', 202, ['not_found']],
  ['POST /webhook-endpoints/{endpoint_id}/replay', 'webhooks:manage', 202, ['not_found']],
  [
    'GET /webhook-endpoints/{endpoint_id}/replays/{replay_id}',
    'webhooks:manage',
    200,
    ['not_found'],
  ],
  [
    'DELETE /webhook-endpoints/{endpoint_id}/replays/{replay_id}',
    'webhooks:manage',
    200,
    ['not_found'],
  ],
  ['GET /webhook-endpoints/{endpoint_id}/deliveries', 'webhooks:manage', 200, ['not_found']],
];
