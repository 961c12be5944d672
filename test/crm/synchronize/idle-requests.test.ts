import { expect, onTestFinished, test } from 'vitest';
import type { Access, CrmConnector } from '../../../src/crm/connector.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import type { SyncCause } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from '../harness/connection.ts';
import { clientOf, crmAt, fakeConfig, networkOf, tokenAccess } from '../harness/crm-client.ts';
import { FakeHubspot } from '../harness/fake-hubspot.ts';
import { FakePipedrive } from '../harness/fake-pipedrive.ts';
import { FakeSalesforce } from '../harness/fake-salesforce.ts';
import type { FakeServer } from '../harness/fake-server.ts';

const api = useApi();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Twenty minutes past an hour. */
const start = Date.now() - (Date.now() % HOUR) + 20 * MINUTE;
const before = start - 3 * HOUR;

type Account = { server: FakeServer; connector: CrmConnector; access: Access };

async function hubspot(): Promise<Account> {
  const fake = await FakeHubspot.start();
  fake.server.clock.stands = before;
  fake.addNote([fake.addDeal({ dealname: 'Deal', dealstage: 'new' })], 'price');
  const [token = ''] = fake.tokens;
  const connector = hubspotConnector(fakeConfig(fake.url));
  return { server: fake.server, connector, access: tokenAccess(token) };
}

async function pipedrive(): Promise<Account> {
  const fake = await FakePipedrive.start();
  fake.clock.stands = before;
  fake.addNote({ dealId: Number(fake.addDeal().id), content: 'price' });
  fake.addDeal({ isArchived: true });
  const entered = { api_token: fake.apiToken, company: 'acme' };
  const connector = pipedriveConnector(fakeConfig(fake.url));
  return { server: fake.server, connector, access: { kind: 'token', entered, tokens: null } };
}

async function salesforce(): Promise<Account> {
  const fake = await FakeSalesforce.start();
  fake.clock.stands = before;
  fake.oauth.accessLifeMs = 24 * HOUR;
  const deal = fake.addDeal().id;
  fake.add('Task', { WhatId: deal, Description: 'price' });
  const note = fake.add('ContentNote', { TextPreview: 'price' }).id;
  fake.add('ContentDocumentLink', { ContentDocumentId: note, LinkedEntityId: deal });
  const { access: access_token } = fake.oauth.grant();
  const tokens = { access_token, refresh_token: 'r', expires_at: null, host: fake.url };
  const connector = salesforceConnector(fakeConfig(fake.url));
  return { server: fake.server, connector, access: { kind: 'oauth', tokens } };
}

/** Synchronizes at these times, and returns the requests of each run. Only the first run reads the reference data. */
async function requestsAt(
  { server, connector, access }: Account,
  runs: readonly { at: number; cause: SyncCause }[],
): Promise<string[][]> {
  onTestFinished(() => server.close());
  const network = networkOf(crmAt(server.url));
  onTestFinished(() => network.close());
  const { provider } = connector;
  const team = await makeTeam(api());
  const settings = { notes: true };
  const id = await insertConnection(team, { provider, access, settings });
  const deps = {
    ...depsWith(api().pool, connector),
    openApi: (...[requested, with_, options]: Parameters<ReturnType<typeof depsWith>['openApi']>) =>
      clientOf({ connector: requested, network, access: with_, ...options }).http,
  };
  const requests: string[][] = [];
  for (const { at, cause } of runs) {
    server.clock.stands = at;
    server.requests.length = 0;
    const claim = await claimNow(team, api().pool, id);
    const claimedAt = new Date(at);
    const text = 'update crm_fields set read_at = $2 where connection_id = $1';
    await api().sql.query(text, [id, claimedAt]);
    const claimed = { ...claim, claimedAt, cause };
    expect(await synchronize(deps, claimed, allTheTime)).toBe('ok');
    requests.push(server.requests.map(({ method, path }) => `${method} ${path}`));
  }
  const { rows } = await api().sql.query(
    'select count(*)::integer as said from crm_objection where connection_id = $1',
    [id],
  );
  expect(rows[0]?.said).toBeGreaterThan(0);
  return requests;
}

const idle = [
  { at: start, cause: 'first' },
  { at: start + 5 * MINUTE, cause: 'schedule' },
  { at: start + 10 * MINUTE, cause: 'schedule' },
] as const;

test('without a change, a run with HubSpot sends one request for each stream', async () => {
  const [, ...others] = await requestsAt(await hubspot(), idle);
  const searches = ['deals', 'notes'].map((name) => expect.stringMatching(`${name}/search$`));
  expect(others).toEqual([searches, searches]);
});

test('without a change, a run with Salesforce sends one request for each stream', async () => {
  const [, ...others] = await requestsAt(await salesforce(), idle);
  const each = [expect.stringMatching('GET .*/queryAll$'), expect.stringMatching('/composite$')];
  expect(others).toEqual([each, each]);
});

test('without a change, a run with Pipedrive sends one request for each stream, and one more each full hour', async () => {
  const [, ...others] = await requestsAt(await pipedrive(), [
    ...idle,
    { at: start + 39 * MINUTE, cause: 'schedule' },
    // The window that ends with the hour itself reads the archive: none that follows would.
    { at: start + 40 * MINUTE, cause: 'schedule' },
    { at: start + 46 * MINUTE, cause: 'schedule' },
    { at: start + 51 * MINUTE, cause: 'person' },
  ]);
  const deals = 'GET /api/v2/deals';
  const notes = 'GET /api/v1/notes';
  const archived = 'GET /api/v2/deals/archived';
  expect(others).toEqual([
    [deals, notes],
    [deals, notes],
    [deals, notes],
    [deals, archived, notes],
    [deals, notes],
    // A person has asked for this run, and waits for its result.
    [deals, archived, notes],
  ]);
});
