import { BlockList } from 'node:net';
import type { Access, CrmConnector } from '../../../src/crm/connector.ts';
import type { CrmConfig, CrmConfigs } from '../../../src/crm/crm-config.ts';
import { CrmHttp, type CrmHttpOptions } from '../../../src/crm/http/crm-http.ts';
import { CrmNetwork } from '../../../src/crm/http/crm-network.ts';
import type { Resolver } from '../../../src/egress/resolver.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';

export const noCrm: CrmConfig = { client: null, baseUrl: null, oauthUrl: null };

/** Settings that send one provider's requests to a fake. */
export function fakeConfig(url: string): CrmConfig {
  const client = { id: 'fake-client', secret: 'fake-client-secret' };
  return { client, baseUrl: url, oauthUrl: url };
}

/** The settings of an operator whose CRMs are all on one server. */
export function crmAt(url: string | null, client: CrmConfig['client'] = null): CrmConfigs {
  const config = { client, baseUrl: url, oauthUrl: url };
  return { hubspot: config, pipedrive: config, salesforce: config };
}

/** A resolver that knows no name of the internet. */
const nobody: Resolver = {
  resolve: () => Promise.reject(new Error('No name is resolved in this test')),
};

/** A network whose guard allows no private addresses. So only the operator's own servers answer on loopback. */
export function networkOf(crm: CrmConfigs, resolver = nobody): CrmNetwork {
  return new CrmNetwork({
    outgoing: Outgoing.opened(),
    guard: new UrlGuard({ resolver, allowed: new BlockList() }),
    crm,
  });
}

/** A clock on which waits take no time. It records them. */
export class QuickClock {
  readonly waits: number[] = [];
  #ms = 0;

  now(): number {
    return this.#ms;
  }

  /** Moves the clock by the time that a request has taken. */
  pass(ms: number): void {
    this.#ms += ms;
  }

  random(): number {
    return 0.5;
  }

  async wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.waits.push(ms);
    this.#ms += ms;
    signal?.throwIfAborted();
  }
}

export function tokenAccess(access_token: string): Access {
  return { kind: 'token', entered: { access_token }, tokens: null };
}

type Client = Omit<CrmHttpOptions, 'clock' | 'access'> & { access?: Access | null };

/** A client whose waits take no time. */
export function clientOf({ access = tokenAccess('pat-eu1-fake-token-0001'), ...input }: Client) {
  const clock = new QuickClock();
  return { http: new CrmHttp({ ...input, access, clock }), waits: clock.waits, clock };
}

type ApiOptions = Pick<CrmHttpOptions, 'access' | 'onRefused'> & {
  config: CrmConfig;
  connector: CrmConnector;
};

/** Clients of several accounts, each with a network of its own. */
export function useCrmApi() {
  const networks: CrmNetwork[] = [];
  return {
    make({ config, connector, ...input }: ApiOptions): CrmHttp {
      return this.makeWithWaits({ config, connector, ...input }).http;
    },
    makeWithWaits({ config, connector, ...input }: ApiOptions) {
      const network = networkOf({ ...crmAt(null), [connector.provider]: config });
      networks.push(network);
      return clientOf({ ...input, connector, network });
    },
    async close() {
      await Promise.all(networks.splice(0).map((network) => network.close()));
    },
  };
}
