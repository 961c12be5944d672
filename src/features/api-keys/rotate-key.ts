import { z } from 'zod';
import { hashKey, newKey } from '../../auth/key-format.ts';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { graceMs, graces, type NewKey } from './api-keys.schema.ts';
import { keyCreator } from './key-creator.ts';

export const rotateKeyInput = z.strictObject({
  key_id: z.string(),
  grace: z.enum(graces),
  /** The person who rotates becomes the creator of the new key (D46). Without it, the owner. */
  created_by: z.string().optional(),
});

type RotatedKey = NewKey & { old_key_valid_until: Date };

/**
 * Makes a new key that inherits all but the secret (D46). The old key stays valid for the grace
 * period (D45).
 */
export async function rotateKey(
  call: PrismaCall,
  input: z.input<typeof rotateKeyInput>,
): Promise<RotatedKey> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const { key_id, grace, created_by } = rotateKeyInput.parse(input);
  const old = await rotatableKey(call, key_id);
  const creator = await keyCreator(call, created_by);
  const until = new Date(now.getTime() + graceMs[grace]);
  const end = old.expires_at && old.expires_at < until ? old.expires_at : until;
  const { count } = await prisma.apiKey.updateMany({
    where: { tenant_id, id: key_id, revoked_at: null, rotated_at: null },
    data: { rotated_at: now, expires_at: end },
  });
  // Two rotations at once would leave two successors, so the later one is refused.
  if (count === 0) await rotatableKey(call, key_id);
  const { key, prefix } = newKey();
  const newKeyId = newId('key', now);
  const { lineage_id, name, scopes, ip_ranges, expires_at } = old;
  await prisma.apiKey.create({
    data: {
      ...{ tenant_id, id: newKeyId, prefix, hash: new Uint8Array(hashKey(key)) },
      ...{ lineage_id, name, scopes, ip_ranges, expires_at },
      ...{ created_by: creator, created_at: now },
    },
  });
  await recordAudit(call, {
    action: 'api_key.rotated',
    targetId: key_id,
    changes: { new_key_id: newKeyId, grace, created_by: creator },
  });
  return { key_id: newKeyId, key_prefix: prefix, key, old_key_valid_until: end };
}

async function rotatableKey({ db, prisma, now }: PrismaCall, id: string) {
  const key = await prisma.apiKey.findFirst({ where: { tenant_id: db.tenantId, id } });
  if (!key) throw new ApiError('not_found', { detail: 'The team has no such key.' });
  if (key.revoked_at) throw new ApiError('conflict', { detail: 'The key has been revoked.' });
  if (key.rotated_at) {
    throw new ApiError('conflict', { detail: 'The key has already been rotated.' });
  }
  if (key.expires_at && key.expires_at <= now) {
    throw new ApiError('conflict', { detail: 'The key has expired.' });
  }
  return key;
}
