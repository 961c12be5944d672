import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const specialIPv4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

// Only 2000::/3 is assigned for public use, so every other address is refused. A list of the ways to write an
// IPv4 address (mapped, compatible, SIIT, ISATAP …) would always lack one.
const assignedIPv6 = blockList('ipv6', ['2000::/3']);
const specialIPv6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

const nat64 = blockList('ipv6', ['64:ff9b::/96']);

/**
 * True if an address may be a target (D152): no private and no other special address may. The operator's networks allow
 * an address only in its plain spelling: an IPv4 address in the form of IPv6 is refused all the same.
 */
export function isPublicAddress(ip: string, allowed: BlockList): boolean {
  if (isIPv4(ip)) return allowed.check(ip, 'ipv4') || !specialIPv4.check(ip, 'ipv4');
  // A zone id names a network interface of this machine.
  if (!isIPv6(ip) || ip.includes('%')) return false;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return false;
  if (allowed.check(ip, 'ipv6')) return true;
  if (nat64.check(ip, 'ipv6')) {
    const inside = address.toByteArray().slice(-4).join('.');
    return !specialIPv4.check(inside, 'ipv4');
  }
  return assignedIPv6.check(ip, 'ipv6') && !specialIPv6.check(ip, 'ipv6');
}

/**
 * The remote address of a socket. An IPv6 socket with an IPv4 connection reports the address in the
 * form of IPv6.
 */
export function plainAddress(ip: string): string {
  if (!isIPv6(ip) || ip.includes('%')) return ip;
  const address = ipaddr.IPv6.parse(ip);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : ip;
}

function blockList(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
