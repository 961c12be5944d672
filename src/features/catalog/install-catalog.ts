import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import { globalCatalog, globalRules } from './global-catalog.ts';

/** The models of what belongs to no team; every handle has them. */
type Catalog = Pick<TeamPrisma, 'catalogEntry' | 'catalogRule'>;

/** Adds what is missing of the global catalog; what is there stays as it is. */
export async function installCatalog({ catalogEntry, catalogRule }: Catalog): Promise<void> {
  const entries = globalCatalog.map(({ id, dimension, de, en, icon }, at) => ({
    id,
    dimension,
    names: { de, en },
    icon,
    sort_key: at,
  }));
  await catalogEntry.createMany({ data: entries.sort(byId), skipDuplicates: true });
  await catalogRule.createMany({ data: [...globalRules].sort(byId), skipDuplicates: true });
}

/** Two that install at once wait for each other, and never in a circle. */
function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
