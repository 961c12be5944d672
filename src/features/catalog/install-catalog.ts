import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { InEach } from '../../shared/language/language.ts';
import { globalCatalog, globalRules } from './global-catalog.ts';

/** The models of rows that belong to no team. Every handle contains them. */
type Catalog = Pick<TeamPrisma, 'catalogEntry' | 'catalogRule'>;

/** Adds the missing entries of the global catalog, and leaves the others as they are. */
export async function installCatalog({ catalogEntry, catalogRule }: Catalog): Promise<void> {
  const entries = globalCatalog.map(({ id, dimension, de, en, icon }, index) => ({
    id,
    dimension,
    names: { de, en } satisfies InEach<string>,
    icon,
    sort_key: index,
  }));
  await catalogEntry.createMany({ data: entries.sort(byId), skipDuplicates: true });
  await catalogRule.createMany({ data: [...globalRules].sort(byId), skipDuplicates: true });
}

/** All installations use the same order, so that two at once wait for each other without a deadlock. */
function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
