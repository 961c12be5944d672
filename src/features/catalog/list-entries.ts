import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { type CatalogDimension, catalogDimensions } from './catalog-dimensions.ts';
import { describeGlobalEntry, describeOwnEntry } from './describe-entry.ts';
import type { ArrangedEntry, EntryUse } from './entries.schema.ts';
import { findEntries } from './find-entries.ts';

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
    if (n > 0) await ownTick();
    entries.push(...own.slice(n, n + AT_ONCE).map(describeOwnEntry));
  }
  return entries.sort(
    (a, b) =>
      catalogDimensions.indexOf(a.dimension) - catalogDimensions.indexOf(b.dimension) ||
      a.sort_key - b.sort_key ||
      (a.id < b.id ? -1 : 1),
  );
}

const columns = new Map([
  ['situation', 'situation_id'],
  ['personality', 'personality_id'],
  ['industry', 'industry_id'],
] as const);

/** Finds what uses an entry now. The app shows this before an admin withdraws the entry. */
export async function getEntryUse(call: PrismaCall, id: string): Promise<EntryUse> {
  const { db, prisma, actor } = call;
  const { tenantId: tenant_id } = db;
  const entry = (await findEntries(call, [id])).get(id);
  if (!entry) throw new ApiError('not_found');
  const policies = await prisma.policy.count({
    where: {
      tenant_id,
      dimension: entry.dimension,
      entry_ids: { has: id },
      OR: [{ member_id: null }, { member: { status: { not: 'removed' } } }],
    },
  });
  const shows = actor.privacy.shows('entry_use', 'open_assignments');
  const column = columns.get(entry.dimension as 'situation');
  // Assignments and rules have only three of the five dimensions.
  if (!column) return { open_assignments: shows ? 0 : null, policies, rules: 0 };
  const named = { tenant_id, [column]: id };
  return {
    open_assignments: shows
      ? await prisma.assignment.count({ where: { ...named, status: 'open' } })
      : null,
    policies,
    rules: await prisma.teamCatalogRule.count({ where: named }),
  };
}
