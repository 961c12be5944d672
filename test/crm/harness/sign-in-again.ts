import { sealAccess } from '../../../src/crm/access.ts';
import type { TestTeam } from '../../harness/team.ts';
import { crmKey } from './connection.ts';
import type { ProviderWorld } from './provider-worlds.ts';

/**
 * A worker that dies after it got new tokens and before it stored them loses them, so a person must sign in. This does
 * so. Returns false if the connection does not wait for that.
 */
export async function signInAgain(
  { api, tenantId }: TestTeam,
  id: string,
  { access, connector, oauth }: ProviderWorld,
): Promise<boolean> {
  const { rowCount } = await api.sql.query(
    `select from crm_connection where id = $1 and state = 'sign_in'`,
    [id],
  );
  if (rowCount === 0) return false;
  if (access.kind !== 'oauth') throw new Error('These worlds sign in');
  const { access: access_token, refresh: refresh_token } = oauth.grant();
  const tokens = { ...access.tokens, access_token, refresh_token };
  const owner = { tenantId, id, provider: connector.provider };
  await api.sql.query(
    `update crm_connection set state = 'active', credentials = $2, next_sync_at = now() where id = $1`,
    [id, sealAccess(crmKey, owner, { ...access, tokens })],
  );
  return true;
}
