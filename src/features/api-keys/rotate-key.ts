import { z } from 'zod';
import { hashKey, newKey } from '../../auth/key-format.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { graceMs, graces, type NewKey } from './api-keys.schema.ts';
import { keyCreator } from './key-creator.ts';

export const rotateKeyInput = z.strictObject({
  key_id: z.string(),
  grace: z.enum(graces),
  /** The rotating person becomes the creator of the new key (D46); the owner, if nobody is named. */
  created_by: z.string().optional(),
});

type KeyState = { revoked: boolean; expired: boolean; rotated: boolean };
type RotatedKey = NewKey & { old_key_valid_until: Date };

/** A new secret with everything else inherited (D46); the old key lives on for the grace period (D45). */
export async function rotateKey(
  call: Call,
  input: z.input<typeof rotateKeyInput>,
): Promise<RotatedKey> {
  const { db, now } = call;
  const { key_id, grace, created_by } = rotateKeyInput.parse(input);
  await requireRotatable(call, key_id);
  const creator = await keyCreator(call, created_by);
  const { key, prefix } = newKey();
  const newKeyId = newId('key', now);
  await db.write(
    `insert into api_key (tenant_id, id, lineage_id, prefix, hash, name, scopes, ip_ranges,
       created_by, created_at, expires_at)
     select $1, $3, k.lineage_id, $4, $5, k.name, k.scopes, k.ip_ranges, $6, $7, k.expires_at
     from api_key k where k.tenant_id = $1 and k.id = $2`,
    [key_id, newKeyId, prefix, hashKey(key), creator, now],
  );
  const end = await db.write<{ at: Date }>(
    `update api_key k set rotated_at = $3, expires_at = least($4::timestamptz, k.expires_at)
     where k.tenant_id = $1 and k.id = $2 returning k.expires_at as at`,
    [key_id, now, new Date(now.getTime() + graceMs[grace])],
  );
  if (!end) throw new Error('A locked key has vanished');
  await recordAudit(call, {
    action: 'api_key.rotated',
    targetId: key_id,
    changes: { new_key_id: newKeyId, grace, created_by: creator },
  });
  return { key_id: newKeyId, key_prefix: prefix, key, old_key_valid_until: end.at };
}

/** Locks the key: two rotations at once would leave two successors. */
async function requireRotatable({ db, now }: Call, keyId: string): Promise<void> {
  const state = await db.row<KeyState>(
    `select k.revoked_at is not null as revoked, coalesce(k.expires_at <= $3, false) as expired,
       k.rotated_at is not null as rotated
     from api_key k where k.tenant_id = $1 and k.id = $2 for update`,
    [keyId, now],
  );
  if (!state) throw new ApiError('not_found', { detail: 'The team has no such key.' });
  if (state.revoked) throw new ApiError('conflict', { detail: 'The key has been revoked.' });
  if (state.rotated)
    throw new ApiError('conflict', { detail: 'The key has already been rotated.' });
  if (state.expired) throw new ApiError('conflict', { detail: 'The key has expired.' });
}
