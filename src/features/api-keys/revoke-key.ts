import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Effective with the commit, for good: no key is cached (D44). A second call changes nothing. */
export async function revokeKey(
  call: Call,
  keyId: string,
): Promise<{ key_id: string; revoked_at: Date }> {
  const { db, now } = call;
  const key = await db.row<{ revoked_at: Date | null }>(
    `select k.revoked_at from api_key k where k.tenant_id = $1 and k.id = $2 for update`,
    [keyId],
  );
  if (!key) throw new ApiError('not_found', { detail: 'The team has no such key.' });
  if (key.revoked_at) return { key_id: keyId, revoked_at: key.revoked_at };
  await db.write(`update api_key k set revoked_at = $3 where k.tenant_id = $1 and k.id = $2`, [
    keyId,
    now,
  ]);
  await recordAudit(call, { action: 'api_key.revoked', targetId: keyId });
  return { key_id: keyId, revoked_at: now };
}
