import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/**
 * Revokes a key, effective with the commit, because no key is cached (D44). A second call changes
 * nothing.
 */
export async function revokeKey(
  call: PrismaCall,
  keyId: string,
): Promise<{ key_id: string; revoked_at: Date }> {
  const { db, prisma, now } = call;
  const where = { tenant_id: db.tenantId, id: keyId };
  const { count } = await prisma.apiKey.updateMany({
    where: { ...where, revoked_at: null },
    data: { revoked_at: now },
  });
  if (count === 0) return { key_id: keyId, revoked_at: await revokedBefore() };
  await recordAudit(call, { action: 'api_key.revoked', targetId: keyId });
  return { key_id: keyId, revoked_at: now };

  async function revokedBefore(): Promise<Date> {
    const key = await prisma.apiKey.findFirst({ where });
    if (!key?.revoked_at) {
      throw new ApiError('not_found', { detail: 'The team has no such key.' });
    }
    return key.revoked_at;
  }
}
