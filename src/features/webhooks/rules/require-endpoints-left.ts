import { originOf } from '../../../egress/target-url.ts';
import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';

/** The most endpoints that a team may have (D170). */
export const ENDPOINTS_PER_TEAM = 100;
/**
 * The most endpoints of a team and its sandboxes with one scheme, host and port that has never answered 2xx
 * to them. Otherwise each change would make many requests to a host that may belong to a stranger (P822).
 */
export const ENDPOINTS_PER_UNPROVEN_ORIGIN = 5;

/** Two creations at once are counted one after the other, because the family is locked. */
export async function requireEndpointsLeft(call: Call, url: string): Promise<void> {
  const { db } = call;
  requireOriginLeft(await lockEndpointsOfFamily(call), url);
  const taken = await db.row<{ endpoints: number }>(
    `select count(*)::integer as endpoints from webhook_endpoint e
     where e.tenant_id = $1 and e.deleted_at is null`,
  );
  if (!taken || taken.endpoints >= ENDPOINTS_PER_TEAM) {
    throw new ApiError('validation_error', {
      field: 'url',
      because: ['too_many_endpoints', ENDPOINTS_PER_TEAM],
    });
  }
}

type Other = { id: string; url: string; proven_origin: string | null };

/**
 * Reads the endpoints of the team, its parent and its sandboxes, and locks the parent: who counts them next
 * waits for the end of this transaction.
 */
export function lockEndpointsOfFamily({ db }: Call): Promise<Other[]> {
  return db.rows<Other>('select e.id, e.url, e.proven_origin from endpoints_of_family($1) e');
}

/**
 * Refuses one endpoint too many of a host that is not proven. An endpoint that has the origin already keeps
 * it.
 */
export function requireOriginLeft(
  others: readonly Other[],
  url: string,
  endpointId: string | null = null,
): void {
  const origin = originOf(url);
  if (origin === null) return;
  if (others.some(({ proven_origin }) => proven_origin === origin)) return;
  const ofOrigin = others.filter((other) => originOf(other.url) === origin);
  if (ofOrigin.some(({ id }) => id === endpointId)) return;
  if (ofOrigin.length < ENDPOINTS_PER_UNPROVEN_ORIGIN) return;
  throw new ApiError('validation_error', {
    field: 'url',
    because: ['too_many_endpoints_of_host', ENDPOINTS_PER_UNPROVEN_ORIGIN],
  });
}
