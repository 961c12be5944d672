import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { Release } from './entries.schema.ts';
import { requireRoomForReleased } from './rules/require-room-for-entries.ts';

/**
 * Releases entries for the members of the team, or withdraws them. Assignments, policies and so on
 * keep a withdrawn entry. A repeated release changes nothing.
 */
export async function releaseEntries(
  call: PrismaCall,
  { entry_ids, released }: Release,
): Promise<{ changed: number }> {
  const { global, own } = await pickChanged(call, { entry_ids, released });
  const changed = [...global, ...own];
  if (changed.length === 0) return { changed: 0 };
  if (released) await requireRoomForReleased(call, own.length);
  await switchGlobal(call, global, released);
  await switchOwn(call, own, released);
  await recordAudit(call, {
    action: released ? 'catalog_entry.released' : 'catalog_entry.withdrawn',
    targetId: call.db.tenantId,
    changes: { entry_ids: changed },
  });
  return { changed: changed.length };
}

type Picked = { global: string[]; own: string[] };

/** The entries that this call changes. Refuses ids that the team does not have. */
async function pickChanged(
  { db, prisma }: PrismaCall,
  { entry_ids, released }: Release,
): Promise<Picked> {
  const { tenantId: tenant_id } = db;
  const ids = [...new Set(entry_ids)];
  const where = { id: { in: ids } };
  const global = await prisma.catalogEntry.findMany({ where });
  const own = await prisma.teamCatalogEntry.findMany({ where: { tenant_id, ...where } });
  const existing = new Set([...global, ...own].map(({ id }) => id));
  if (ids.some((id) => !existing.has(id))) {
    throw new ApiError('validation_error', { field: 'entry_ids', because: 'no_catalog_entry' });
  }
  const hidden = await prisma.catalogHidden.findMany({
    where: { tenant_id, entry_id: { in: ids } },
  });
  const isHidden = new Set(hidden.map(({ entry_id }) => entry_id));
  return {
    global: global.map(({ id }) => id).filter((id) => isHidden.has(id) === released),
    own: own.filter((row) => (row.archived_at !== null) === released).map(({ id }) => id),
  };
}

async function switchGlobal({ db, prisma }: PrismaCall, ids: string[], released: boolean) {
  const { tenantId: tenant_id } = db;
  if (released) {
    await prisma.catalogHidden.deleteMany({ where: { tenant_id, entry_id: { in: ids } } });
    return;
  }
  // The ids are sorted, so that two admins at once wait for each other without a deadlock.
  const data = ids.toSorted().map((entry_id) => ({ tenant_id, entry_id }));
  await prisma.catalogHidden.createMany({ data, skipDuplicates: true });
}

async function switchOwn({ db, prisma, now }: PrismaCall, ids: string[], released: boolean) {
  await prisma.teamCatalogEntry.updateMany({
    where: { tenant_id: db.tenantId, id: { in: ids } },
    data: { archived_at: released ? null : now },
  });
}
