import { BlockList } from 'node:net';
import type { z } from 'zod';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type {
  Access,
  CrmConnector,
  CrmStream,
  Reference,
  SetAside,
  SourceDeal,
  SourceNote,
  SourceRecord,
  Window,
} from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import type { CrmConfig, CrmConfigs } from '../../../src/crm/crm-config.ts';
import { CrmHttp } from '../../../src/crm/crm-http.ts';
import { CrmNetwork } from '../../../src/crm/crm-network.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';

const noClient: CrmConfig = { client: null, baseUrl: null, oauthUrl: null };

/** Settings by which one provider's requests go to a fake. */
export function fakeConfig(url: string): CrmConfig {
  const client = { id: 'fake-client', secret: 'fake-client-secret' };
  return { client, baseUrl: url, oauthUrl: url };
}

/** A clock that waits for nothing, and notes what it was asked to wait. */
class PatientClock {
  readonly waited: number[] = [];
  #ms = 0;

  now(): number {
    return this.#ms;
  }

  async wait(ms: number): Promise<void> {
    this.waited.push(ms);
    this.#ms += ms;
  }

  random(): number {
    return 0.5;
  }
}

type ApiGiven = {
  config: CrmConfig;
  connector: CrmConnector;
  access: Access | null;
  onRefused?: () => Promise<Access | null>;
};

/** CrmApi over real HTTP, as the engine has it. */
export function useCrmApi() {
  const networks: CrmNetwork[] = [];
  const clock = new PatientClock();
  return {
    clock,
    make({ config, connector, access, onRefused }: ApiGiven): CrmHttp {
      const crm: CrmConfigs = {
        hubspot: noClient,
        pipedrive: noClient,
        salesforce: noClient,
        [connector.provider]: config,
      };
      const guard = new UrlGuard({ resolver: noNames, allowed: noNetworks });
      const network = new CrmNetwork({ guard, crm });
      networks.push(network);
      return new CrmHttp({
        connector,
        network,
        access,
        clock,
        ...(onRefused ? { onRefused } : {}),
      });
    },
    async close() {
      await Promise.all(networks.splice(0).map((network) => network.close()));
    },
  };
}

/** No name of the internet exists for a test. */
const noNames = {
  resolve: () => Promise.reject(new Error('No name is resolved in this test')),
};
const noNetworks = new BlockList();

export const noReference: Reference = { owners: [], pipelines: [], fields: [] };

type ReadGiven = {
  connector: CrmConnector;
  api: CrmApi;
  stream?: CrmStream;
  window?: Window;
  settings?: z.input<typeof connectionSettings>;
  reference?: Reference;
  /** Called after each page, as a change at the provider during the run. */
  afterPage?: (page: number) => void;
};

export type WholeRead = {
  records: SourceRecord[];
  deals: SourceDeal[];
  notes: SourceNote[];
  gone: string[];
  setAside: SetAside[];
  pages: number;
  expected: number | null;
};

/** Reads a window to its end, as the engine does. */
export async function readWhole(given: ReadGiven): Promise<WholeRead> {
  const { connector, api, stream = 'deals', reference = noReference, afterPage } = given;
  const settings = connectionSettings.parse(given.settings ?? {});
  const window = given.window ?? { since: null, until: new Date(Date.now() + 2000) };
  const records: SourceRecord[] = [];
  const setAside: SetAside[] = [];
  let expected: number | null = null;
  let after: string | null = null;
  let pages = 0;
  do {
    const page = await connector.read(api, { stream, window, after, settings, reference });
    records.push(...page.records);
    setAside.push(...page.setAside);
    expected = page.expected ?? expected;
    after = page.next;
    pages += 1;
    afterPage?.(pages);
    if (pages > 1000) throw new Error('The window has no end');
  } while (after !== null);
  return {
    records,
    deals: records.filter((record) => record.kind === 'deal'),
    notes: records.filter((record) => record.kind === 'note'),
    gone: records.flatMap((one) => (one.kind === 'gone' ? [one.externalId] : [])),
    setAside,
    pages,
    expected,
  };
}
