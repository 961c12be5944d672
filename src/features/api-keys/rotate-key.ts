import type { z } from 'zod';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type KeyCall, writeNewKeyMails } from '../mail/write-new-key-mails.ts';
import { type endedKey, graceMs, type RotatedKey, type RotateKey } from './api-keys.schema.ts';
import { copiedSettings, findKey, type Key } from './find-key.ts';
import { insertKey } from './insert-key.ts';
import { keyCreator } from './key-creator.ts';
import { requireFuture } from './rules/require-future.ts';
import { refuseTooManyKeys, requireRoomForKey } from './rules/require-room-for-key.ts';

type Rotation = RotateKey & { created_by?: string | undefined };

/**
 * Makes a new key that inherits everything but the secret (D46), and another expiry if one is given. The old
 * key stays valid for the grace period (D45).
 */
export async function rotateKey(call: KeyCall, input: Rotation): Promise<RotatedKey> {
  const { db, prisma, now } = call;
  const { key_id, grace } = input;
  const old = await rotatableKey(call, key_id);
  const inherits = input.expires_at === undefined;
  const expires_at = input.expires_at === undefined ? old.expires_at : input.expires_at;
  requireFuture(expires_at, now);
  const created_by = await keyCreator(call, input.created_by);
  await refuseTooManyKeys(call, created_by);
  const until = new Date(now.getTime() + graceMs[grace]);
  const end = old.expires_at && old.expires_at < until ? old.expires_at : until;
  const { count } = await prisma.apiKey.updateMany({
    where: { tenant_id: db.tenantId, id: key_id, revoked_at: null, rotated_at: null },
    data: { rotated_at: now, expires_at: end },
  });
  // Two rotations at once would leave two successors, so the later one is refused.
  if (count === 0) await rotatableKey(call, key_id);
  // The old key counts until its grace period ends. If there is no grace period, a rotation needs
  // no room.
  await requireRoomForKey(call);
  const { lineage_id } = old;
  const made = await insertKey(call, {
    ...copiedSettings(old),
    expires_at,
    created_by,
    lineage_id,
  });
  await recordAudit(call, {
    action: 'api_key.rotated',
    targetId: key_id,
    changes: { new_key_id: made.key_id, grace, expires_at, created_by },
  });
  await writeNewKeyMails(call, made.key_id, old.prefix);
  return {
    ...made,
    expires_at: expires_at?.toISOString() ?? null,
    expiry_inherited: inherits && expires_at !== null,
    old_key_valid_until: end.toISOString(),
  };
}

async function rotatableKey(call: PrismaCall, id: string): Promise<Key> {
  const key = await findKey(call, id);
  if (key.revoked_at) throw new ApiError('conflict', { because: 'key_revoked' });
  if (key.rotated_at) {
    throw new ApiError('conflict', { because: 'key_already_rotated' });
  }
  if (key.expires_at && key.expires_at <= call.now) {
    throw new ApiError('conflict', { because: 'key_expired' });
  }
  return key;
}

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
