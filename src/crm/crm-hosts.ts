import type { CrmConfig, CrmConfigs } from './crm-config.ts';
import { CrmFailure } from './crm-failure.ts';

/** The providers' own addresses, which the operator's settings replace. */
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

/** The hosts of accounts, in lower case and to their end: no suffix, no port and no further label fits. */
const accountHosts = {
  pipedrive: new RegExp(`^${label}\\.pipedrive\\.com$`),
  // A sandbox is `domain--name.sandbox`. Salesforce documents these words (MyDomainSettings, domainPartition).
  salesforce: new RegExp(`^${label}(?:\\.(?:${partitions.join('|')}))?\\.my\\.salesforce\\.com$`),
};

/** The provider's own host of this name, or null: `acme.pipedrive.com`, in any case of its letters. */
export function accountHost(provider: keyof typeof accountHosts, name: string): string | null {
  const host = name.toLowerCase();
  return accountHosts[provider].test(host) ? host : null;
}

/**
 * The base URL of an account whose host a person has entered, or a token answer has named. The operator's base
 * URL takes its place for requests, but a foreign host is refused even then. It is checked on each use.
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

/** The host of `acme.pipedrive.com` and of `https://acme.pipedrive.com/`. Anything more in it makes it no host. */
function bareHost(named: string): string {
  return named.replace(/^https:\/\//i, '').replace(/\/$/, '');
}

function sameOrigin(named: string, origin: string): boolean {
  return URL.parse(named)?.origin === origin;
}

/** The origins that the operator has named. Requests there pass no guard, as those to the operator's mail server. */
export function operatorsOrigins(configs: CrmConfigs): ReadonlySet<string> {
  const urls = Object.values(configs).flatMap(({ baseUrl, oauthUrl }) => [baseUrl, oauthUrl]);
  return new Set(urls.flatMap((url) => (url === null ? [] : [new URL(url).origin])));
}
