import type { z } from 'zod';
import type { PrismaCall } from '../../operation/call.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { revokedKey } from './api-keys.schema.ts';
import { findKey } from './find-key.ts';

/**
 * Revokes a key, effective with the commit, because no key is cached (D44). A second call changes
 * nothing.
 */
export async function revokeKey(
  call: PrismaCall,
  keyId: string,
): Promise<z.output<typeof revokedKey>> {
  const { db, prisma, now } = call;
  const { count } = await prisma.apiKey.updateMany({
    where: { tenant_id: db.tenantId, id: keyId, revoked_at: null },
    data: { revoked_at: now },
  });
  if (count === 0) {
    const { revoked_at } = await findKey(call, keyId);
    return { key_id: keyId, revoked_at: (revoked_at ?? now).toISOString() };
  }
  await recordAudit(call, { action: 'api_key.revoked', targetId: keyId });
  return { key_id: keyId, revoked_at: now.toISOString() };
}
