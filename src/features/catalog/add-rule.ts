import { newId } from '../../db/ids.ts';
import { lockInTeam } from '../../db/lock-in-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type AddRule, MAX_RULES } from './entries.schema.ts';
import { findEntries } from './find-entries.ts';

const fields = ['situation_id', 'personality_id', 'industry_id'] as const;

/**
 * Excludes a combination from all new assignments of the team. A refused assignment gets a problem that names
 * the last dimension of the rule (D125).
 */
export async function addRule(call: PrismaCall, given: AddRule): Promise<{ rule_id: string }> {
  const { db, prisma, now } = call;
  const { tenantId: tenant_id } = db;
  const named = fields.filter((field) => given[field] !== null);
  await requireEntries(call, given, named);
  await lockInTeam(db, 'catalog');
  if ((await prisma.teamCatalogRule.count({ where: { tenant_id } })) >= MAX_RULES) {
    throw new ApiError('conflict', { because: ['too_many_rules', MAX_RULES] });
  }
  const id = newId('rul', now);
  const dimension = dimensionOf(named.at(-1) ?? 'situation_id');
  const { count } = await prisma.teamCatalogRule.createMany({
    data: [{ tenant_id, id, ...given, dimension, created_at: now }],
    skipDuplicates: true,
  });
  if (count === 0) {
    throw new ApiError('conflict', { because: 'rule_exists' });
  }
  await recordAudit(call, { action: 'catalog_rule.added', targetId: id, changes: given });
  return { rule_id: id };
}

type Field = (typeof fields)[number];

const dimensionOf = (field: Field) => field.slice(0, -'_id'.length);

async function requireEntries(call: PrismaCall, given: AddRule, named: Field[]): Promise<void> {
  const ids = named.map((field) => given[field] ?? '');
  const known = await findEntries(call, ids);
  for (const field of named) {
    if (known.get(given[field] ?? '')?.dimension === dimensionOf(field)) continue;
    throw new ApiError('validation_error', { field, because: 'no_entry_in_dimension' });
  }
}
