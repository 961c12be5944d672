import { z } from 'zod';
import { parseIpRange } from '../../auth/ip-range.ts';
import { inTableOrder, scopes } from '../../auth/scopes.ts';
import { trimmedText } from '../../shared/text.ts';

/** How many addresses and CIDRs a key may list (D40). */
const MAX_IP_RANGES = 50;

const ipRange = z.string().transform((text, context) => {
  const range = parseIpRange(text.trim());
  if (range !== null) return range;
  context.addIssue({ code: 'custom', message: 'Not an IP address or CIDR' });
  return z.NEVER;
});

export const createKeyInput = z.strictObject({
  name: trimmedText(1, 100),
  // At least one (D49), in the order of the contract's table (D51).
  scopes: z.array(z.enum(scopes)).min(1).transform(inTableOrder),
  ip_ranges: z.array(ipRange).max(MAX_IP_RANGES).transform(unique).default([]),
  expires_at: z.date().optional(),
  /** A member. Without it, the owner. */
  created_by: z.string().optional(),
});
export type CreateKeyInput = z.input<typeof createKeyInput>;

export type NewKey = { key_id: string; key_prefix: string; key: string };

const HOUR = 3_600_000;

/** How long the old and the new key overlap (D45). */
export const graceMs = {
  '0': 0,
  '1h': HOUR,
  '24h': 24 * HOUR,
  '7d': 7 * 24 * HOUR,
  '30d': 30 * 24 * HOUR,
} as const;
export type Grace = keyof typeof graceMs;
export const graces = Object.keys(graceMs) as [Grace, ...Grace[]];

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
