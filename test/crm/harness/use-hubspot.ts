import { afterEach } from 'vitest';
import type { CrmHttpOptions } from '../../../src/crm/http/crm-http.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { clientOf, crmAt, networkOf } from './crm-client.ts';
import { FakeHubspot } from './fake-hubspot.ts';

/** Makes a HubSpot for each test, with a connector and a client for it. */
export function useHubspot() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
  return async (options: Partial<CrmHttpOptions> = {}) => {
    const fake = await FakeHubspot.start();
    const crm = crmAt(fake.url, fake.oauth.client);
    const network = networkOf(crm);
    open.push(fake, network);
    const connector = hubspotConnector(crm.hubspot);
    const { http, waits } = clientOf({ connector, network, ...options });
    const newClient = (more: Partial<CrmHttpOptions>) => clientOf({ connector, network, ...more });
    return { fake, connector, network, api: http, waits, newClient };
  };
}
