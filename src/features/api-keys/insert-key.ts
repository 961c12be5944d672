import { hashKey, newKey } from '../../auth/key-format.ts';
import type { Scope } from '../../auth/scopes.ts';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { NewKey } from './api-keys.schema.ts';

export type KeySettings = {
  name: string;
  scopes: Scope[];
  ip_ranges: string[];
  expires_at: Date | null;
};

type KeyRow = KeySettings & { created_by: string; lineage_id?: string };

/** Stores a new key. Only this result contains the key itself, because only its hash is stored (D38). */
export async function insertKey(
  { db, prisma, now }: PrismaCall,
  { lineage_id = newId('lin', now), ...row }: KeyRow,
): Promise<NewKey> {
  const { key, prefix } = newKey();
  const id = newId('key', now);
  const hash = new Uint8Array(hashKey(key));
  await prisma.apiKey.create({
    data: { tenant_id: db.tenantId, id, lineage_id, prefix, hash, ...row, created_at: now },
  });
  return { key_id: id, key_prefix: prefix, key };
}
