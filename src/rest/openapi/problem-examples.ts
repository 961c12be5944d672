import { createHash } from 'node:crypto';
import { REQUESTS_PER_KEY } from '../../auth/rate-limits.ts';
import type { OperationMeta } from '../../operation/procedure.ts';
import { ApiError, type ErrorCode, type FieldIssue } from '../../shared/errors/errors.ts';
import { unknownField } from '../../shared/errors/field-issues.ts';
import { DOCUMENT_LANGUAGE } from '../../shared/language/language.ts';
import { type DocText, docText } from '../../shared/schema/doc-text.ts';
import { type Problem, problemOf } from '../problem.ts';

/** The case in which a request gets each code, in the words of the contract (spec, Errors). */
const whenByCode: Record<Exclude<ErrorCode, 'bad_request'>, DocText> = {
  unauthorized: docText({
    en: 'The key is missing, unknown, wrong, malformed, expired or revoked, or the address is not allowed.',
    de: 'Der Schlüssel fehlt, ist unbekannt, falsch, unvollständig, abgelaufen oder widerrufen, oder die Adresse ist nicht erlaubt.',
  }),
  insufficient_scope: docText({
    en: 'The key lacks the scope or the right.',
    de: 'Dem Schlüssel fehlt das Recht.',
  }),
  privacy_restricted: docText({
    en: 'The team has turned off `member_detail_enabled`.',
    de: 'Das Team hat `member_detail_enabled` ausgeschaltet.',
  }),
  api_disabled: docText({
    en: 'The team is suspended or has ended, or its plan does not include the API.',
    de: 'Das Team ist gesperrt oder beendet, oder sein Tarif enthält die API nicht.',
  }),
  vorgabe_gesperrt: docText({
    en: 'A policy of the recipient blocks the situation, personality or industry.',
    de: 'Eine Vorgabe der Person sperrt Situation, Persönlichkeit oder Branche.',
  }),
  not_found: docText({
    en: 'Missing, or of another team.',
    de: 'Nicht vorhanden, oder von einem anderen Team.',
  }),
  conflict: docText({
    en: 'A call with the same `Idempotency-Key` is still running.',
    de: 'Eine Anfrage mit demselben `Idempotency-Key` läuft noch.',
  }),
  seat_limit_reached: docText({ en: 'All seats are taken.', de: 'Alle Plätze sind belegt.' }),
  last_admin: docText({
    en: 'The member is the only active admin.',
    de: 'Das Mitglied ist der einzige aktive Admin.',
  }),
  owner: docText({
    en: 'The member is the owner of the team.',
    de: 'Das Mitglied ist die Inhaberin oder der Inhaber des Teams.',
  }),
  validation_error: docText({
    en: 'A value in the query, path or body is not valid.',
    de: 'Ein Wert in Query, Pfad oder Body ist nicht gültig.',
  }),
  idempotency_mismatch: docText({
    en: 'The `Idempotency-Key` was used with another body or path.',
    de: 'Der `Idempotency-Key` wurde mit einem anderen Body oder Pfad benutzt.',
  }),
  kombination_ungueltig: docText({
    en: 'The situation, personality or industry is unknown, not visible, or violates a rule of the catalog.',
    de: 'Situation, Persönlichkeit oder Branche ist unbekannt, nicht sichtbar oder verletzt eine Regel des Katalogs.',
  }),
  rate_limited: docText({
    en: 'A limit is reached; `Retry-After` gives the seconds to wait.',
    de: 'Ein Limit ist erreicht; `Retry-After` nennt die Sekunden, die Sie warten.',
  }),
  internal: docText({
    en: 'Something unexpected happened.',
    de: 'Etwas Unerwartetes ist geschehen.',
  }),
  unavailable: docText({
    en: 'The API is temporarily unavailable.',
    de: 'Die API ist vorübergehend nicht verfügbar.',
  }),
};

const tooLarge = docText({
  en: 'The body is larger than 256 KiB.',
  de: 'Der Body ist größer als 256 KiB.',
});
const wrongType = docText({
  en: 'The body is compressed, or is not `application/json` in UTF-8.',
  de: 'Der Body ist komprimiert, oder nicht `application/json` in UTF-8.',
});
const refusedByCheck = docText({
  en: 'A value in the query, path or body is not valid. `errors` names what could not be read, `field` what was read and refused.',
  de: 'Ein Wert in Query, Pfad oder Body ist nicht gültig. `errors` nennt, was nicht lesbar war, `field`, was gelesen und abgelehnt wurde.',
});
const emailTaken = docText({
  en: 'A call with the same `Idempotency-Key` is still running, or the email already belongs to a member of the team or to its owner.',
  de: 'Eine Anfrage mit demselben `Idempotency-Key` läuft noch, oder die E-Mail-Adresse gehört schon einem Mitglied des Teams oder der Inhaberin oder dem Inhaber.',
});

/** The case in which a request gets the code. A conflict or a refusal after a check has words of its operation. */
export function whenOf(code: ErrorCode, status: number, meta: OperationMeta): DocText {
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
      return meta.permission.scope
        ? {
            detail: `This operation needs the scope ${meta.permission.scope}.`,
            requiredScope: meta.permission.scope,
          }
        : {};
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
