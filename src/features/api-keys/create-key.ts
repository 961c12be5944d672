import { hashKey, newKey } from '../../auth/key-format.ts';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type CreateKeyInput, createKeyInput, type NewKey } from './api-keys.schema.ts';
import { keyCreator } from './key-creator.ts';

/** Creates a key. Only this answer has the key itself, because only its hash is stored (D38). */
export async function createKey(call: PrismaCall, input: CreateKeyInput): Promise<NewKey> {
  const { prisma, now } = call;
  const tenant_id = call.db.tenantId;
  const { name, scopes, ip_ranges, expires_at, created_by } = createKeyInput.parse(input);
  if (expires_at && expires_at <= now) {
    throw new ApiError('validation_error', {
      field: 'expires_at',
      detail: 'expires_at must lie in the future.',
    });
  }
  const creator = await keyCreator(call, created_by);
  const { key, prefix } = newKey();
  const keyId = newId('key', now);
  await prisma.apiKey.create({
    data: {
      tenant_id,
      id: keyId,
      lineage_id: newId('lin', now),
      prefix,
      hash: new Uint8Array(hashKey(key)),
      name,
      scopes,
      ip_ranges,
      created_by: creator,
      created_at: now,
      expires_at: expires_at ?? null,
    },
  });
  await recordAudit(call, {
    action: 'api_key.created',
    targetId: keyId,
    changes: { scopes, ip_ranges, expires_at: expires_at ?? null, created_by: creator },
  });
  return { key_id: keyId, key_prefix: prefix, key };
}
