import type { PrismaCall } from '../../operation/call.ts';
import type { InEach } from '../../shared/language/language.ts';

export type FoundEntry = {
  id: string;
  dimension: string;
  /** The labels that the entry has, by language. */
  names: Partial<InEach<string>>;
  /** The product has withdrawn the entry. */
  discontinued: boolean;
};

/** The entries with these ids in the global catalog or among the team's own, released or not. */
export async function findEntries(
  { db, prisma }: PrismaCall,
  ids: readonly string[],
): Promise<Map<string, FoundEntry>> {
  if (ids.length === 0) return new Map();
  const id = { in: [...new Set(ids)] };
  const global = await prisma.catalogEntry.findMany({ where: { id } });
  const own = await prisma.teamCatalogEntry.findMany({ where: { tenant_id: db.tenantId, id } });
  const found = [
    ...global.map((entry) => ({ ...entry, discontinued: entry.archived_at !== null })),
    ...own.map((entry) => ({ ...entry, discontinued: false })),
  ];
  return new Map(
    found.map(({ id, dimension, names, discontinued }) => [
      id,
      { id, dimension, names: names as FoundEntry['names'], discontinued },
    ]),
  );
}
