import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

// node:net decides what is an address, because ipaddr.js accepts "0x7f.1". ipaddr.js does the
// arithmetic.

/**
 * The proxies that may name the address of the client. There is no value for all proxies, because any client
 * could then choose its address.
 */
export type TrustProxy =
  | { kind: 'none' }
  | { kind: 'hops'; hops: number }
  | { kind: 'networks'; networks: BlockList };

const MAPPED_BITS = 96;
const MAX_HOPS = 32;
const MAX_ADDRESS_LENGTH = 64;

/** Gives each address one spelling. An IPv4 client on an IPv6 socket is an IPv4 client (D40). */
export function normaliseIp(text: string): string | null {
  if (isIPv4(text)) return text;
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const [address = ''] = bare.split('%', 1);
  if (!isIPv6(bare) || !isIPv6(address)) return null;
  const ip = ipaddr.IPv6.parse(address);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address().toString() : ip.toRFC5952String();
}

/** Gives each address or CIDR one spelling: host bits masked, always with the length (D40). */
export function parseIpRange(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/', 3);
  if (rest.length > 0 || !(isIPv4(address) || isIPv6(address)) || address.includes('%'))
    return null;
  const ip = ipaddr.parse(address);
  const most = ip.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : prefixLength(length, most);
  if (bits === null) return null;
  if (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress()) {
    // A wider range contains more than the IPv4 addresses, and matches no normalised client.
    return bits < MAPPED_BITS ? null : network(ip.toIPv4Address().toString(), bits - MAPPED_BITS);
  }
  return network(address, bits);
}

/** Reads TRUST_PROXY (D41). Null if it is neither a hop count nor a list of addresses and CIDRs. */
export function parseTrustProxy(text: string | undefined): TrustProxy | null {
  const value = text?.trim() ?? '';
  if (value === '' || value === 'none' || value === '0') return { kind: 'none' };
  const hops = prefixLength(value, MAX_HOPS);
  if (hops !== null) return { kind: 'hops', hops };
  const networks = parseNetworks(value);
  return networks && { kind: 'networks', networks };
}

/** Reads addresses and CIDRs, separated by commas. Null if an entry is neither. */
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

/**
 * The nearest address that is not one of our own proxies (D41). Null if it cannot be parsed, which
 * IP lists deny (D40).
 */
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
  while (ip !== null && contains(trust.networks, ip)) {
    const next = forwarded.pop();
    if (next === undefined) return ip;
    ip = normaliseIp(next);
  }
  return ip;
}

/** True if a request comes from one of our own proxies, which may say more of it than its client. */
export function isOwnProxy(remoteAddress: string | undefined, trust: TrustProxy): boolean {
  if (trust.kind !== 'networks') return trust.kind === 'hops';
  const nearest = normaliseIp(remoteAddress ?? '');
  return nearest !== null && contains(trust.networks, nearest);
}

/** The address or network that has one rate window. A customer can choose from a whole /64 of IPv6. */
export function rateSubject(ip: string): string {
  return isIPv4(ip) ? ip : network(ip, 64);
}

/** Whose bytes count together while nobody knows who calls. */
export const addressOf = (ip: string | null): string => (ip === null ? 'unknown' : rateSubject(ip));

/**
 * A subject under which an address is counted, and by how much its limit is higher than that of one address.
 */
export type RateNetwork = { subject: string; times: number };

/**
 * The wider networks of an address. A provider gives a customer up to a /48, which contains 65,536
 * networks of /64. Many customers get a /56 each.
 */
export function widerNetworks(ip: string): RateNetwork[] {
  if (isIPv4(ip)) return [];
  return [
    { subject: network(ip, 56), times: 4 },
    { subject: network(ip, 48), times: 16 },
  ];
}

/**
 * All subjects under which an address is counted, the narrowest first. All clients without an address have
 * one subject.
 */
export function rateNetworks(ip: string | null): RateNetwork[] {
  if (ip === null) return [{ subject: 'unknown', times: 1 }];
  return [{ subject: rateSubject(ip), times: 1 }, ...widerNetworks(ip)];
}

/** True if one of the networks contains the address. The address must have the spelling of `normaliseIp`. */
export function contains(networks: BlockList, ip: string): boolean {
  return networks.check(ip, family(ip));
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
