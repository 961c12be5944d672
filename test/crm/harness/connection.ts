import { sealAccess } from '../../../src/crm/access.ts';
import { type CrmProvider, connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { Access, CrmConnector } from '../../../src/crm/connector.ts';
import { newId } from '../../../src/db/ids.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { claimConnections, claimedOf } from '../../../src/worker/crm/claim.ts';
import type {
  ClaimedConnection,
  ObjectionsOfPage,
  OpenedApi,
  SyncDeps,
} from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { encryptionKey } from '../../harness/api.ts';
import type { TestTeam } from '../../harness/team.ts';

export const crmKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'crm');
const plainAccess: Access = { kind: 'token', entered: { access_token: 'a' }, tokens: null };

type Row = Record<string, unknown>;

/** Inserts a connection that is due now. */
export async function insertConnection(
  team: TestTeam,
  {
    access = plainAccess,
    provider = 'hubspot',
    ...row
  }: Row & { access?: Access | null; provider?: CrmProvider } = {},
): Promise<string> {
  const id = newId('con', new Date());
  const owner = { tenantId: team.tenantId, id, provider };
  const values: Row = {
    tenant_id: team.tenantId,
    id,
    provider,
    account_id: id,
    name: 'HubSpot',
    account: {},
    settings: connectionSettings.parse({}),
    access_kind: access?.kind ?? 'token',
    credentials: access && sealAccess(crmKey, owner, access),
    credentials_hint: 'abcd',
    credentials_at: new Date(),
    created_at: new Date(),
    next_sync_at: new Date(Date.now() - 1000),
    ...row,
  };
  const names = Object.keys(values);
  await team.api.sql.query(
    `insert into crm_connection (${names}) values (${names.map((_, n) => `$${n + 1}`)})`,
    Object.values(values),
  );
  return id;
}

/** Finds an objection for each word of a text that is a category. */
export const findWords: ObjectionsOfPage = ({ source, body }) => {
  const words = body.split(' ').filter((word) => ['price', 'budget', 'timing'].includes(word));
  const found = words.map((word) => ({ category: word, text: body, lang: 'en' }));
  const lost = { category: 'other', text: body, lang: 'en' };
  return found.length === 0 && source !== 'note' ? [lost] : found.slice(0, 5);
};

/** An API that sends nothing, because the connectors of these tests are models in memory. */
export function idleApi(): OpenedApi {
  return {
    baseUrl: 'http://localhost',
    requests: 0,
    quotaLeft: null,
    providerTime: null,
    use: () => undefined,
    send: () => Promise.reject(new Error('Nothing is sent here')),
  };
}

export function depsWith(pool: SyncDeps['pool'], connector: CrmConnector | null): SyncDeps {
  return {
    pool,
    log: createLogger('fatal'),
    accessKey: crmKey,
    connectorOf: () => connector,
    openApi: () => idleApi(),
    loadObjections: () => Promise.resolve(findWords),
  };
}

export const allTheTime = { signal: new AbortController().signal, maxMs: 60_000 };

/** Claims this connection alone, due or not. A worker that had claimed it counts as dead. */
export async function claimNow(
  team: TestTeam,
  pool: SyncDeps['pool'],
  connectionId: string,
): Promise<ClaimedConnection> {
  await team.api.sql.query(
    `update crm_connection set leased_at = null,
       next_sync_at = case when id = $1 then now() - interval '1 s'
         else now() + interval '1 day' end
     where next_sync_at is not null or id = $1`,
    [connectionId],
  );
  const [claim] = await claimConnections(pool, { all: 1, long: 1 });
  if (!claim) throw new Error('The connection cannot be claimed');
  return claimedOf(claim);
}

export type { ClaimedConnection };
