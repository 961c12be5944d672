import { BlockList } from 'node:net';
import os from 'node:os';
import type { Access } from '../../src/crm/connector.ts';
import { crmConfigs } from '../../src/crm/crm-config.ts';
import { CrmHttp, type CrmHttpOptions } from '../../src/crm/http/crm-http.ts';
import { CrmNetwork } from '../../src/crm/http/crm-network.ts';
import { crmConnectors } from '../../src/crm/providers.ts';
import { systemResolver } from '../../src/egress/resolver.ts';
import { UrlGuard } from '../../src/egress/url-guard.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { hubspotLooks } from './hubspot-looks.ts';
import { type Look, RealAccount } from './looks.ts';
import { pipedriveLooks } from './pipedrive-looks.ts';
import { salesforceLooks } from './salesforce-looks.ts';

export const providers = ['hubspot', 'pipedrive', 'salesforce'] as const;
export type TriedProvider = (typeof providers)[number];

export const looksOf: Record<TriedProvider, Record<string, Look>> = {
  hubspot: hubspotLooks,
  pipedrive: pipedriveLooks,
  salesforce: salesforceLooks,
};

/** The variable of each field of the connector's form. */
const variables: Record<TriedProvider, Record<string, string>> = {
  hubspot: { access_token: 'HUBSPOT_TOKEN' },
  pipedrive: { api_token: 'PIPEDRIVE_TOKEN', company: 'PIPEDRIVE_COMPANY' },
  salesforce: {
    my_domain: 'SALESFORCE_DOMAIN',
    consumer_key: 'SALESFORCE_KEY',
    consumer_secret: 'SALESFORCE_SECRET',
  },
};

type Environment = Record<string, string | undefined>;

/** Tests give a clock on which waits take no time. */
export async function openAccount(
  provider: TriedProvider,
  env: Environment,
  clock: Pick<CrmHttpOptions, 'clock'> = {},
) {
  const crm = crmConfigs(env);
  const connector = crmConnectors({ crm, dataDir: os.tmpdir() }).get(provider);
  if (!connector) throw new Error(`There is no connector for ${provider}`);
  const guard = new UrlGuard({ resolver: systemResolver(), allowed: new BlockList() });
  const network = new CrmNetwork({ outgoing: Outgoing.opened(), guard, crm });
  const entered = enteredIn(provider, env);
  let access: Access = { kind: 'token', entered: connector.form.parse(entered), tokens: null };
  if (connector.exchange) {
    const api = new CrmHttp({ connector, network, access, ...clock });
    access = { ...access, tokens: await connector.exchange(api, access.entered) };
  }
  const account = new RealAccount(
    connector,
    new CrmHttp({ connector, network, access, ...clock }),
    access,
  );
  return { account, close: () => network.close() };
}

function enteredIn(provider: TriedProvider, env: Environment): Record<string, string> {
  const fields = Object.entries(variables[provider]);
  const missing = fields.filter(([, variable]) => !env[variable]).map(([, variable]) => variable);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}`);
  return Object.fromEntries(fields.map(([field, variable]) => [field, env[variable] ?? '']));
}
