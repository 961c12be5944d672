import type { CrmConfig, CrmConfigs } from '../crm-config.ts';
import { CrmFailure } from '../crm-failure.ts';

/** The providers' own addresses. The operator's settings can replace them. */
export const crmDefaults = {
  hubspot: { base: 'https://api.hubapi.com', oauth: 'https://app.hubspot.com' },
  pipedrive: { base: 'https://<company>.pipedrive.com', oauth: 'https://oauth.pipedrive.com' },
  salesforce: {
    base: 'https://<domain>.my.salesforce.com',
    oauth: 'https://login.salesforce.com',
  },
} as const;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

const partitions = [
  'sandbox',
  'develop',
  'scratch',
  'trailblaze',
  'demo',
  'free',
  'patch',
  'stage',
];

/** The hosts of accounts, in lower case. Each pattern covers the whole host: no suffix, port or further label fits. */
const accountHosts = {
  pipedrive: new RegExp(`^${label}\\.pipedrive\\.com$`),
  // A sandbox is `domain--name.sandbox`. Salesforce documents these words (MyDomainSettings, domainPartition).
  salesforce: new RegExp(`^${label}(?:\\.(?:${partitions.join('|')}))?\\.my\\.salesforce\\.com$`),
};

/** The provider's host with this name, such as `acme.pipedrive.com`, in lower case. Null if the name is no such host. */
export function accountHost(provider: keyof typeof accountHosts, name: string): string | null {
  const host = name.toLowerCase();
  return accountHosts[provider].test(host) ? host : null;
}

/**
 * The base URL of an account whose host a person has entered, or the token server has named. The operator's base URL
 * replaces it in requests, but a foreign host is refused even then. Each use checks the host again.
 */
export function accountBase(
  provider: keyof typeof accountHosts,
  named: string,
  { baseUrl }: CrmConfig,
): string {
  const operators = baseUrl === null ? null : new URL(baseUrl).origin;
  if (operators !== null && sameOrigin(named, operators)) return baseUrl ?? named;
  const host = accountHost(provider, bareHost(named));
  if (host === null) throw new CrmFailure('contract', { code: 'foreign_host' });
  return baseUrl ?? `https://${host}`;
}

/** The host in `acme.pipedrive.com` or `https://acme.pipedrive.com/`. A text with anything more is no host. */
function bareHost(named: string): string {
  return named.replace(/^https:\/\//i, '').replace(/\/$/, '');
}

function sameOrigin(named: string, origin: string): boolean {
  return URL.parse(named)?.origin === origin;
}

/** The origins that the operator has set. The guard does not check requests to them, as with the operator's SMTP server. */
export function operatorsOrigins(configs: CrmConfigs): ReadonlySet<string> {
  const urls = Object.values(configs).flatMap(({ baseUrl, oauthUrl }) => [baseUrl, oauthUrl]);
  return new Set(urls.flatMap((url) => (url === null ? [] : [new URL(url).origin])));
}
