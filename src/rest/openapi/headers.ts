import type { oas31 } from 'zod-openapi';
import { REQUESTS_PER_KEY } from '../../auth/rate-limits.ts';
import type { OperationMeta } from '../../operation/procedure.ts';
import { BASE_PATH } from '../base-path.ts';

export const headerComponents = {
  'X-Request-Id': {
    description: 'The id of this request, made by the server.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': {
    description:
      'Requests in a window of 60 seconds: the limit that is closest to being reached. A key alone has 120, all keys of the team together `rate_limit_per_min` of `GET /me`.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [REQUESTS_PER_KEY] },
  },
  'RateLimit-Remaining': {
    description: 'Requests left in that window.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [REQUESTS_PER_KEY - 1] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until that window ends.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [60] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [17] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', examples: ['Bearer realm="api"'] },
  },
  Location: {
    description: 'The path of what was created.',
    required: true,
    schema: {
      type: 'string',
      format: 'uri-reference',
      examples: [`${BASE_PATH}/assignments/asg_01jd4x6k8mq2v5w9y3z7b1c4df`],
    },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the first response to the same `Idempotency-Key` again.',
    schema: { type: 'string', examples: ['true'] },
  },
  'Changes-Remaining': {
    description:
      'While the beginning is read: about how many objects are left behind this page. Of each type at most 100,000 are counted.',
    schema: { type: 'integer', minimum: 0, examples: [12_400] },
  },
  'Content-Language': {
    description: 'The language of the texts in the body.',
    required: true,
    schema: { type: 'string', examples: ['de', 'en'] },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

type HeaderName = keyof typeof headerComponents;

const onEveryResponse: HeaderName[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

function headers(names: HeaderName[]): oas31.HeadersObject {
  return Object.fromEntries(
    [...onEveryResponse, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export function successHeaders({ openapi, createdAt, localised }: OperationMeta) {
  return headers([
    ...(createdAt ? (['Location'] as const) : []),
    ...(localised ? (['Content-Language'] as const) : []),
    ...(openapi?.method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
    ...(openapi?.path === '/changes' ? (['Changes-Remaining'] as const) : []),
  ]);
}

export function problemHeaders(status: number, about: { replayable: boolean }) {
  return headers([
    'Content-Language',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(about.replayable ? (['Idempotency-Replayed'] as const) : []),
  ]);
}
