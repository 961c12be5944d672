import { parseIpRange } from '../../auth/ip-range.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { PrismaCall } from '../../operation/call.ts';

type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

export type ListedKey = {
  key_id: string;
  key_prefix: string;
  name: string;
  scopes: Scope[];
  ip_ranges: string[];
  state: KeyState;
  created_at: Date;
  expires_at: Date | null;
  created_by: string;
};

const SOON_MS = 7 * 24 * 3_600_000;

/** All keys of the team, newest first, without their secrets. */
export async function listKeys({ db, prisma, now }: PrismaCall): Promise<ListedKey[]> {
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId },
    omit: { hash: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  return keys.map((key) => ({
    key_id: key.id,
    key_prefix: key.prefix,
    name: key.name,
    scopes: key.scopes as Scope[],
    // PostgreSQL omits the length of a single address.
    ip_ranges: key.ip_ranges.map((range) => parseIpRange(range) ?? range),
    state: stateOf(key, now),
    created_at: key.created_at,
    expires_at: key.expires_at,
    created_by: key.created_by,
  }));
}

type Dates = { revoked_at: Date | null; expires_at: Date | null; rotated_at: Date | null };

/** `expiring`: a valid key that ends within seven days (D47) or has a successor (D45). */
function stateOf({ revoked_at, expires_at, rotated_at }: Dates, now: Date): KeyState {
  const left = expires_at ? expires_at.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (revoked_at) return 'revoked';
  if (left <= 0) return 'expired';
  return rotated_at || left <= SOON_MS ? 'expiring' : 'active';
}
