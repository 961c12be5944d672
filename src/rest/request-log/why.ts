import { z } from 'zod';
import { detailOf } from '../../shared/errors/because.ts';
import type { ErrorCode, FieldIssue } from '../../shared/errors/errors.ts';
import type { Exchange } from '../exchange.ts';
import { routes } from '../routes.ts';
import { isMisspelt } from './misspelt-field.ts';

type Refusal = NonNullable<Exchange['refusal']>;

/** The check that refused a request, and what the check was about. It contains no value. */
export type Why = {
  check: Check;
  /** What is wrong with the key. */
  reason?: KeyReason;
  required_scope?: string;
  /** The limit that was reached. */
  limit?: Refusal['details']['limitOf'];
  fields?: { in?: string; pointer: string; code?: string }[];
  dimension?: string;
  /** The reason in the answer, if it is one of our fixed texts. */
  detail?: string;
};

export type KeyReason = 'wrong_secret' | 'revoked' | 'expired' | 'address_not_allowed';

/** The checks, in the order in which the API makes them (D1). */
type Check =
  | 'service'
  | 'key'
  | 'rate_limit'
  | 'team'
  | 'route'
  | 'method'
  | 'scope'
  | 'privacy'
  | 'body'
  | 'idempotency'
  | 'input'
  | 'object'
  | 'role'
  | 'combination'
  | 'policy'
  | 'state';

const MAX_FIELDS = 10;

type CheckedExchange = Pick<Exchange, 'method' | 'route'>;

export function whyOf(exchange: CheckedExchange, refusal: Refusal): Why {
  const { code, details } = refusal;
  const why: Why = { check: checkOf(exchange, refusal) };
  if (details.limitOf) why.limit = details.limitOf;
  if (details.requiredScope) why.required_scope = details.requiredScope;
  const issues = details.issues?.slice(0, MAX_FIELDS);
  if (issues) why.fields = issues.map((issue) => shownIssue(exchange, issue));
  if (details.field) why.fields = [{ pointer: `/${details.field}` }];
  if (details.dimension) why.dimension = details.dimension;
  // The answer also names the blocked entry. The log leaves the entry out, because the client has sent it.
  const because = code === 'vorgabe_gesperrt' ? 'policy_blocks' : details.because;
  if (typeof because === 'string') why.detail = detailOf(because);
  return why;
}

const checks: Record<
  Exclude<ErrorCode, 'not_found' | 'bad_request' | 'insufficient_scope'>,
  Check
> = {
  unauthorized: 'key',
  rate_limited: 'rate_limit',
  api_disabled: 'team',
  privacy_restricted: 'privacy',
  vorgabe_gesperrt: 'policy',
  conflict: 'state',
  seat_limit_reached: 'state',
  last_admin: 'state',
  owner: 'state',
  validation_error: 'input',
  idempotency_mismatch: 'idempotency',
  kombination_ungueltig: 'combination',
  internal: 'service',
  unavailable: 'service',
};

function checkOf({ route }: Pick<Exchange, 'route'>, { code, details }: Refusal): Check {
  switch (code) {
    case 'not_found':
      return route === undefined ? 'route' : 'object';
    case 'bad_request':
      return route === undefined ? 'method' : 'body';
    case 'insufficient_scope':
      return details.requiredScope ? 'scope' : 'role';
    default:
      return checks[code];
  }
}

function shownIssue(
  exchange: CheckedExchange,
  issue: FieldIssue,
): NonNullable<Why['fields']>[number] {
  const { in: place, pointer, code } = issue;
  const shown = isMisspelt(exchange, issue) ? pointer : shownPointer(pointer);
  return { in: place, pointer: shown, code };
}

const MAX_PARTS = 10;
const place = /^\d{1,6}$/;

/** The names of all fields and parameters in the inputs of the API. */
const existing = new Set<string>();
for (const { input } of routes)
  addNames(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));

function addNames(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, inner] of Object.entries(schema)) {
    if (name === 'properties' && typeof inner === 'object') {
      for (const field of Object.keys(inner ?? {})) existing.add(field);
    }
    addNames(inner);
  }
}

/**
 * The place of a wrong value, in names that the API knows. A name that the client has invented, such as an
 * unknown field or a name in a free form, is shown as `…`. (For misspelt names see misspelt-field.ts.)
 */
export function shownPointer(pointer: string): string {
  const parts = pointer.split('/').slice(1, MAX_PARTS + 1);
  const shown = parts.map((part) => (existing.has(part) || place.test(part) ? part : '…'));
  return shown.map((part) => `/${part}`).join('');
}
