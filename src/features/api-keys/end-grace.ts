import type { z } from 'zod';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { endedKey } from './api-keys.schema.ts';
import { findKey } from './find-key.ts';

/**
 * Ends the grace period of a key that was rotated, effective with the commit (D45). A second call
 * changes nothing.
 */
export async function endGrace(
  call: PrismaCall,
  keyId: string,
): Promise<z.output<typeof endedKey>> {
  const { db, prisma, now } = call;
  const { count } = await prisma.apiKey.updateMany({
    where: {
      tenant_id: db.tenantId,
      id: keyId,
      revoked_at: null,
      rotated_at: { not: null },
      expires_at: { gt: now },
    },
    data: { expires_at: now },
  });
  if (count === 0) return { key_id: keyId, expires_at: await endedBefore() };
  await recordAudit(call, {
    action: 'api_key.grace_ended',
    targetId: keyId,
    changes: { expires_at: now },
  });
  return { key_id: keyId, expires_at: now.toISOString() };

  async function endedBefore(): Promise<string> {
    const { revoked_at, rotated_at, expires_at } = await findKey(call, keyId);
    if (revoked_at) throw new ApiError('conflict', { because: 'key_revoked' });
    if (!rotated_at || !expires_at) {
      throw new ApiError('conflict', { because: 'key_not_rotated' });
    }
    return expires_at.toISOString();
  }
}
