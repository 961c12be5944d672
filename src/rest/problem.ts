import { type ApiError, errorCatalogue } from '../shared/errors/errors.ts';
import type { Language } from '../shared/language/language.ts';

/** The body of an error (RFC 9457; spec, Errors). Members that do not apply are missing. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  request_id: string;
} & Record<string, unknown>;

export function problemStatus(error: ApiError): number {
  return error.details.status ?? errorCatalogue[error.code].status;
}

export function problemOf(
  error: ApiError,
  about: { requestId: string; language: Language; errorsUrl: string },
): Problem {
  const { code, details } = error;
  const status = problemStatus(error);
  const members = {
    detail: status < 500 ? details.detail : undefined,
    errors: details.issues,
    field: details.field,
    dimension: details.dimension,
    id: details.id,
    required_scope: details.requiredScope,
    retry_after: details.retryAfter,
  };
  return {
    type: `${about.errorsUrl}#${code}`,
    title: errorCatalogue[code][about.language],
    status,
    code,
    request_id: about.requestId,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  };
}
