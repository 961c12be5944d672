import { expect, test } from 'vitest';
import { connectionSettings } from '../../src/crm/connection-settings.ts';
import type { PageRequest } from '../../src/crm/connector.ts';
import { hubspotConnector } from '../../src/crm/hubspot/connector.ts';
import { pipedriveConnector } from '../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../src/crm/salesforce/connector.ts';
import { noCrm } from './harness/crm-client.ts';
import type { FakeRequest } from './harness/fake-server.ts';
import { useClient } from './harness/started-client.ts';

const startedWith = useClient();

const request: PageRequest = {
  stream: 'deals',
  window: { since: new Date(0), until: new Date() },
  after: null,
  settings: connectionSettings.parse({}),
  reference: { owners: [], pipelines: [], fields: [] },
};
const records = Array(20_000).fill(0);

test.each([
  [hubspotConnector(noCrm), 'results'],
  [pipedriveConnector(noCrm), 'data'],
  [salesforceConnector(noCrm), 'records'],
])(
  'an answer with more records than any CRM sends is not read: $provider',
  async (connector, field) => {
    const json = { totalSize: 20_000, done: true, [field]: records };
    const { http } = await startedWith(() => ({ status: 200, json }));
    const failure = { reason: 'contract', facts: { field } };
    await expect(connector.read(http, request)).rejects.toMatchObject(failure);
  },
);

const pipedrive = ({ path, query }: FakeRequest) => {
  const next_cursor = query.get('cursor') === 'a' ? 'b' : 'a';
  const isList = path.startsWith('/api/v2/');
  return isList
    ? { data: [], additional_data: { next_cursor } }
    : { data: path.endsWith('/me') ? { company_id: 1 } : [] };
};
const user = { Id: '005000000000001AAA', Name: 'A', Email: 'a@example.com' };
const salesforce = ({ path }: FakeRequest) =>
  path.endsWith('/describe') ? { fields: [] } : { totalSize: 1, done: false, records: [user] };

test.each([
  [pipedriveConnector(noCrm), pipedrive],
  [salesforceConnector(noCrm), salesforce],
])(
  'lists of the account whose pages repeat come to an end: $provider',
  async (connector, answer) => {
    const { server, http } = await startedWith((asked) => ({ status: 200, json: answer(asked) }));
    await expect(connector.reference(http)).rejects.toMatchObject({ reason: 'contract' });
    expect(server.count()).toBeLessThan(210);
  },
);
