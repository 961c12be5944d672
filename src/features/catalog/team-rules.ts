import { newId } from '../../db/ids.ts';
import { lockInTeam } from '../../db/lock-in-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { CatalogDimension } from './catalog-dimensions.ts';
import { labelsOf } from './describe-entry.ts';
import { type AddRule, type CatalogRule, MAX_RULES } from './entries.schema.ts';
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

const fields = ['situation_id', 'personality_id', 'industry_id'] as const;

/**
 * Excludes a combination from all new assignments of the team. A refused assignment gets a problem that names
 * the last dimension of the rule (D125).
 */
export async function addRule(call: PrismaCall, input: AddRule): Promise<{ rule_id: string }> {
  const { db, prisma, now } = call;
  const { tenantId: tenant_id } = db;
  const named = fields.filter((field) => input[field] !== null);
  await requireEntries(call, input, named);
  await lockInTeam(db, 'catalog');
  if ((await prisma.teamCatalogRule.count({ where: { tenant_id } })) >= MAX_RULES) {
    throw new ApiError('conflict', { because: ['too_many_rules', MAX_RULES] });
  }
  const id = newId('rul', now);
  const dimension = dimensionOf(named.at(-1) ?? 'situation_id');
  const { count } = await prisma.teamCatalogRule.createMany({
    data: [{ tenant_id, id, ...input, dimension, created_at: now }],
    skipDuplicates: true,
  });
  if (count === 0) {
    throw new ApiError('conflict', { because: 'rule_exists' });
  }
  await recordAudit(call, { action: 'catalog_rule.added', targetId: id, changes: input });
  return { rule_id: id };
}

type Field = (typeof fields)[number];

const dimensionOf = (field: Field) => field.slice(0, -'_id'.length);

async function requireEntries(call: PrismaCall, input: AddRule, named: Field[]): Promise<void> {
  const ids = named.map((field) => input[field] ?? '');
  const existing = await findEntries(call, ids);
  for (const field of named) {
    if (existing.get(input[field] ?? '')?.dimension === dimensionOf(field)) continue;
    throw new ApiError('validation_error', { field, because: 'no_entry_in_dimension' });
  }
}

/** Removes a rule of the team. */
export async function removeRule(call: PrismaCall, id: string): Promise<Ok> {
  const { db, prisma } = call;
  const key = { tenant_id: db.tenantId, id };
  const before = await prisma.teamCatalogRule.findUnique({
    where: { tenant_id_id: key },
    select: { situation_id: true, personality_id: true, industry_id: true },
  });
  const { count } = await prisma.teamCatalogRule.deleteMany({ where: key });
  if (count === 0 || !before) throw new ApiError('not_found');
  const changes = { situation_id: null, personality_id: null, industry_id: null };
  await recordAudit(call, { action: 'catalog_rule.removed', targetId: id, changes, before });
  return { ok: true };
}
