import { afterEach, expect, test } from 'vitest';
import type { CrmConnector, Tokens } from '../../src/crm/connector.ts';
import type { CrmConfig } from '../../src/crm/crm-config.ts';
import { pipedriveConnector } from '../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../src/crm/salesforce/connector.ts';
import { fakeConfig, useCrmApi } from './harness/crm-client.ts';
import { type FakeAnswer, FakeServer } from './harness/fake-server.ts';

const apis = useCrmApi();
const servers: FakeServer[] = [];
afterEach(async () => {
  await apis.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const former: Tokens = { access_token: 'a', refresh_token: 'r', expires_at: null, host: null };
const code = { code: 'c', redirectUri: 'https://app.example/back', verifier: null };

async function refusing(answer: FakeAnswer, connectorOf: (config: CrmConfig) => CrmConnector) {
  const server = new FakeServer(() => answer);
  await server.listen();
  servers.push(server);
  const config = fakeConfig(server.url);
  const connector = connectorOf(config);
  const { oauth, exchange } = connector;
  if (!oauth) throw new Error('The connector has no client');
  const entered = { my_domain: 'acme', consumer_key: 'k', consumer_secret: 's' };
  const access = { kind: 'token' as const, entered, tokens: null };
  const ofAccount = apis.make({ connector, config, access });
  const api = apis.make({ connector, config, access: null });
  return {
    renew: () => oauth.renew(api, former),
    redeem: () => oauth.redeem(api, code),
    exchange: () => exchange?.(ofAccount, entered),
  };
}

const connectors = [
  ['Pipedrive', pipedriveConnector],
  ['Salesforce', salesforceConnector],
] as const;
const refusals: [string, FakeAnswer][] = [
  ['400 invalid_client', { status: 400, json: { error: 'invalid_client' } }],
  ['400 unauthorized_client', { status: 400, json: { error: 'unauthorized_client' } }],
  ['401 invalid_client', { status: 401, json: { error: 'invalid_client' } }],
  ['401 without a body', { status: 401 }],
];
const cases = connectors.flatMap(([name, connectorOf]) =>
  refusals.map(([what, answer]) => [name, what, connectorOf, answer] as const),
);

test.each(cases)(
  "if %s refuses the operator's client with %s, it is a fault of the service, and no lost sign-in",
  async (_, __, connectorOf, answer) => {
    const { renew, redeem } = await refusing(answer, connectorOf);
    const fault = { reason: 'internal', facts: { code: 'invalid_client' } };
    await expect(renew()).rejects.toMatchObject(fault);
    await expect(redeem()).rejects.toMatchObject(fault);
    expect(String(await redeem().catch(String))).not.toContain('fake-client-secret');
  },
);

test.each(refusals)(
  "if Salesforce refuses a customer's key with %s, it is a lost sign-in",
  async (_, answer) => {
    const { exchange } = await refusing(answer, salesforceConnector);
    await expect(exchange()).rejects.toMatchObject({ reason: 'auth' });
  },
);

test.each(connectors)(
  'if %s refuses an ended token, it is a lost sign-in',
  async (_, connectorOf) => {
    const answer = { status: 400, json: { error: 'invalid_grant' } };
    const { renew } = await refusing(answer, connectorOf);
    await expect(renew()).rejects.toMatchObject({
      reason: 'auth',
      facts: { code: 'invalid_grant' },
    });
  },
);
