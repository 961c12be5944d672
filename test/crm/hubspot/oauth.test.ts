import { expect, test } from 'vitest';
import type { OAuth, Tokens } from '../../../src/crm/connector.ts';
import { QuotaWait } from '../../../src/crm/crm-failure.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { noCrm } from '../harness/crm-client.ts';
import { useHubspot } from '../harness/use-hubspot.ts';

const start = useHubspot();
const redirectUri = 'https://app.example.com/app/crm/callback';

async function startOAuth() {
  const started = await start({ access: null });
  const { oauth } = started.connector;
  if (!oauth) throw new Error('The connector has no client');
  return { ...started, oauth };
}

/** What a person's browser brings back. It follows the link with this id on the consent page. */
async function decide(oauth: OAuth, choice: 'allow' | 'cancel', state = 'state-1') {
  const page = await fetch(oauth.consentUrl({ state, redirectUri, challenge: null }));
  const html = await page.text();
  const link = new RegExp(`id="${choice}" href="([^"]+)"`).exec(html)?.[1] ?? '';
  const decided = new URL(link.replaceAll('&amp;', '&'), page.url);
  const answer = await fetch(decided, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

type Started = Awaited<ReturnType<typeof startOAuth>>;

async function tokensOf({ oauth, api }: Started): Promise<Tokens> {
  const back = await decide(oauth, 'allow');
  const code = back.searchParams.get('code') ?? '';
  return await oauth.redeem(api, { code, redirectUri, verifier: null });
}

test('without a client of the operator there is no consent', () => {
  expect(hubspotConnector(noCrm).oauth).toBeNull();
});

test('the consent page asks for the scopes that the connector needs, and for those of notes if the account has them', () => {
  const config = { ...noCrm, client: { id: 'id', secret: 'never-in-an-address' } };
  const url = new URL(
    hubspotConnector(config).oauth?.consentUrl({ state: 's', redirectUri, challenge: null }) ?? '',
  );
  expect(url.origin + url.pathname).toBe('https://app.hubspot.com/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'id',
    redirect_uri: redirectUri,
    scope: 'oauth crm.objects.deals.read crm.objects.owners.read crm.schemas.deals.read',
    optional_scope: 'crm.objects.contacts.read',
    state: 's',
  });
  expect(url.href).not.toContain('never-in-an-address');
});

test('a consent gives a state and a code, and the code gives tokens that open the account', async () => {
  const started = await startOAuth();
  const { fake, connector, oauth, api, newClient } = started;
  fake.server.clock.stands = Date.parse('2026-11-20T10:00:00Z');
  const back = await decide(oauth, 'allow', 'state-7');
  expect(back.searchParams.get('state')).toBe('state-7');
  const code = back.searchParams.get('code') ?? '';
  const tokens = await oauth.redeem(api, { code, redirectUri, verifier: null });
  expect(tokens).toMatchObject({ expires_at: '2026-11-20T10:30:00.000Z', host: null });
  const { http } = newClient({ access: { kind: 'oauth', tokens } });
  expect((await connector.identify(http)).id).toBe('1234567');
  // A second use of the code is refused.
  await expect(oauth.redeem(api, { code, redirectUri, verifier: null })).rejects.toMatchObject({
    reason: 'auth',
  });
});

test('a cancelled consent gives the state and an error, and no code', async () => {
  const { oauth } = await startOAuth();
  const { searchParams } = await decide(oauth, 'cancel');
  expect(searchParams.get('error')).toBe('access_denied');
  expect(searchParams.get('state')).toBe('state-1');
  expect(searchParams.get('code')).toBeNull();
});

test.each([true, false])('a renewal gives new tokens, with rotation: %s', async (rotates) => {
  const started = await startOAuth();
  started.fake.oauth.rotates = rotates;
  const first = await tokensOf(started);
  const renewed = await started.oauth.renew(started.api, first);
  expect(renewed.access_token).not.toBe(first.access_token);
  expect(renewed.refresh_token === first.refresh_token).toBe(!rotates);
  // A rotation ends the former refresh token.
  const again = started.oauth.renew(started.api, first);
  if (rotates) await expect(again).rejects.toMatchObject({ reason: 'auth' });
  else expect((await again).refresh_token).toBe(first.refresh_token);
});

test('an access token that ends in the middle of a run is renewed, and the request is repeated', async () => {
  const started = await startOAuth();
  const { fake, connector, oauth, api, newClient } = started;
  const tokens = await tokensOf(started);
  const { http } = newClient({
    access: { kind: 'oauth', tokens },
    onRefused: async () => ({ kind: 'oauth', tokens: await oauth.renew(api, tokens) }),
  });
  await connector.reference(http);
  fake.oauth.expireAccess();
  expect((await connector.reference(http)).owners).toHaveLength(3);
});

test('tokens that the customer has withdrawn are a lost sign-in', async () => {
  const started = await startOAuth();
  const tokens = await tokensOf(started);
  started.fake.oauth.revokeAll();
  await expect(started.oauth.renew(started.api, tokens)).rejects.toMatchObject({ reason: 'auth' });
});

test('an expired refresh token is a lost sign-in once the last access token has ended, and not before', async () => {
  const started = await startOAuth();
  const { fake, connector, oauth, api, newClient } = started;
  const tokens = await tokensOf(started);
  fake.oauth.expireRefresh();
  const { http } = newClient({
    access: { kind: 'oauth', tokens },
    onRefused: async () => ({ kind: 'oauth', tokens: await oauth.renew(api, tokens) }),
  });
  expect((await connector.reference(http)).owners).toHaveLength(3);
  fake.oauth.expireAccess();
  await expect(connector.reference(http)).rejects.toMatchObject({ reason: 'auth' });
});

test('a token server that asks for a pause is no lost sign-in', async () => {
  const started = await startOAuth();
  const tokens = await tokensOf(started);
  const answer = { status: 429, json: { policyName: 'DAILY', errorType: 'RATE_LIMIT' } };
  started.fake.server.plan({ fault: { kind: 'answer', answer }, on: /token/ });
  await expect(started.oauth.renew(started.api, tokens)).rejects.toBeInstanceOf(QuotaWait);
});

test("a client that HubSpot does not know is the operator's fault, and no lost sign-in", async () => {
  const started = await startOAuth();
  const tokens = await tokensOf(started);
  started.fake.oauth.client = { id: 'fake-client', secret: 'another secret' };
  await expect(started.oauth.renew(started.api, tokens)).rejects.toMatchObject({
    reason: 'internal',
    facts: { code: 'invalid_client' },
  });
});

test('a renewal whose answer is lost is not repeated, and HubSpot counts as unavailable', async () => {
  const started = await startOAuth();
  const tokens = await tokensOf(started);
  started.fake.server.plan({ fault: { kind: 'lose' }, on: /oauth/ });
  const before = started.fake.server.count(/token/);
  await expect(started.oauth.renew(started.api, tokens)).rejects.toMatchObject({
    reason: 'unavailable',
  });
  expect(started.fake.server.count(/token/) - before).toBe(1);
});

test('revoking ends the tokens, and may be repeated', async () => {
  const started = await startOAuth();
  const tokens = await tokensOf(started);
  await started.oauth.revoke(started.api, tokens);
  expect(started.fake.oauth.isRevoked(tokens.refresh_token)).toBe(true);
  await started.oauth.revoke(started.api, tokens);
});

test.each([
  ['no access token', { refresh_token: 'r', expires_in: 1800 }],
  ['no refresh token at all', { access_token: 'a', expires_in: 1800 }],
  ['a token with a line break', { access_token: 'a\r\nx: 1', refresh_token: 'r', expires_in: 1 }],
])('a token answer with %s is refused', async (_, json) => {
  const { fake, oauth, api } = await startOAuth();
  fake.server.plan({ fault: { kind: 'answer', answer: { status: 200, json } } });
  await expect(oauth.redeem(api, { code: 'c', redirectUri, verifier: null })).rejects.toMatchObject(
    { reason: 'contract' },
  );
});

test('a host in a token answer changes nothing: HubSpot has only one', async () => {
  const started = await startOAuth();
  const json = {
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 1800,
    api_domain: 'https://evil.example',
    instance_url: 'https://evil.example',
  };
  started.fake.server.plan({ fault: { kind: 'answer', answer: { status: 200, json } } });
  const tokens = await tokensOf(started).catch(() => null);
  const redeemed = tokens ?? (await tokensOf(started));
  const target = started.connector.target({ kind: 'oauth', tokens: redeemed });
  expect(target.baseUrl).toBe(started.fake.url);
  expect(redeemed.host).toBeNull();
});
