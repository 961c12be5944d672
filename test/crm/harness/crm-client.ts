import { BlockList } from 'node:net';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { Access, CrmConnector, PageWishes, SourcePage } from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import type { CrmConfig, CrmConfigs } from '../../../src/crm/crm-config.ts';
import { CrmHttp, type CrmHttpOptions } from '../../../src/crm/crm-http.ts';
import { CrmNetwork } from '../../../src/crm/crm-network.ts';
import type { Resolver } from '../../../src/egress/resolver.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';

export const noCrm: CrmConfig = { client: null, baseUrl: null, oauthUrl: null };

/** The settings of an operator whose CRMs are all on one server. */
export function crmAt(url: string | null, client: CrmConfig['client'] = null): CrmConfigs {
  const config = { client, baseUrl: url, oauthUrl: url };
  return { hubspot: config, pipedrive: config, salesforce: config };
}

const nobody: Resolver = { resolve: async () => [] };

/** The guard allows no private network, so that only the operator's own servers answer on loopback. */
export function networkOf(crm: CrmConfigs, resolver = nobody): CrmNetwork {
  return new CrmNetwork({ guard: new UrlGuard({ resolver, allowed: new BlockList() }), crm });
}

/** Waits without time, and keeps what it was asked to wait for. */
function quickClock() {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    wait: async (ms: number, signal: AbortSignal | undefined) => {
      waits.push(ms);
      now += ms;
      signal?.throwIfAborted();
    },
  };
}

export function tokenAccess(access_token: string): Access {
  return { kind: 'token', entered: { access_token }, tokens: null };
}

type Client = Omit<CrmHttpOptions, 'clock' | 'access'> & { access?: Access | null };

/** A client that waits without time. */
export function clientOf({ access = tokenAccess('pat-eu1-fake-token-0001'), ...given }: Client) {
  const clock = quickClock();
  return { http: new CrmHttp({ ...given, access, clock }), waits: clock.waits };
}

export function wishesOf(wishes: Partial<PageWishes>): PageWishes {
  return {
    stream: 'deals',
    window: { since: null, until: new Date('2100-01-01') },
    after: null,
    settings: connectionSettings.parse({}),
    reference: { owners: [], pipelines: [], fields: [] },
    ...wishes,
  };
}

/** All pages of a window, as the engine reads them. `between` runs after each page. */
export async function readWindow(
  { connector, api }: { connector: CrmConnector; api: CrmApi },
  wishes: Partial<PageWishes>,
  between: () => unknown = () => undefined,
) {
  const all: Omit<SourcePage, 'next'> & { pages: number } = { records: [], setAside: [], pages: 0 };
  for (let after: string | null = null; ; ) {
    const page = await connector.read(api, wishesOf({ ...wishes, after }));
    all.pages += 1;
    all.records.push(...page.records);
    all.setAside.push(...page.setAside);
    if (page.expected !== undefined) all.expected ??= page.expected;
    await between();
    after = page.next;
    if (after === null) return all;
  }
}
