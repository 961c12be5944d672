import type { PrismaCall } from '../../operation/call.ts';
import { describeGlobalEntry, describeOwnEntry } from './describe-entry.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import type { ArrangedEntry } from './entries.schema.ts';

/** All entries of the global catalog and of the team, released or not, in the catalog's order (D137). */
export async function listEntries(
  { db, prisma }: PrismaCall,
  dimension: Dimension | undefined,
): Promise<ArrangedEntry[]> {
  const { tenantId: tenant_id } = db;
  const where = dimension ? { dimension } : {};
  const hidden = await prisma.catalogHidden.findMany({ where: { tenant_id } });
  const isHidden = new Set(hidden.map(({ entry_id }) => entry_id));
  const global = await prisma.catalogEntry.findMany({ where });
  const own = await prisma.teamCatalogEntry.findMany({ where: { tenant_id, ...where } });
  const entries = [
    ...global.map((row) => describeGlobalEntry(row, isHidden.has(row.id))),
    ...own.map(describeOwnEntry),
  ];
  return entries.sort(
    (a, b) =>
      dimensions.indexOf(a.dimension) - dimensions.indexOf(b.dimension) ||
      a.sort_key - b.sort_key ||
      (a.id < b.id ? -1 : 1),
  );
}
