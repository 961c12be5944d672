import type { CrmApi } from '../../../src/crm/crm-api.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { FakePipedrive } from './fake-pipedrive.ts';
import { accountAt } from './provider-account.ts';

const account = accountAt({
  start: () => FakePipedrive.start(),
  connectorOf: pipedriveConnector,
  accessOf: ({ apiToken }) => ({
    kind: 'token',
    entered: { api_token: apiToken, company: 'acme' },
    tokens: null,
  }),
});

export const { connector, byToken, connect, read, lastHour, waits } = account;
export let fake: FakePipedrive;
export let api: CrmApi;

/** Makes a provider for each test of the file. */
export function usePipedrive(): void {
  account.forEach((started) => {
    ({ fake, api } = started);
  });
}
