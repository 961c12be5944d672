import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

// node:net decides what an address is (ipaddr.js alone would take "0x7f.1" for one), ipaddr.js does the arithmetic.

/** Which addresses in front of us may speak for a client. There is no "everyone": that would let a client choose. */
export type TrustProxy =
  | { kind: 'none' }
  | { kind: 'hops'; hops: number }
  | { kind: 'networks'; networks: BlockList };

const MAPPED_BITS = 96;
const MAX_HOPS = 32;
const MAX_ADDRESS_LENGTH = 64;

/** One spelling for one address; an IPv4 client that came through an IPv6 socket is an IPv4 client (D40). */
export function normaliseIp(text: string): string | null {
  if (isIPv4(text)) return text;
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const [address = ''] = bare.split('%', 1);
  if (!isIPv6(bare) || !isIPv6(address)) return null;
  const ip = ipaddr.IPv6.parse(address);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address().toString() : ip.toRFC5952String();
}

/** D40: an address or a CIDR as one text: host bits masked, always with its length. */
export function parseIpRange(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/', 3);
  if (rest.length > 0 || !(isIPv4(address) || isIPv6(address)) || address.includes('%'))
    return null;
  const ip = ipaddr.parse(address);
  const most = ip.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : prefixLength(length, most);
  if (bits === null) return null;
  if (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress()) {
    // A wider range spans more than the IPv4 addresses, and would match no normalised client.
    return bits < MAPPED_BITS ? null : network(ip.toIPv4Address().toString(), bits - MAPPED_BITS);
  }
  return network(address, bits);
}

/** D41: the value of TRUST_PROXY. Null when it is neither a hop count nor a list of addresses and CIDRs. */
export function parseTrustProxy(text: string | undefined): TrustProxy | null {
  const value = text?.trim() ?? '';
  if (value === '' || value === 'none' || value === '0') return { kind: 'none' };
  const hops = prefixLength(value, MAX_HOPS);
  if (hops !== null) return { kind: 'hops', hops };
  const networks = parseNetworks(value);
  return networks && { kind: 'networks', networks };
}

/** A comma list of addresses and CIDRs; null when one of them is neither. */
export function parseNetworks(text: string): BlockList | null {
  const networks = new BlockList();
  for (const entry of text.split(',')) {
    const range = parseIpRange(entry.trim());
    if (range === null) return null;
    const [address = '', bits] = range.split('/', 2);
    networks.addSubnet(address, Number(bits), family(address));
  }
  return networks;
}

/** D41: the nearest address that is not one of our own proxies. D40: null (unparsable) is denied by IP lists. */
export function clientIp(
  remoteAddress: string | undefined,
  xForwardedFor: string | undefined,
  trust: TrustProxy,
): string | null {
  const nearest = normaliseIp(remoteAddress ?? '');
  if (trust.kind === 'none' || !xForwardedFor) return nearest;
  const forwarded = xForwardedFor.split(',').map((entry) => entry.trim());
  if (trust.kind === 'hops') return normaliseIp(forwarded.at(-trust.hops) ?? forwarded[0] ?? '');
  let ip = nearest;
  while (ip !== null && trust.networks.check(ip, family(ip))) {
    const next = forwarded.pop();
    if (next === undefined) return ip;
    ip = normaliseIp(next);
  }
  return ip;
}

/** What a bucket is kept for: one customer line has a whole /64 of IPv6 addresses to choose from. */
export function rateSubject(ip: string): string {
  return isIPv4(ip) ? ip : network(ip, 64);
}

function family(ip: string): 'ipv4' | 'ipv6' {
  return isIPv4(ip) ? 'ipv4' : 'ipv6';
}

function prefixLength(text: string, most: number): number | null {
  if (text.length > 3 || !/^(0|[1-9][0-9]*)$/.test(text)) return null;
  return Number(text) <= most ? Number(text) : null;
}

function network(address: string, bits: number): string {
  if (isIPv4(address)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toRFC5952String()}/${bits}`;
}
