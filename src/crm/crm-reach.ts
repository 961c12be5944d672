import type { KeyObject } from 'node:crypto';
import type { Config } from '../config.ts';
import type { UrlGuard } from '../egress/url-guard.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import type { Access, CrmConnector } from './connector.ts';
import type { CrmApi } from './crm-api.ts';
import { isDemoCrm } from './demo/address.ts';
import { CrmHttp } from './http/crm-http.ts';
import { CrmNetwork, type PracticeServer } from './http/crm-network.ts';
import { crmConnectors } from './providers.ts';

/** How this installation reaches the CRM providers. */
export type CrmReach = {
  /** All connectors, in the order in which the page lists them. */
  connectors: readonly CrmConnector[];
  /** Makes the CrmApi of an account. `access` is null before the account has credentials: for the token server alone. */
  openApi(connector: CrmConnector, access: Access | null, signal: AbortSignal): CrmApi;
  /** The address to which a provider's consent page sends the person back. */
  callbackUrl: string;
  /** Seals credentials and verifiers. */
  sealKey: KeyObject;
  close(): Promise<void>;
};

/** `practice`: the practice CRM of this process, which the network closes. */
type Sending = { outgoing: Outgoing; practice?: PracticeServer | undefined };

/** The page at this path reads `code` and `state` from its address. */
const CALLBACK_PATH = '/app/crm/callback';

/** The connections to CRMs, with the certificates that the operator trusts. */
export function crmNetwork(
  config: Config,
  guard: UrlGuard,
  { outgoing, practice }: Sending,
): CrmNetwork {
  const { crm, dataDir, webhookCa: ca, egressProxyUrl: proxyUrl } = config;
  const isOwn = (origin: string) => isDemoCrm(dataDir, origin);
  return new CrmNetwork({ outgoing, guard, crm, ca, proxyUrl, isOwn, practice });
}

/** The connectors, as the operator has set them up. */
export function crmReach(config: Config, guard: UrlGuard, sending: Sending): CrmReach {
  const { publicUrl, encryptionKey } = config;
  const network = crmNetwork(config, guard, sending);
  return {
    connectors: [...crmConnectors(config).values()],
    openApi: (connector, access, signal) => new CrmHttp({ connector, network, access, signal }),
    callbackUrl: publicUrl + CALLBACK_PATH,
    sealKey: deriveKey(encryptionKey, 'crm'),
    close: () => network.close(),
  };
}
