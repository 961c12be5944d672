import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { EntryUse } from './entries.schema.ts';
import { findEntries } from './find-entries.ts';

const columns = new Map([
  ['situation', 'situation_id'],
  ['personality', 'personality_id'],
  ['industry', 'industry_id'],
] as const);

/** Finds what uses an entry now. The app shows this before an admin withdraws the entry. */
export async function findEntryUse(call: PrismaCall, id: string): Promise<EntryUse> {
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
