import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { Access, CrmConnector, Tokens } from '../../../src/crm/connector.ts';
import type { CrmConfig } from '../../../src/crm/crm-config.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import { DAY_MS } from '../../../src/shared/time/durations.ts';
import { fakeConfig, useCrmApi } from '../harness/crm-client.ts';
import { FakePipedrive } from '../harness/fake-pipedrive.ts';
import { FakeSalesforce } from '../harness/fake-salesforce.ts';
import { readWindow } from '../harness/read-window.ts';

const apis = useCrmApi();
const fakes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await apis.close();
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

const started = async <Fake extends { close(): Promise<void> }>(fake: Promise<Fake>) => {
  fakes.push(await fake);
  return await fake;
};

/** The settings of an operator who names no base URL, so that the real providers are called. */
const real: CrmConfig = {
  client: { id: 'id', secret: 'secret' },
  baseUrl: null,
  oauthUrl: null,
};

const hostile = (provider: string) => [
  `acme.${provider}.evil.example`,
  `evil.example/.${provider}`,
  `evil.example#.${provider}`,
  `evil.example?.${provider}`,
  `evil.example\\.${provider}`,
  `evil.example:443/.${provider}`,
  `evil.example@acme.${provider}`,
  `user:word@acme.${provider}`,
  `acme.${provider}:8443`,
  `acme.${provider}/path`,
  `acme.${provider}.`,
  `.${provider}`,
  `a.b.c.${provider}`,
  `evil${provider}`,
  `acme。${provider}`,
  `ácme.${provider}`,
  `acme%2eevil.${provider}`,
  `acme.${provider}\nevil.example`,
  ` \t`,
  `http://acme.${provider}`,
  `https://https://acme.${provider}`,
  '127.0.0.1',
  'http://169.254.169.254',
  '[::1]',
];

const reasonOf = (run: () => unknown) => {
  try {
    run();
    return null;
  } catch (error) {
    return error instanceof CrmFailure ? error.reason : error;
  }
};

const tokens = (host: string | null): Tokens => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_at: null,
  host,
});

test.each(hostile('pipedrive.com'))('no request goes to the company or api_domain %j', (host) => {
  const connector = pipedriveConnector(real);
  const api_token = 't'.repeat(40);
  expect(connector.form.safeParse({ company: host, api_token }).success).toBe(false);
  const entered = { company: host, api_token };
  expect(reasonOf(() => connector.target({ kind: 'token', entered, tokens: null }))).toBe(
    'contract',
  );
  expect(reasonOf(() => connector.target({ kind: 'oauth', tokens: tokens(host) }))).toBe(
    'contract',
  );
});

test.each(hostile('my.salesforce.com'))(
  'no request goes to the my_domain or instance_url %j',
  (host) => {
    const connector = salesforceConnector(real);
    const entered = {
      my_domain: host,
      consumer_key: 'k'.repeat(40),
      consumer_secret: 's'.repeat(40),
    };
    expect(connector.form.safeParse(entered).success).toBe(false);
    const access: Access = { kind: 'token', entered, tokens: null };
    expect(reasonOf(() => connector.target(access))).toBe('contract');
    expect(reasonOf(() => connector.tokenServer(access))).toBe('contract');
    const oauth: Access = { kind: 'oauth', tokens: tokens(host) };
    expect(reasonOf(() => connector.target(oauth))).toBe('contract');
    const acme = { ...entered, my_domain: 'acme' };
    const stolen: Access = { kind: 'token', entered: acme, tokens: tokens(host) };
    expect(reasonOf(() => connector.target(stolen))).toBe('contract');
  },
);

test.each([
  ['acme', 'https://acme.pipedrive.com'],
  ['Acme.Pipedrive.com', 'https://acme.pipedrive.com'],
  ['https://acme.pipedrive.com/', 'https://acme.pipedrive.com'],
])('the company %s is %s', (company, base) => {
  const connector = pipedriveConnector(real);
  const entered = connector.form.parse({ company, api_token: 't'.repeat(40) });
  expect(connector.target({ kind: 'token', entered, tokens: null }).baseUrl).toBe(base);
});

test.each([
  ['acme', 'acme'],
  ['ACME.my.salesforce.com', 'acme'],
  ['https://acme.lightning.force.com/', 'acme'],
  ['acme--test.sandbox.my.salesforce.com', 'acme--test.sandbox'],
  ['acme--test.sandbox.lightning.force.com', 'acme--test.sandbox'],
  ['acme-dev-ed.develop.my.salesforce.com', 'acme-dev-ed.develop'],
])('the My Domain %s is that of %s', (my_domain, name) => {
  const connector = salesforceConnector(real);
  const keys = { consumer_key: 'k'.repeat(40), consumer_secret: 's'.repeat(40) };
  const entered = connector.form.parse({ my_domain, ...keys });
  const base = `https://${name}.my.salesforce.com`;
  expect(connector.tokenServer({ kind: 'token', entered, tokens: null })).toBe(base);
});

function oauthOf(connector: CrmConnector) {
  if (connector.oauth === null) throw new Error('The connector has no client');
  return connector.oauth;
}

const redirectUri = 'https://app.example/app/crm/callback';

/** What the provider sends back when a person has decided on its page. */
async function consent(
  connector: CrmConnector,
  choice: 'allow' | 'cancel',
  challenge: string | null,
) {
  const url = new URL(oauthOf(connector).consentUrl({ state: 'state-1', redirectUri, challenge }));
  url.searchParams.set('decision', choice);
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

test('Pipedrive: a consent gives tokens, a renewal rotates them, and revoking ends them', async () => {
  const fake = await started(FakePipedrive.start());
  fake.oauth.rotates = true;
  const config = fakeConfig(fake.url);
  const connector = pipedriveConnector(config);
  const oauth = oauthOf(connector);
  const api = apis.make({ connector, config, access: null });
  expect(oauth.pkce).toBe(false);
  const back = await consent(connector, 'allow', null);
  expect(back.get('state')).toBe('state-1');
  const first = await oauth.redeem(api, {
    code: back.get('code') ?? '',
    redirectUri,
    verifier: null,
  });
  expect(first.host).toBe(fake.url);
  expect(Date.parse(first.expires_at ?? '')).toBeGreaterThan(Date.now());
  const second = await oauth.renew(api, first);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await expect(oauth.renew(api, first)).rejects.toMatchObject({ reason: 'auth' });
  const reading = apis.make({ connector, config, access: { kind: 'oauth', tokens: second } });
  fake.addDeal();
  expect((await readWindow({ connector, api: reading })).deals).toHaveLength(1);
  await oauth.revoke(api, second);
  await expect(oauth.renew(api, second)).rejects.toMatchObject({ reason: 'auth' });
});

test('Pipedrive: a cancelled consent comes back as user_denied', async () => {
  const fake = await started(FakePipedrive.start());
  const back = await consent(pipedriveConnector(fakeConfig(fake.url)), 'cancel', null);
  expect([back.get('error'), back.get('code')]).toEqual(['user_denied', null]);
});

test('Salesforce: a consent needs the verifier of its challenge', async () => {
  const fake = await started(FakeSalesforce.start());
  const config = fakeConfig(fake.url);
  const connector = salesforceConnector(config);
  const oauth = oauthOf(connector);
  const api = apis.make({ connector, config, access: null });
  expect(oauth.pkce).toBe(true);
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const codeOf = async () => (await consent(connector, 'allow', challenge)).get('code') ?? '';
  const stolen = oauth.redeem(api, { code: await codeOf(), redirectUri, verifier: 'w'.repeat(43) });
  await expect(stolen).rejects.toMatchObject({ reason: 'auth' });
  const first = await oauth.redeem(api, { code: await codeOf(), redirectUri, verifier });
  expect(first.host).toBe(fake.url);
  const days = (Date.parse(first.expires_at ?? '') - Date.now()) / DAY_MS;
  expect(days, 'renewed before a refresh token of 30 days ends').toBeCloseTo(7, 1);
  const second = await oauth.renew(api, first);
  expect(second.refresh_token).toBe(first.refresh_token);
  fake.oauth.rotates = true;
  const third = await oauth.renew(api, second);
  expect(third.refresh_token).not.toBe(first.refresh_token);
  await oauth.revoke(api, third);
  await expect(oauth.renew(api, third)).rejects.toMatchObject({ reason: 'auth' });
});

test('Salesforce: key and secret give a token of the entered domain, each time they are sent', async () => {
  const fake = await started(FakeSalesforce.start());
  const config = fakeConfig(fake.url);
  const connector = salesforceConnector(config);
  const { key, secret } = fake.keys;
  const entered = { my_domain: 'acme', consumer_key: key, consumer_secret: secret };
  const access: Access = { kind: 'token', entered, tokens: null };
  const api = apis.make({ connector, config, access });
  const tokens = await connector.exchange?.(api, entered);
  expect(tokens).toMatchObject({ host: fake.url, refresh_token: '', expires_at: null });
  const wrong = connector.exchange?.(api, { ...entered, consumer_secret: 'wrong' });
  await expect(wrong).rejects.toMatchObject({ reason: 'auth' });
});

test.each([
  'https://evil.example',
  'https://acme.my.salesforce.com.evil.example',
  'http://127.0.0.1:1',
])(
  'a token answer that names the host %s is refused before any token is sent there',
  async (host) => {
    const salesforce = await started(FakeSalesforce.start());
    salesforce.instanceUrl = host;
    const { key: consumer_key, secret: consumer_secret } = salesforce.keys;
    const entered = { my_domain: 'acme', consumer_key, consumer_secret };
    const config = fakeConfig(salesforce.url);
    const connector = salesforceConnector(config);
    const access: Access = { kind: 'token', entered, tokens: null };
    const exchanged = connector.exchange?.(apis.make({ connector, config, access }), entered);
    await expect(exchanged).rejects.toMatchObject({ reason: 'contract' });

    const pipedrive = await started(FakePipedrive.start());
    pipedrive.apiDomain = host;
    const other = fakeConfig(pipedrive.url);
    const connected = pipedriveConnector(other);
    const code = (await consent(connected, 'allow', null)).get('code') ?? '';
    const api = apis.make({ connector: connected, config: other, access: null });
    const redeemed = oauthOf(connected).redeem(api, { code, redirectUri, verifier: null });
    await expect(redeemed).rejects.toMatchObject({ reason: 'contract' });

    // The answer to a renewal must not be trusted more than the first one.
    const grant = (fake: FakePipedrive | FakeSalesforce): Tokens => {
      const { access, refresh } = fake.oauth.grant();
      return { access_token: access, refresh_token: refresh, expires_at: null, host: fake.url };
    };
    const renewed = oauthOf(connected).renew(api, grant(pipedrive));
    await expect(renewed).rejects.toMatchObject({ reason: 'contract' });
    const of = { connector, config, access: { kind: 'oauth', tokens: grant(salesforce) } } as const;
    const again = oauthOf(connector).renew(apis.make(of), of.access.tokens);
    await expect(again).rejects.toMatchObject({ reason: 'contract' });
  },
);

test.each(['evil.example', 'acme/../..', 'acme.pipedrive.com@evil.example', 'a'.repeat(64), ''])(
  'Pipedrive: deals of a company that names its domain as %j have no link',
  async (domain) => {
    const fake = await started(FakePipedrive.start());
    fake.company.domain = domain;
    const config = fakeConfig(fake.url);
    const connector = pipedriveConnector(config);
    const { access: access_token } = fake.oauth.grant();
    const access: Access = { kind: 'oauth', tokens: { ...tokens(fake.url), access_token } };
    const account = await connector.identify(apis.make({ connector, config, access }));
    expect(account.domain).toBeNull();
    expect(connector.dealUrl(account, '7')).toBeNull();
  },
);

test.each(['https://evil.example/next', '//evil.example/next', '/services/data/v68.0/query/x-2'])(
  'Salesforce: the rest of a page is read behind the last id, not at the locator %s',
  async (locator) => {
    const fake = await started(FakeSalesforce.start());
    fake.locator = locator;
    fake.batch = 2;
    for (let index = 0; index < 5; index++) fake.addDeal();
    const config = fakeConfig(fake.url);
    const connector = salesforceConnector(config);
    const access: Access = {
      kind: 'oauth',
      tokens: { ...tokens(fake.url), access_token: fake.oauth.grant().access },
    };
    const api = apis.make({ connector, config, access });
    expect((await readWindow({ connector, api })).deals).toHaveLength(5);
    expect(new Set(fake.server.requests.map(({ path }) => path))).toEqual(
      new Set(['/services/data/v68.0/queryAll', '/services/data/v68.0/query']),
    );
  },
);
