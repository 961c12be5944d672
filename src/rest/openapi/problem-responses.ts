import { STATUS_CODES } from 'node:http';
import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../operation/procedure.ts';
import type { ErrorCode } from '../../shared/errors/errors.ts';
import { codesByStatus } from '../documented-codes.ts';
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
