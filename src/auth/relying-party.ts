import { isIPv4 } from 'node:net';

/** The site to which a passkey belongs. Browsers offer the passkey only to pages of this host. */
export type RelyingParty = { id: string; origin: string };

export const NO_PASSKEYS =
  'Passkeys need a PUBLIC_URL with https and a host name, or with localhost.';

/**
 * The relying party of the app's pages. Null if browsers offer no passkeys: at an IP address, or
 * without TLS, except on the machine itself.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = hostname.startsWith('[') || isIPv4(hostname);
  if (isAddress || (protocol !== 'https:' && !isLocal)) return null;
  return { id: hostname, origin };
}
