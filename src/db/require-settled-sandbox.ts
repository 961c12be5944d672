import { ApiError } from '../shared/errors.ts';
import { type Queryable, type TeamOf, tenantIdOf } from './team-db.ts';

const RETRY_AFTER_S = 5;

/**
 * Refuses a change in a sandbox while a worker brings it back to its beginning. Otherwise the worker would
 * delete what others write without an end (P784). A real team is not asked for.
 */
export async function requireSettledSandbox(client: Queryable, team: TeamOf): Promise<void> {
  if (typeof team === 'string' || (team.homeTenantId ?? team.tenantId) === team.tenantId) return;
  const { rows } = await client.query({
    name: 'sandbox that is reset',
    text: `select from tenant t where t.id = $1 and t.sandbox_state = 'resetting'`,
    values: [tenantIdOf(team)],
  });
  if (rows.length === 0) return;
  const cause = new Error('the sandbox is brought back to its beginning');
  throw new ApiError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}
