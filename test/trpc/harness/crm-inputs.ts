import { newId } from '../../../src/db/ids.ts';
import { type Browser, makeSession } from '../../harness/app.ts';
import { insert, insertCrmRun, insertDeal } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';
import type { World } from '../../harness/world.ts';

type Maker = (world: World, browser: Browser) => Promise<unknown> | unknown;

/** A word for an account that no other test has. */
export const anAccount = (): string => newId('con', new Date('2026-11-18T09:00:00.000Z'));
export const tokenOf = (account: string, mood = 'good'): string =>
  `${mood}-${account}-secret${account.slice(0, 8)}`;

/** An input of each procedure about connections to CRMs. */
export const crmInputs: Record<string, Maker> = {
  'crm.providers': () => ({}),
  'crm.connections': () => ({}),
  'crm.sumDeals': () => ({}),
  'crm.getDeal': async ({ team }) => ({ deal_id: await insertDeal(team) }),
  'crm.sumObjections': () => ({}),
  'crm.connect': async ({ team }) => {
    await endConnections(team);
    return { ...entered(), name: 'Sales' };
  },
  'crm.beginOAuth': async ({ team }) => {
    await endConnections(team);
    return { provider: 'hubspot' };
  },
  'crm.finishOAuth': async ({ team }, browser) => {
    await endConnections(team);
    const hasTeam = browser.session !== undefined && browser.headers.authorization === undefined;
    const { app } = hasTeam ? browser : await makeSession(team, team.owner);
    const { url } = await app.crm.beginOAuth.mutate({ provider: 'hubspot' });
    return backFrom(url, `good-${anAccount()}`);
  },
  'crm.getConnection': async ({ team }) => ({ connection_id: await insertConnection(team) }),
  'crm.getRun': async ({ team }) => {
    const connection_id = await insertConnection(team);
    return { connection_id, run_id: await insertCrmRun(team, { connection_id }) };
  },
  'crm.runs': async ({ team }) => ({ connection_id: await insertConnection(team) }),
  'crm.changeConnection': async ({ team }) => {
    const connection_id = await insertConnection(team);
    const { app } = await makeSession(team, team.owner);
    const { version } = await app.crm.getConnection.query({ connection_id });
    return { connection_id, version, name: 'Renamed' };
  },
  'crm.reconnect': async ({ team }) => {
    const account_id = anAccount();
    const connection_id = await insertConnection(team, { account_id });
    return { connection_id, credentials: { access_token: tokenOf(account_id) } };
  },
  'crm.syncNow': async ({ team }) => ({ connection_id: await insertConnection(team) }),
  'crm.pause': async ({ team }) => ({ connection_id: await insertConnection(team) }),
  'crm.resume': async ({ team }) => ({
    connection_id: await insertConnection(team, { state: 'paused', next_sync_at: null }),
  }),
  'crm.readAgain': async ({ team }) => ({ connection_id: await insertConnection(team) }),
  'crm.disconnect': async ({ team }) => ({
    connection_id: await insertConnection(team),
    data: 'keep',
  }),
};

function entered() {
  return { provider: 'hubspot' as const, credentials: { access_token: tokenOf(anAccount()) } };
}

/** What the provider's redirect brings after a person has allowed: a code for this account. */
export function backFrom(url: string, allowed: string): { state: string; code: string } {
  const query = new URL(url).searchParams;
  return {
    state: query.get('state') ?? '',
    code: `${allowed}-${query.get('challenge') ?? ''}`,
  };
}

export async function insertConnection(
  team: TestTeam,
  row: Record<string, unknown> = {},
): Promise<string> {
  const now = team.api.clock.now();
  const id = newId('con', now);
  await insert(team.api, 'crm_connection', {
    tenant_id: team.tenantId,
    id,
    provider: 'hubspot',
    account_id: anAccount(),
    name: 'HubSpot',
    account: '{"name":"Acme","daily_quota":1000}',
    settings: '{}',
    access_kind: 'token',
    credentials: null,
    credentials_hint: 'abcd',
    credentials_at: now,
    created_at: now,
    next_sync_at: now,
    synced_at: now,
    ...row,
  });
  return id;
}

/** Ends all connections, so that there is room for others. */
export async function endConnections({ api, tenantId }: TestTeam): Promise<void> {
  await api.sql.query(
    `update crm_connection set state = 'ended', next_sync_at = null, credentials = null
     where tenant_id = $1`,
    [tenantId],
  );
}
