import { z } from 'zod';
import type { CrmResponse } from './crm-api.ts';
import { CrmFailure } from './crm-failure.ts';

/** The statuses with which token servers refuse. */
export const REFUSED = [400, 401];

const refusal = z.object({ error: z.string() });
const ended = new Set(['invalid_grant', 'inactive_user', 'inactive_org', 'invalid_app_access']);
const ofClient = new Set([
  'invalid_client',
  'invalid_client_id',
  'invalid_client_credentials',
  'unauthorized_client',
]);

/**
 * What the refusal of a token server means. If the operator's client is refused, it is a fault of the service: no
 * person of a team can mend it by signing in again. If a customer has entered the client, the access is lost.
 */
export function tokenRefusal(
  { status, body }: CrmResponse,
  client: 'of the operator' | 'of the customer',
): CrmFailure {
  const error = refusal.safeParse(body).data?.error ?? '';
  if (ended.has(error)) return new CrmFailure('auth', { status, code: error });
  const isOfClient = status === 401 || ofClient.has(error);
  if (!isOfClient) return new CrmFailure('contract', { status });
  const facts = { status, code: 'invalid_client' };
  return new CrmFailure(client === 'of the operator' ? 'internal' : 'auth', facts);
}

/**
 * The moment at which new tokens end, if they live this long. The provider's `Date` header says when they
 * begin, so we need no clock of this machine. `worker/crm/synchronize/token-renewing-session.ts` renews the tokens
 * before that moment.
 */
export function tokenExpiry(answer: CrmResponse, livesMs: number): string | null {
  const ms = Date.parse(answer.header('date') ?? '') + livesMs;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
