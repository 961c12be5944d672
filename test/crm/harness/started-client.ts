import { afterEach } from 'vitest';
import type { CrmHttpOptions } from '../../../src/crm/http/crm-http.ts';
import { clientOf, crmAt, networkOf, tokenAccess } from './crm-client.ts';
import { type FakeHandler, FakeServer } from './fake-server.ts';

/** A server of the test and a client that asks it. Both end with the test. */
export function useClient() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  return async function startedWith(
    handler: FakeHandler = () => ({ status: 200, json: { good: true } }),
    options: Partial<CrmHttpOptions> = {},
  ) {
    const server = new FakeServer(handler);
    await server.listen();
    const network = networkOf(crmAt(server.url));
    open.push(server, network);
    const connector: CrmHttpOptions['connector'] = {
      requestsPerSecond: 1000,
      target: (access) => ({
        baseUrl: server.url,
        headers: {
          authorization: `Bearer ${access.kind === 'token' ? access.entered.access_token : access.tokens.access_token}`,
        },
      }),
      tokenServer: () => server.url,
      explain: () => null,
      limits: () => ({ left: null, perSecond: null }),
      ...options.connector,
    };
    const access = tokenAccess(secret);
    const { http, waits, clock } = clientOf({ network, access, ...options, connector });
    /** Waits beside the pace. */
    const longWaits = () => waits.filter((ms) => ms > 10);
    return { server, http, longWaits, waits, clock };
  };
}

export const secret = 'secret-access-token-1';
