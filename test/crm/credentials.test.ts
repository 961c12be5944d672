import { expect, test } from 'vitest';
import { hintOf, openAccess, sealAccess } from '../../src/crm/access.ts';
import type { Access } from '../../src/crm/connector.ts';
import { hubspotConnector } from '../../src/crm/hubspot/connector.ts';
import { pipedriveConnector } from '../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../src/crm/salesforce/connector.ts';
import { crmKey } from './harness/connection.ts';
import { noCrm } from './harness/crm-client.ts';

const key = 'k'.repeat(40);
test.each([
  [hubspotConnector(noCrm), { access_token: 'pat-eu1-0123456789-abcd' }, 'abcd'],
  [pipedriveConnector(noCrm), { company: 'acme-gmbh', api_token: 'abcdefghijklmnop1234' }, '1234'],
  [pipedriveConnector(noCrm), { api_token: 'abcdefghijklmnop1234', company: 'acme-gmbh' }, '1234'],
  [
    salesforceConnector(noCrm),
    { consumer_secret: 'secret-0123456789-wxyz', consumer_key: key, my_domain: 'acme' },
    'wxyz',
  ],
  [pipedriveConnector(noCrm), { company: 'acme-gmbh-and-co', api_token: 'short-1234' }, ''],
])('the hint is the end of the secret, whatever else was entered (%#)', (connector, input, end) => {
  const entered = connector.form.parse(input);
  expect(hintOf(connector, { kind: 'token', entered, tokens: null })).toBe(end);
});

const access: Access = { kind: 'token', entered: { access_token: 'a secret' }, tokens: null };
const owner = { tenantId: 'ten_1', id: 'con_1', provider: 'hubspot' };

test.each([
  ['team', { ...owner, tenantId: 'ten_2' }],
  ['connection', { ...owner, id: 'con_2' }],
  ['provider', { ...owner, provider: 'pipedrive' }],
])('credentials of one %s cannot be opened for another', (_, other) => {
  const sealed = sealAccess(crmKey, owner, access);
  expect(openAccess(crmKey, owner, sealed)).toEqual(access);
  expect(() => openAccess(crmKey, other, sealed)).toThrow();
});
