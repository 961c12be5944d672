/**
 * Why a URL is refused as a target. Only after `dns_error` may the same URL be allowed later.
 * Customers read the details, so the details contain no address.
 */
export type TargetRefusal = {
  reason: 'invalid_url' | 'target_blocked' | 'dns_error';
  detail: string;
};

export const notPublic: TargetRefusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host is an address that is not public.',
};

export const resolvesToPrivate: TargetRefusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host resolves to an address that is not public.',
};

export const internalName: TargetRefusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host is a name of an internal network.',
};

export const unknownName: TargetRefusal = {
  reason: 'dns_error',
  detail:
    'The host of the URL does not resolve to an address: check its spelling, or create its DNS record (A or AAAA) first.',
};

export const unanswered: TargetRefusal = {
  reason: 'dns_error',
  detail:
    'The host of the URL could not be resolved just now: try again in a minute. If it stays so, check the name servers of its domain.',
};

export function invalidUrl(detail: string): TargetRefusal {
  return { reason: 'invalid_url', detail };
}
