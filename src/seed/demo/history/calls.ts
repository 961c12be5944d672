import type { ErrorCode } from '../../../shared/errors.ts';
import type { Random } from '../random.ts';

/** A kind of request of a client, and its answer. */
export type Kind = {
  /** How often it occurs, relative to the other kinds of its key. */
  weight: number;
  method: string;
  /** Null if the request was refused before the API knew the route. */
  route: string | null;
  /** What the id in the path belongs to. */
  subject?: 'member' | 'removed' | 'training';
  /** The path, for a request without a route. */
  path?: string;
  status: number;
  code?: ErrorCode;
  why?: Record<string, unknown>;
};

const get = (weight: number, route: string, subject?: Kind['subject']): Kind => {
  return { weight, method: 'GET', route, status: 200, ...(subject ? { subject } : {}) };
};

const wrongDate = {
  check: 'input',
  fields: [{ in: 'body', pointer: '/due_date', code: 'invalid_format' }],
};
const unknownField = {
  check: 'input',
  fields: [
    { in: 'body', pointer: '/due', code: 'unrecognized_key' },
    { in: 'body', pointer: '/title', code: 'invalid_type' },
  ],
};
const wrongCursor = {
  check: 'input',
  fields: [{ in: 'query', pointer: '/cursor', code: 'invalid_cursor' }],
};

const toAssign = { method: 'POST', route: '/assignments' };
const invalid = { status: 422, code: 'validation_error' } as const;
const refusedKey = { method: 'GET', route: null, status: 401, code: 'unauthorized' } as const;

/** The requests of the CRM's own program. Its assignments are planned elsewhere. */
export const crmCalls: readonly Kind[] = [
  get(30, '/trainings'),
  get(22, '/evaluations'),
  get(14, '/assignments'),
  get(12, '/users'),
  get(9, '/trainings/{training_id}/evaluation', 'training'),
  get(5, '/users/{member_id}', 'member'),
  get(4, '/catalog'),
  { weight: 0.9, ...toAssign, ...invalid, why: wrongDate },
  { weight: 0.5, ...toAssign, ...invalid, why: unknownField },
  {
    weight: 0.5,
    ...toAssign,
    status: 422,
    code: 'kombination_ungueltig',
    why: { check: 'combination', dimension: 'personality' },
  },
  {
    weight: 0.5,
    ...toAssign,
    status: 403,
    code: 'vorgabe_gesperrt',
    why: { check: 'policy', dimension: 'personality' },
  },
  {
    weight: 0.9,
    method: 'GET',
    route: '/users/{member_id}',
    subject: 'removed',
    status: 404,
    code: 'not_found',
    why: { check: 'object' },
  },
];

export const reportCalls: readonly Kind[] = [
  get(40, '/analytics/team'),
  get(25, '/evaluations'),
  get(20, '/trainings'),
  get(10, '/users'),
  { weight: 1.5, method: 'GET', route: '/evaluations', ...invalid, why: wrongCursor },
  {
    weight: 1,
    method: 'GET',
    route: null,
    path: '/analytics/teams',
    status: 404,
    code: 'not_found',
    why: { check: 'route' },
  },
];

export const personnelCalls: readonly Kind[] = [
  get(70, '/users'),
  get(20, '/users/{member_id}', 'member'),
  {
    weight: 4,
    method: 'GET',
    route: '/trainings',
    status: 403,
    code: 'insufficient_scope',
    why: { check: 'scope', required_scope: 'trainings:read' },
  },
];

/** Requests with keys that the API refuses. */
export const strayCalls = {
  wrongSecret: { ...refusedKey, path: '/users', why: { check: 'key', reason: 'wrong_secret' } },
  expired: { ...refusedKey, path: '/analytics/team', why: { check: 'key', reason: 'expired' } },
  revoked: { ...refusedKey, path: '/catalog', why: { check: 'key', reason: 'revoked' } },
  elsewhere: {
    ...refusedKey,
    path: '/trainings',
    why: { check: 'key', reason: 'address_not_allowed' },
  },
  limited: {
    method: 'GET',
    route: null,
    path: '/evaluations',
    status: 429,
    code: 'rate_limited',
    why: { check: 'rate_limit', limit: 'key' },
  },
} as const satisfies Record<string, Omit<Kind, 'weight'>>;

export function pickCall(kinds: readonly Kind[], random: Random): Kind {
  const sum = kinds.reduce((total, { weight }) => total + weight, 0);
  let roll = random.next() * sum;
  const found = kinds.find(({ weight }) => {
    roll -= weight;
    return roll < 0;
  });
  const last = found ?? kinds.at(-1);
  if (!last) throw new Error('A client without requests');
  return last;
}
