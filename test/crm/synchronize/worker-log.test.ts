import { expect, onTestFinished, test } from 'vitest';
import { sealAccess } from '../../../src/crm/access.ts';
import type { CrmProvider } from '../../../src/crm/connection-settings.ts';
import type { Access } from '../../../src/crm/connector.ts';
import { CrmHttp } from '../../../src/crm/http/crm-http.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { SyncLoop } from '../../../src/worker/crm/sync-loop.ts';
import type { SyncDeps } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { makeTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { useApi } from '../../harness/use-api.ts';
import { crmKey, findWords, insertConnection } from '../harness/connection.ts';
import { crmAt, networkOf } from '../harness/crm-client.ts';
import { type FakeAnswer, FakeServer } from '../harness/fake-server.ts';

const api = useApi();
const client = { id: 'client', secret: 'quux-client-secret' };
const tokens = {
  access_token: 'quux-access-token',
  refresh_token: 'quux-refresh-token',
  expires_at: null,
  host: null,
};

/** Credentials of each kind. No header can carry the line feed in them. */
const kinds: Record<string, [provider: CrmProvider, access: Access]> = {
  'a token': ['hubspot', { kind: 'token', entered: { access_token: 'quux-token' }, tokens: null }],
  'a token that no header can have': [
    'hubspot',
    { kind: 'token', entered: { access_token: 'quux\ntoken' }, tokens: null },
  ],
  'tokens of a consent': ['hubspot', { kind: 'oauth', tokens }],
  'an API token': [
    'pipedrive',
    { kind: 'token', entered: { company: 'acme', api_token: 'quux-api-token' }, tokens: null },
  ],
  'an API token that no header can have': [
    'pipedrive',
    { kind: 'token', entered: { company: 'acme', api_token: 'quux\napi' }, tokens: null },
  ],
  'a consumer secret': [
    'salesforce',
    {
      kind: 'token',
      entered: { my_domain: 'acme', consumer_key: 'quux-key', consumer_secret: 'quux-secret' },
      tokens: null,
    },
  ],
};

/** A provider that repeats what it got, as an error page might. */
const echoing =
  (status: number) =>
  (request: { headers: object; body: unknown }): FakeAnswer => ({
    status,
    json: { error: 'invalid_grant', message: JSON.stringify([request.headers, request.body]) },
  });

test.each(
  Object.keys(kinds).flatMap((kind) => [400, 401, 500].map((status) => [kind, status] as const)),
)(
  'the log of a worker never contains the credentials (%s, an answer with %i)',
  async (kind, status) => {
    const server = new FakeServer(echoing(status));
    await server.listen();
    const { lines, loop } = startLoop(server.url);
    onTestFinished(async () => {
      await loop.stop(5_000);
      await server.close();
    });
    const [provider = 'hubspot', access] = kinds[kind] ?? [];
    const team = await makeTeam(api());
    const id = await insertConnection(team, { provider, access: null });
    const owner = { tenantId: team.tenantId, id, provider };
    await api().sql.query(
      'update crm_connection set credentials = $2, next_sync_at = now() where id = $1',
      [id, access && sealAccess(crmKey, owner, access)],
    );
    loop.wake();
    const row = async () =>
      (await api().sql.query('select * from crm_connection where id = $1', [id])).rows[0];
    await until('the failure', async () => (await row()).failed_for, 60_000);
    await loop.stop(5_000);
    const { rows: runs } = await api().sql.query(
      'select * from crm_sync_run where connection_id = $1',
      [id],
    );
    expect(runs).toMatchObject([{ status: 'failed' }]);
    expect(lines.join('')).toContain(id);
    expect(lines.join('') + JSON.stringify([runs, await row()])).not.toContain('quux');
  },
);

test('an address that is no longer allowed is named in the log, and nothing is sent', async () => {
  const server = new FakeServer(echoing(500));
  await server.listen();
  const { lines, loop } = startLoop(server.url);
  onTestFinished(async () => {
    await loop.stop(5_000);
    await server.close();
  });
  const team = await makeTeam(api());
  const entered = { my_domain: 'acme', consumer_key: 'quux-key', consumer_secret: 'quux-secret' };
  // The operator's address was another one when the token was given.
  const access: Access = {
    kind: 'token',
    entered,
    tokens: { ...tokens, host: 'http://127.0.0.1:1' },
  };
  const id = await insertConnection(team, { provider: 'salesforce', access });
  loop.wake();
  const runs = async () =>
    (await api().sql.query('select * from crm_sync_run where connection_id = $1', [id])).rows;
  await until('the failure', async () => (await runs())[0]?.failed_for, 60_000);
  await loop.stop(5_000);
  expect(await runs()).toMatchObject([{ failure: { code: 'foreign_host' } }]);
  expect(server.count()).toBe(0);
  const named = lines.filter((line) => line.includes('address of a CRM is not allowed'));
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(id);
});

function startLoop(url: string) {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => lines.push(line) });
  const pool = createPool(api().database.url, { max: 4, name: 'crm', log, byIndex: true });
  const config = crmAt(url, client);
  const network = networkOf(config);
  const connectors = new Map<string, ReturnType<SyncDeps['connectorOf']>>([
    ['hubspot', hubspotConnector(config.hubspot)],
    ['pipedrive', pipedriveConnector(config.pipedrive)],
    ['salesforce', salesforceConnector(config.salesforce)],
  ]);
  const clock = { now: () => performance.now(), wait: async () => undefined, random: () => 0.5 };
  const sync: SyncDeps = {
    pool,
    log,
    accessKey: crmKey,
    connectorOf: (provider) => connectors.get(provider) ?? null,
    openApi: (connector, access, options) =>
      new CrmHttp({ connector, network, access, clock, ...options }),
    loadObjections: async () => findWords,
  };
  onTestFinished(async () => {
    await network.close();
    await pool.end();
  });
  return { lines, loop: new SyncLoop({ pool, outgoing: Outgoing.opened(), log, sync }) };
}
