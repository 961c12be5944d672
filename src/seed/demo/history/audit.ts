import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import type { AuditRecord } from '../../../features/audit-log/record-audit.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import type { Origin } from './origin.ts';

/** Who did what, and when. */
export type Deed = AuditRecord & {
  at: Date;
  by: Origin;
  /** The id of the request that did it, if the request log has a line of it. */
  requestId?: string;
};

export function auditRows(
  tenantId: string,
  deeds: readonly Deed[],
): Prisma.AuditEntryCreateManyInput[] {
  return deeds.map(({ at, by, action, targetId, changes, before, requestId }) => ({
    tenant_id: tenantId,
    id: newId('aud', at),
    actor_kind: by.kind,
    actor_id: by.id,
    action,
    target_id: targetId,
    created_at: at,
    ip: by.ip,
    ...(changes ? { changes: changes as Prisma.InputJsonObject } : {}),
    ...(before ? { before: before as Prisma.InputJsonObject } : {}),
    request_id: requestId ?? (by.ip === null ? null : requestIdAt(at)),
  }));
}
