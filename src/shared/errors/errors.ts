import type { InEach } from '../language/language.ts';
import { type Because, detailOf } from './because.ts';
import type { IssueCode } from './issue-codes.ts';

/** The contract's error codes (spec, Errors). Version 1 adds no others (D86). */
export const errorCatalogue = {
  bad_request: { status: 400, de: 'Ungültige Anfrage', en: 'Bad request' },
  unauthorized: { status: 401, de: 'Nicht angemeldet', en: 'Unauthorized' },
  insufficient_scope: { status: 403, de: 'Berechtigung fehlt', en: 'Insufficient scope' },
  privacy_restricted: {
    status: 403,
    de: 'Durch die Datenschutzeinstellung des Teams gesperrt',
    en: "Restricted by the team's privacy setting",
  },
  api_disabled: {
    status: 403,
    de: 'API für dieses Team gesperrt',
    en: 'API disabled for this team',
  },
  vorgabe_gesperrt: {
    status: 403,
    de: 'Durch eine Vorgabe gesperrt',
    en: 'Blocked by a policy of the recipient',
  },
  not_found: { status: 404, de: 'Nicht gefunden', en: 'Not found' },
  conflict: { status: 409, de: 'Konflikt', en: 'Conflict' },
  seat_limit_reached: { status: 409, de: 'Alle Plätze sind belegt', en: 'All seats are taken' },
  last_admin: { status: 409, de: 'Letzter aktiver Admin', en: 'Last active admin' },
  owner: { status: 409, de: 'Inhaber des Teams', en: 'Owner of the team' },
  validation_error: { status: 422, de: 'Eingabe ungültig', en: 'Validation error' },
  idempotency_mismatch: {
    status: 422,
    de: 'Idempotency-Key mit anderem Inhalt wiederverwendet',
    en: 'Idempotency-Key reused with a different body',
  },
  kombination_ungueltig: {
    status: 422,
    de: 'Ungültige Kombination',
    en: 'Invalid combination',
  },
  rate_limited: { status: 429, de: 'Zu viele Anfragen', en: 'Too many requests' },
  internal: { status: 500, de: 'Interner Fehler', en: 'Internal error' },
  unavailable: {
    status: 503,
    de: 'API vorübergehend nicht verfügbar',
    en: 'API temporarily unavailable',
  },
} as const satisfies Record<string, { status: number } & InEach<string>>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One entry of `errors` in a problem (D79). Its text is English, like `detail`. */
export type FieldIssue = {
  in: 'query' | 'path' | 'body' | 'header';
  pointer: string;
  code: IssueCode;
  detail: string;
};

/** The seconds that a client should wait after a 503. */
export const RETRY_AFTER_503_S = 5;

/** The limits that a request of the API can reach. */
type LimitOf = 'key' | 'team' | 'address' | 'invitations' | 'tests' | 'stored_answers';

type ApiErrorDetails = {
  /** The reason for people. The English detail follows from it. */
  because?: Because | undefined;
  /** Stable English text for programs alone. A 500 or 503 never has it (D82). */
  detail?: string;
  /** Overrides the status of the code. Only `bad_request` needs it (D81). */
  status?: number;
  /**
   * The faults that were found while the request was parsed. If there are any, there is no `field` (D80).
   */
  issues?: FieldIssue[];
  /** The field that a check against stored data refused. If there is one, there are no `issues` (D80). */
  field?: string;
  dimension?: string;
  id?: string;
  requiredScope?: string;
  retryAfter?: number;
  /** The limit that was reached, unless it is one of the two that count requests (D59). */
  limit?: number;
  /** Which limit was reached, for the log of requests. A limit of the app alone has no name. */
  limitOf?: LimitOf;
  allow?: string;
  /** The internal error, for the log only. */
  cause?: unknown;
};

/** The error that an operation throws. Only the transports know what the client gets. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    const { because, cause } = details;
    const detail = because ? detailOf(because) : details.detail;
    super(detail ?? code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = because ? { ...details, detail: detailOf(because) } : details;
  }
}
