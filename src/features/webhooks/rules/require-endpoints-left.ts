import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';

/** The most endpoints that a team may have (D170). */
export const ENDPOINTS_PER_TEAM = 100;

/** Locks the team, so that two creations at once are counted one after the other. */
export async function requireEndpointsLeft({ db }: Call): Promise<void> {
  await db.row('select t.id from tenant t where t.id = $1 for no key update');
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
