import { ApiError } from '../shared/errors/errors.ts';
import { type Queryable, type TeamOf, tenantIdOf } from './team-db.ts';

const RETRY_AFTER_S = 5;

/**
 * Refuses a change in a sandbox while a worker resets it. Otherwise the worker would go on deleting what
 * other requests write. For a team that is no sandbox, this asks nothing.
 */
export async function requireSettledSandbox(client: Queryable, team: TeamOf): Promise<void> {
  if (typeof team === 'string' || (team.homeTenantId ?? team.tenantId) === team.tenantId) return;
  const { rows } = await client.query({
    name: 'sandbox that is reset',
    text: `select from tenant t where t.id = $1 and t.sandbox_state = 'resetting'`,
    values: [tenantIdOf(team)],
  });
  if (rows.length > 0) refuseWhileReset();
}

export function refuseWhileReset(): never {
  const cause = new Error('the sandbox is brought back to its beginning');
  throw new ApiError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}
