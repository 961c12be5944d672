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
    const detail = `A team has at most ${ENDPOINTS_PER_TEAM} webhook endpoints: delete one that is not needed, or add the events to one that exists.`;
    throw new ApiError('validation_error', { field: 'url', detail });
  }
}
