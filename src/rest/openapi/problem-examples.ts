import { createHash } from 'node:crypto';
import { REQUESTS_PER_KEY } from '../../auth/rate-limits.ts';
import type { OperationMeta } from '../../operation/procedure.ts';
import { ApiError, type ErrorCode, type FieldIssue } from '../../shared/errors/errors.ts';
import { unknownField } from '../../shared/errors/field-issues.ts';
import { DOCUMENT_LANGUAGE } from '../../shared/language/language.ts';
import { type Problem, problemOf } from '../problem.ts';

/** The case in which a request gets each code, in the words of the contract (spec, Errors). */
const whenByCode: Record<Exclude<ErrorCode, 'bad_request'>, string> = {
  unauthorized:
    'The key is missing, unknown, wrong, malformed, expired or revoked, or the address is not allowed.',
  insufficient_scope: 'The key lacks the scope or the right.',
  privacy_restricted: 'The team has turned off `member_detail_enabled`.',
  api_disabled: 'The team is suspended or has ended, or its plan does not include the API.',
  vorgabe_gesperrt: 'A policy of the recipient blocks the situation, personality or industry.',
  not_found: 'Missing, or of another team.',
  conflict: 'A call with the same `Idempotency-Key` is still running.',
  seat_limit_reached: 'All seats are taken.',
  last_admin: 'The member is the only active admin.',
  owner: 'The member is the owner of the team.',
  validation_error: 'A value in the query, path or body is not valid.',
  idempotency_mismatch: 'The `Idempotency-Key` was used with another body or path.',
  kombination_ungueltig:
    'The situation, personality or industry is unknown, not visible, or violates a rule of the catalog.',
  rate_limited: 'A limit is reached; `Retry-After` gives the seconds to wait.',
  internal: 'Something unexpected happened.',
  unavailable: 'The API is temporarily unavailable.',
};

const tooLarge = 'The body is larger than 256 KiB.';
const wrongType = 'The body is compressed, or is not `application/json` in UTF-8.';
const refusedByCheck =
  'A value in the query, path or body is not valid. `errors` names what could not be read, `field` what was read and refused.';
const emailTaken =
  'A call with the same `Idempotency-Key` is still running, or the email already belongs to a member of the team or to its owner.';

/** The case in which a request gets the code. A conflict or a refusal after a check has words of its operation. */
export function whenOf(code: ErrorCode, status: number, meta: OperationMeta): string {
  if (code === 'bad_request') return status === 413 ? tooLarge : wrongType;
  if (code === 'validation_error' && meta.check) return refusedByCheck;
  const isOwn = code === 'conflict' && meta.errors.includes('conflict');
  return isOwn ? emailTaken : whenByCode[code];
}

/** The body as the server writes it in English. */
export function exampleOf(code: ErrorCode, status: number, meta: OperationMeta): Problem {
  const error = new ApiError(code, { ...membersOf(code, status, meta), status });
  return problemOf(error, {
    requestId: uuidOf(`${code} ${status}`),
    language: DOCUMENT_LANGUAGE,
    errorsUrl: 'https://team.example/errors',
  });
}

function scopeExample(scope: OperationMeta['permission']['scope']): ApiError['details'] {
  const [requiredScope] = [scope ?? []].flat();
  if (!requiredScope) return {};
  return { detail: `This operation needs the scope ${requiredScope}.`, requiredScope };
}

function membersOf(code: ErrorCode, status: number, meta: OperationMeta): ApiError['details'] {
  switch (code) {
    case 'bad_request':
      return {
        detail:
          status === 413
            ? 'The body is larger than 262144 bytes.'
            : 'The Content-Type of a body must be application/json, in UTF-8.',
      };
    case 'insufficient_scope':
      return scopeExample(meta.permission.scope);
    case 'validation_error':
      return meta.check ?? { issues: [misspelt(meta)] };
    case 'kombination_ungueltig':
      return {
        because: 'situation_unknown',
        dimension: 'situation',
        id: 'sit_price_talks',
      };
    case 'not_found':
      return meta.notFound ? { because: meta.notFound } : {};
    case 'rate_limited':
      return { detail: `At most ${REQUESTS_PER_KEY} requests in 60 seconds.`, retryAfter: 17 };
    default:
      return detailByCode[code] ? { detail: detailByCode[code] } : {};
  }
}

const detailByCode: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'No valid API key was given.',
  privacy_restricted: 'The team has turned off member_detail_enabled.',
  api_disabled: 'The team is suspended or has ended, or its plan does not include the API.',
  vorgabe_gesperrt: 'A policy of the recipient blocks the industry ind_software.',
  conflict: 'A call with the same Idempotency-Key is still running.',
  idempotency_mismatch: 'This Idempotency-Key was used with another body or path.',
};

function misspelt({ openapi }: OperationMeta): FieldIssue {
  const takesFields = openapi?.method === 'POST' || openapi?.method === 'PATCH';
  return unknownField(takesFields ? 'body' : 'query', ['titel']);
}

/** An id made from a name, so that the document is the same each time. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
