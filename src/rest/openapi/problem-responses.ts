import { STATUS_CODES } from 'node:http';
import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../operation/procedure.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { problemHeaders } from './headers.ts';
import { exampleOf, whenOf } from './problem-examples.ts';

type Responses = Record<string, oas31.ResponseObject | oas31.ReferenceObject>;

/** Responses that are the same for all operations, written once as components. */
const sharedNames: Record<number, string> = {
  401: 'Unauthorized',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
};

/**
 * A refusal with one of these statuses may come from the operation itself. It is then stored for the
 * Idempotency-Key and repeated (D90).
 */
const keptStatuses = new Set([403, 404, 409, 422]);

/** The statuses of `bad_request` with which every operation that reads a body may refuse it (D81). */
const bodyStatuses = [413, 415];

/** All codes of the operation: the common ones and its own (spec, Endpoints; D85). */
function codesOf({ openapi, permission, errors }: OperationMeta): Set<ErrorCode> {
  return new Set<ErrorCode>([
    'unauthorized',
    ...(permission.scope ? (['insufficient_scope'] as const) : []),
    ...(permission.needsMemberDetail ? (['privacy_restricted'] as const) : []),
    'api_disabled',
    'validation_error',
    ...(openapi?.method === 'POST' ? (['conflict', 'idempotency_mismatch'] as const) : []),
    ...errors,
    'rate_limited',
    'internal',
    'unavailable',
  ]);
}

function codesByStatus(meta: OperationMeta): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  const codes = codesOf(meta);
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const { status } = errorCatalogue[code];
    if (codes.has(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  // Even a DELETE may have a body, so only a GET never refuses one.
  const readsBody = meta.openapi?.method !== 'GET';
  for (const status of readsBody ? bodyStatuses : []) byStatus.set(status, ['bad_request']);
  return byStatus;
}

function response(status: number, codes: ErrorCode[], meta: OperationMeta): oas31.ResponseObject {
  const isPost = meta.openapi?.method === 'POST';
  const lines = codes.map((code) => `- \`${code}\`: ${whenOf(code, status, meta)}`);
  return {
    description: `${STATUS_CODES[status]}\n\n${lines.join('\n')}`,
    headers: problemHeaders(status, { replayable: isPost && keptStatuses.has(status) }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleOf(code, status, meta) }]),
        ),
      },
    },
  };
}

export function problemResponses(meta: OperationMeta): Responses {
  return Object.fromEntries(
    [...codesByStatus(meta)]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const shared = sharedNames[status];
        return [
          String(status),
          shared ? { $ref: `#/components/responses/${shared}` } : response(status, codes, meta),
        ];
      }),
  );
}

/** The shared responses, made from the operations that can answer them. */
export function sharedResponses(metas: OperationMeta[]): Record<string, oas31.ResponseObject> {
  const responses: Record<string, oas31.ResponseObject> = {};
  for (const meta of metas) {
    for (const [status, codes] of codesByStatus(meta)) {
      const name = sharedNames[status];
      if (name) responses[name] ??= response(status, codes, meta);
    }
  }
  return responses;
}
