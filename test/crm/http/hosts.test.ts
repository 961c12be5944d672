import { expect, test } from 'vitest';
import { accountBase, accountHost } from '../../../src/crm/http/crm-hosts.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { clientOf, crmAt, networkOf, noCrm } from '../harness/crm-client.ts';

const hostile = [
  'pipedrive.com',
  'evil.example',
  'acme.pipedrive.com.evil.example',
  'acme.pipedrive.com:8443',
  'acme.pipedrive.com/x',
  'acme.pipedrive.com@evil.example',
  'evil.example#.pipedrive.com',
  'evil.example/.pipedrive.com',
  'a.b.pipedrive.com',
  '-a.pipedrive.com',
  'acme.pipedrive.com.',
  'acme.pipedrive.com\n',
  'acmé.pipedrive.com',
  'acme.pipedrivе.com',
  'xpipedrive.com',
  'http://acme.pipedrive.com',
  '127.0.0.1',
  '169.254.169.254',
  'localhost',
  '',
];

test.each(hostile)(
  '%j is no host of Pipedrive, even if the operator has set another server',
  (named) => {
    const own = { ...noCrm, baseUrl: 'http://127.0.0.1:9' };
    for (const config of [noCrm, own]) {
      expect(() => accountBase('pipedrive', named, config)).toThrow('foreign_host');
    }
  },
);

test.each([
  'acme.my.salesforce.com.evil.example',
  'acme.salesforce.com',
  'a.evil.my.salesforce.com',
  'acme.sandbox.evil.salesforce.com',
])('%s is no host of Salesforce', (named) => {
  expect(accountHost('salesforce', named)).toBeNull();
});

test.each([
  ['pipedrive', 'Acme-1.pipedrive.com', 'https://acme-1.pipedrive.com'],
  ['pipedrive', 'https://acme.pipedrive.com/', 'https://acme.pipedrive.com'],
  ['salesforce', 'acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
  [
    'salesforce',
    'acme--uat.sandbox.my.salesforce.com',
    'https://acme--uat.sandbox.my.salesforce.com',
  ],
  [
    'salesforce',
    'acme-dev-ed.develop.my.salesforce.com',
    'https://acme-dev-ed.develop.my.salesforce.com',
  ],
] as const)('a host of %s is accepted: %s', (provider, named, base) => {
  expect(accountBase(provider, named, noCrm)).toBe(base);
});

test("the operator's own server replaces every host, and token answers may name it", () => {
  const own = { ...noCrm, baseUrl: 'http://127.0.0.1:9/proxy' };
  expect(accountBase('pipedrive', 'acme.pipedrive.com', own)).toBe(own.baseUrl);
  expect(accountBase('pipedrive', 'http://127.0.0.1:9', own)).toBe(own.baseUrl);
});

test.each([
  ['a private address', ['10.0.0.8']],
  ['the address of the cloud', ['169.254.169.254']],
  ['one public and one private address', ['93.184.215.14', '127.0.0.1']],
])('no request goes to a provider whose name leads to %s', async (_, addresses) => {
  const network = networkOf(crmAt(null), { resolve: async () => addresses });
  const connector = hubspotConnector(noCrm);
  const { http } = clientOf({ connector, network });
  await expect(http.send({ path: '/x' })).rejects.toMatchObject({
    reason: 'contract',
    facts: { code: 'target_blocked' },
  });
  await network.close();
});

test('a name that no name server knows means that the provider is unavailable', async () => {
  const network = networkOf(crmAt(null));
  const { http } = clientOf({ connector: hubspotConnector(noCrm), network });
  await expect(http.send({ path: '/x' })).rejects.toMatchObject({
    reason: 'unavailable',
    facts: { code: 'dns_error' },
  });
  await network.close();
});
