import type { PrismaCall } from '../../operation/call.ts';
import type { CatalogDimension } from './catalog-dimensions.ts';
import { labelsOf } from './describe-entry.ts';
import type { CatalogRule } from './entries.schema.ts';
import { findEntries } from './find-entries.ts';

type Row = {
  id: string;
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
  dimension: string;
};

/** The rules of all teams, then those of the team. */
export async function listRules(call: PrismaCall): Promise<CatalogRule[]> {
  const { db, prisma } = call;
  const orderBy = { id: 'asc' } as const;
  const global = await prisma.catalogRule.findMany({ orderBy });
  const own = await prisma.teamCatalogRule.findMany({
    where: { tenant_id: db.tenantId },
    orderBy,
  });
  const ids = [...global, ...own].flatMap((row) => namedIn(row).map(([, id]) => id));
  const entries = await findEntries(call, ids);
  const described = (row: Row, isOwn: boolean): CatalogRule => ({
    id: row.id,
    own: isOwn,
    entries: namedIn(row).map(([dimension, id]) => ({
      id,
      dimension,
      names: labelsOf(entries.get(id)?.names ?? {}),
    })),
    dimension: row.dimension as CatalogDimension,
  });
  return [...global.map((row) => described(row, false)), ...own.map((row) => described(row, true))];
}

function namedIn({ situation_id, personality_id, industry_id }: Row): [CatalogDimension, string][] {
  const all = [
    ['situation', situation_id],
    ['personality', personality_id],
    ['industry', industry_id],
  ] as const;
  return all.flatMap(([dimension, id]) => (id === null ? [] : [[dimension, id]]));
}
