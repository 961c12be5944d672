import type { PrismaCall } from '../../operation/call.ts';
import { ownTurn } from '../../shared/long-work.ts';
import { type CatalogDimension, catalogDimensions } from './catalog-dimensions.ts';
import { describeGlobalEntry, describeOwnEntry } from './describe-entry.ts';
import type { ArrangedEntry } from './entries.schema.ts';

/** So many entries get their versions in one turn of the event loop. */
const AT_ONCE = 500;

/** All entries of the global catalog and of the team, released or not, in the catalog's order (D137). */
export async function listEntries(
  { db, prisma }: PrismaCall,
  dimension: CatalogDimension | undefined,
): Promise<ArrangedEntry[]> {
  const { tenantId: tenant_id } = db;
  const where = dimension ? { dimension } : {};
  const hidden = await prisma.catalogHidden.findMany({ where: { tenant_id } });
  const isHidden = new Set(hidden.map(({ entry_id }) => entry_id));
  const global = await prisma.catalogEntry.findMany({ where });
  const own = await prisma.teamCatalogEntry.findMany({ where: { tenant_id, ...where } });
  const entries = global.map((row) => describeGlobalEntry(row, isHidden.has(row.id)));
  for (let n = 0; n < own.length; n += AT_ONCE) {
    if (n > 0) await ownTurn();
    entries.push(...own.slice(n, n + AT_ONCE).map(describeOwnEntry));
  }
  return entries.sort(
    (a, b) =>
      catalogDimensions.indexOf(a.dimension) - catalogDimensions.indexOf(b.dimension) ||
      a.sort_key - b.sort_key ||
      (a.id < b.id ? -1 : 1),
  );
}
