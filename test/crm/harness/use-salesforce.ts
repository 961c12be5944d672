import type { CrmApi } from '../../../src/crm/crm-api.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import { FakeSalesforce } from './fake-salesforce.ts';
import { accountAt } from './provider-account.ts';

const account = accountAt({
  start: () => FakeSalesforce.start(),
  connectorOf: salesforceConnector,
  accessOf: ({ oauth, url }) => ({
    kind: 'token',
    entered: { my_domain: 'acme', consumer_key: 'k', consumer_secret: 's' },
    tokens: {
      access_token: oauth.grant().access,
      refresh_token: '',
      expires_at: null,
      host: url,
    },
  }),
});

export const { apis, connector, byToken, connect, read, lastHour } = account;
export let fake: FakeSalesforce;
export let api: CrmApi;

/** Makes a provider for each test of the file. */
export function useSalesforce(): void {
  account.forEach((started) => {
    ({ fake, api } = started);
  });
}

export const idsOf = (records: { externalId: string }[]) =>
  records.map(({ externalId }) => externalId);
