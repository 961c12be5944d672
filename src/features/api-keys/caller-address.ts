import { isIPv6 } from 'node:net';
import { parseIpRange } from '../../auth/ip-range.ts';
import type { CallersAddress } from './api-keys.schema.ts';

/** The bits of an IPv6 address that stay the same while a computer changes the rest every day. */
const STEADY_BITS = 64;

/**
 * The entry that the address list of a key would need, so that the person who asks could use the key from the
 * present address (P641).
 */
export function callerAddress(ip: string | null): CallersAddress {
  if (ip === null) return { ip, range: null };
  return { ip, range: parseIpRange(isIPv6(ip) ? `${ip}/${STEADY_BITS}` : ip) };
}
