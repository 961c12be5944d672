import type { z } from 'zod';
import type { PrismaCall } from '../../operation/call.ts';
import { refuseStale, versionOf } from '../../shared/schema/edit-version.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import type { renamedKey, renameKeyInput } from './api-keys.schema.ts';
import { findKey } from './find-key.ts';

/**
 * Renames a key, even one that has ended, if it still has the name that the person has seen. Its
 * successor and predecessor keep their names.
 */
export async function renameKey(
  call: PrismaCall,
  { key_id, name, version }: z.output<typeof renameKeyInput>,
): Promise<z.output<typeof renamedKey>> {
  const before = (await findKey(call, key_id)).name;
  await requireUnchanged(call, { id: key_id, fields: { name: before }, version });
  const renamed = { key_id, name, version: versionOf({ name }) };
  if (before === name) return renamed;
  requirePlainName(name);
  const { count } = await call.prisma.apiKey.updateMany({
    where: { tenant_id: call.db.tenantId, id: key_id, name: before },
    data: { name },
  });
  // Another rename has come first.
  if (count === 0) refuseStale(['name']);
  await recordAudit(call, {
    action: 'api_key.renamed',
    targetId: key_id,
    changes: { name },
    before: { name: before },
  });
  return renamed;
}
