import type { OperationMeta } from '../operation/procedure.ts';
import { type ErrorCode, errorCatalogue } from '../shared/errors/errors.ts';

/** The statuses of `bad_request` with which every operation that reads a body may refuse it (D81). */
const bodyStatuses = [413, 415];

/** All codes of the operation: the common ones and its own (spec, Endpoints; D85). */
function codesOf({ openapi, permission, errors }: OperationMeta): Set<ErrorCode> {
  return new Set<ErrorCode>([
    'unauthorized',
    ...(permission.scope ? (['insufficient_scope'] as const) : []),
    ...(permission.needsMemberDetail || Array.isArray(permission.scope)
      ? (['privacy_restricted'] as const)
      : []),
    'api_disabled',
    'validation_error',
    ...(openapi?.method === 'POST' ? (['conflict', 'idempotency_mismatch'] as const) : []),
    ...errors,
    'rate_limited',
    'internal',
    'unavailable',
  ]);
}

/** The codes of an operation that the document lists, by their status. */
export function codesByStatus(meta: OperationMeta): Map<number, ErrorCode[]> {
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
