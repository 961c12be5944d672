import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../../harness/api.ts';
import { codeOf, errorOf, makeSession } from '../../harness/app.ts';
import { makeTeam } from '../../harness/team.ts';
import { FakeHubspot } from '../harness/fake-hubspot.ts';

// These connections use HubSpot's connector, over HTTP, with a fake HubSpot.
const token = 'pat-eu1-fake-token-0001';
const hubspot = 'hubspot' as const;
let fake: FakeHubspot;
let api: TestApi;

beforeAll(async () => {
  fake = await FakeHubspot.start();
  const { id, secret } = fake.oauth.client;
  const env = {
    HUBSPOT_BASE_URL: fake.url,
    HUBSPOT_OAUTH_URL: fake.url,
    HUBSPOT_CLIENT_ID: id,
    HUBSPOT_CLIENT_SECRET: secret,
  };
  api = await TestApi.start({ env, asksCrms: true });
});
afterAll(async () => {
  await api.stop();
  await fake.close();
});

async function aBrowser() {
  const team = await makeTeam(api);
  return { team, browser: await makeSession(team, team.owner) };
}

/** What a person's browser does on the consent page. */
async function decide(url: string, decision: 'allow' | 'cancel') {
  const page = new URL(url);
  page.searchParams.set('decision', decision);
  const { headers, status } = await fetch(page, { redirect: 'manual' });
  expect(status).toBe(302);
  const back = new URL(headers.get('location') ?? '');
  expect(back.pathname).toBe('/app/crm/callback');
  const input = Object.fromEntries(back.searchParams);
  const { state = '', code, error } = input;
  return { state, ...(code ? { code } : {}), ...(error ? { error } : {}) };
}

test('a token connects the account to which it belongs', async () => {
  const { browser } = await aBrowser();
  const credentials = { access_token: token };
  const made = await browser.app.crm.connect.mutate({ provider: hubspot, credentials });
  expect(made).toMatchObject({ account_id: '1234567', access: { last_four: '0001' } });
  const input = { connection_id: made.id };
  const shown = await browser.app.crm.getConnection.query(input);
  expect(shown).toMatchObject({ currency: 'EUR', time_zone: 'Europe/Berlin' });
});

test('a token that HubSpot does not know is refused in words', async () => {
  const { browser } = await aBrowser();
  const credentials = { access_token: 'pat-eu1-fake-token-9999' };
  const error = await errorOf(browser.app.crm.connect.mutate({ provider: hubspot, credentials }));
  expect(error).toMatchObject({ code: 'validation_error', field: 'credentials' });
  expect(error.explanation).toContain('nimmt diese Zugangsdaten nicht an');
  expect(api.logLines.join('')).not.toContain('9999');
});

test('a permission that is missing is named', async () => {
  const { browser } = await aBrowser();
  fake.missingScopes.add('crm.objects.owners.read');
  const credentials = { access_token: token };
  const error = await errorOf(browser.app.crm.connect.mutate({ provider: hubspot, credentials }));
  fake.missingScopes.clear();
  expect(error.explanation).toContain('crm.objects.owners.read');
});

test('the consent page leads to a connection, and cancelling leads to none', async () => {
  const { browser } = await aBrowser();
  const { app } = browser;
  const begin = async () => (await app.crm.beginOAuth.mutate({ provider: hubspot })).url;
  const cancelled = await errorOf(
    app.crm.finishOAuth.mutate(await decide(await begin(), 'cancel')),
  );
  expect(cancelled.explanation).toContain('abgebrochen');
  const made = await app.crm.finishOAuth.mutate(await decide(await begin(), 'allow'));
  expect(made).toMatchObject({ account_id: '1234567', access: { kind: 'oauth', last_four: '' } });
  const again = await decide(await begin(), 'allow');
  expect(await codeOf(app.crm.finishOAuth.mutate(again))).toBe('conflict');
});

test('a HubSpot that hangs is refused in time, and holds no database connection meanwhile', async () => {
  const { browser, team } = await aBrowser();
  fake.server.plan({ fault: { kind: 'hang' }, times: 100 });
  const credentials = { access_token: token };
  const startedAt = performance.now();
  const call = errorOf(browser.app.crm.connect.mutate({ provider: hubspot, credentials }));
  const other = await makeSession(team, team.owner);
  await other.app.crm.connections.query({});
  const { rows } = await api.sql.query<{ open: number }>(
    `select count(*)::integer as open from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows[0]?.open).toBe(0);
  const error = await call;
  fake.server.clearFaults();
  expect(error.code).toBe('conflict');
  expect(error.explanation).toContain('nicht rechtzeitig');
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
