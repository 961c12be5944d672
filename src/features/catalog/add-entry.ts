import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { describeOwnEntry } from './describe-entry.ts';
import type { AddEntry, ArrangedEntry } from './entries.schema.ts';
import { requireRoomForEntry, requireRoomForReleased } from './rules/require-room-for-entries.ts';

/** Adds an entry of the team's own. Members can see the entry at once. */
export async function addEntry(call: PrismaCall, given: AddEntry): Promise<ArrangedEntry> {
  const { db, prisma, now } = call;
  await requireRoomForEntry(call);
  await requireRoomForReleased(call, 1);
  const id = newId('cat', now);
  const row = await prisma.teamCatalogEntry.create({
    data: { tenant_id: db.tenantId, id, ...given },
  });
  await recordAudit(call, { action: 'catalog_entry.added', targetId: id, changes: given });
  return describeOwnEntry(row);
}
