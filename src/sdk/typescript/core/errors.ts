/** A fault of one value in a request. */
export type FieldError = {
  /** `query`, `path`, `body` or `header`. */
  in: string;
  /** A JSON Pointer into the body, or the name of a parameter after a `/`. */
  pointer: string;
  /** The kind of the fault, for programs. */
  code: string;
  /** The expected value, in English. */
  detail: string;
};

/** The call that failed. */
export type Failed = {
  method: string;
  /** The path with its ids, without the query. */
  path: string;
  idempotencyKey: string | undefined;
};

/** The class of all errors of this package. */
export class TeamApiError extends Error {
  /** The code of the error. Compare this in your program, never the message. */
  declare readonly code: string;
  /** The status of the answer. Undefined if there was none. */
  declare readonly status: number | undefined;
  /** The id of the request. Name it when you ask for help. Undefined if there was no answer. */
  declare readonly requestId: string | undefined;
  /** The reason in English, for developers. */
  declare readonly detail: string | undefined;
  /** All faults of the request. Empty unless the code is `validation_error`. */
  declare readonly errors: readonly FieldError[];
  /** The key with which the call was sent. If you repeat the call with it, nothing happens twice. */
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, failed: Failed, about: Record<string, unknown>) {
    super(`${failed.method} ${failed.path}: ${message}`);
    this.name = 'TeamApiError';
    const { idempotencyKey } = failed;
    // Unknown values are left out, so that a printed error is short.
    for (const [name, value] of Object.entries({ errors: [], ...about, idempotencyKey })) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }
}

/** The error if the connection failed, or broke before the whole answer had arrived. */
export class ConnectionError extends TeamApiError {
  constructor(detail: string, failed: Failed) {
    super(detail, failed, { code: 'connection', detail });
    this.name = 'ConnectionError';
  }
}

/** The error of a call that got no answer within the time limit. */
export class TimeoutError extends TeamApiError {
  constructor(ms: number, failed: Failed) {
    const detail = `no answer within ${Math.round(ms)} ms`;
    super(detail, failed, { code: 'timeout', detail });
    this.name = 'TimeoutError';
  }
}

/** An answer that refuses a call: its status, its headers and its problem document. */
export type Refusal = {
  status: number;
  headers: Headers;
  problem: Readonly<Record<string, unknown>>;
};

/** The server has refused the call. Each code of the contract has a subclass of this class. */
export class ApiError extends TeamApiError {
  declare readonly status: number;
  /** The title for people, in the language of the call. */
  declare readonly title: string | undefined;
  /** The one field that a check refused, if the code is `validation_error`. */
  declare readonly field: string | undefined;
  /** The dimension of the catalog, if the code is `kombination_ungueltig`. */
  declare readonly dimension: string | undefined;
  /** The id that is unknown or not visible, if the code is `kombination_ungueltig`. */
  declare readonly id: string | undefined;
  /** The scope that the key lacks, if the code is `insufficient_scope`. */
  declare readonly requiredScope: string | undefined;
  /** Seconds to wait, if the server says so. */
  declare readonly retryAfter: number | undefined;
  /** Whether the server had stored this refusal for the `Idempotency-Key` and sent it again. */
  declare readonly replayed: boolean;

  constructor({ status, headers, problem }: Refusal, failed: Failed) {
    const code = textOf(problem.code) ?? `http_${status}`;
    const detail = textOf(problem.detail) ?? elsewhere(headers) ?? foreign(status, problem);
    const errors = fieldErrors(problem.errors);
    const requestId = headers.get('x-request-id') ?? textOf(problem.request_id);
    const reasons = errors.map((each) => `${each.in} ${each.pointer}: ${each.detail}`);
    const retryAfter = secondsOf(headers);
    const wait = retryAfter === undefined ? '' : `retry after ${retryAfter} s`;
    const facts = [detail, ...reasons, wait].filter(Boolean).join('; ');
    const request = requestId ? ` (request ${requestId})` : '';
    super(`${status} ${code}${facts ? `: ${facts}` : ''}${request}`, failed, {
      code,
      status,
      requestId,
      detail,
      errors,
      title: textOf(problem.title),
      field: textOf(problem.field),
      dimension: textOf(problem.dimension),
      id: textOf(problem.id),
      requiredScope: textOf(problem.required_scope),
      retryAfter,
      replayed: isReplay(headers),
    });
    this.name = 'ApiError';
  }
}

/** The classes of the errors, by code. */
export type ErrorClasses = Readonly<
  Record<string, (new (refusal: Refusal, failed: Failed) => ApiError) | undefined>
>;

/** Makes the error of a refusal. A code that this version does not know becomes an `ApiError`. */
export function errorOf(classes: ErrorClasses, refusal: Refusal, failed: Failed): ApiError {
  const code = textOf(refusal.problem.code) ?? '';
  const Known = Object.hasOwn(classes, code) ? classes[code] : undefined;
  return new (Known ?? ApiError)(refusal, failed);
}

export const isReplay = (headers: Headers): boolean =>
  headers.get('idempotency-replayed') === 'true';

/** The reason if the server redirects. Redirects are not followed, because the given address is wrong. */
function elsewhere(headers: Headers): string | undefined {
  const location = headers.get('location');
  return location === null ? undefined : `this address leads to ${location}`;
}

/** The reason if a refusal has no code. The API always sends a code, so the address may be wrong. */
function foreign(status: number, { code }: Refusal['problem']): string | undefined {
  return status < 500 && code === undefined
    ? 'this is no answer of the API. Is url its address?'
    : undefined;
}

/** `Retry-After` in seconds. The header may be a number or a date. */
function secondsOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  if (/^\d+$/.test(given)) return Number(given);
  // A proxy may send a date. The date is compared with the server's clock, not with ours.
  const seconds = (Date.parse(given) - Date.parse(headers.get('date') ?? '')) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => typeof each === 'object' && each !== null);
}
