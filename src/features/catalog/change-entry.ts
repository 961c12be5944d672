import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { type InEach, languages } from '../../shared/language/language.ts';
import { fieldsOf, refuseStale } from '../../shared/schema/edit-version.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { describeOwnEntry, editableOf } from './describe-entry.ts';
import type { AddEntry, ArrangedEntry, ChangeEntry } from './entries.schema.ts';
import { requireRoomForEntry, requireRoomForReleased } from './rules/require-room-for-entries.ts';

/** Adds an entry of the team's own. Members can see the entry at once. */
export async function addEntry(call: PrismaCall, input: AddEntry): Promise<ArrangedEntry> {
  const { db, prisma, now } = call;
  await requireRoomForEntry(call);
  await requireRoomForReleased(call, 1);
  const id = newId('cat', now);
  const row = await prisma.teamCatalogEntry.create({
    data: { tenant_id: db.tenantId, id, ...input },
  });
  await recordAudit(call, { action: 'catalog_entry.added', targetId: id, changes: input });
  return describeOwnEntry(row);
}

type Editable = ReturnType<typeof editableOf>;

/**
 * Changes one of the team's own entries, released or not, if it is as the person has seen it. Id and dimension stay
 * the same.
 */
export async function changeEntry(
  call: PrismaCall,
  { entry_id: id, version, ...input }: ChangeEntry,
): Promise<ArrangedEntry> {
  const { db, prisma } = call;
  const row = await prisma.teamCatalogEntry.findUnique({
    where: { tenant_id_id: { tenant_id: db.tenantId, id } },
  });
  if (!row) throw new ApiError('not_found');
  const before = editableOf(row);
  await requireUnchanged(call, { id, fields: before, version });
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return describeOwnEntry(row);
  const { names, icon, sort_key } = row;
  const { count } = await prisma.teamCatalogEntry.updateMany({
    where: {
      tenant_id: db.tenantId,
      id,
      icon,
      sort_key,
      names: { equals: names ?? {} },
    },
    data: changes,
  });
  // Another change has come first.
  if (count === 0) refuseStale(Object.keys(changes));
  await recordAudit(call, {
    action: 'catalog_entry.changed',
    targetId: id,
    changes,
    before: fieldsOf(before, Object.keys(changes)),
  });
  return describeOwnEntry({ ...row, ...changes });
}

type Changes = { names?: InEach<string>; icon?: string | null; sort_key?: number };

function changesBetween(
  before: Editable,
  { names, icon, sort_key }: Partial<ChangeEntry>,
): Changes {
  const isNew = names && languages.some((one) => names[one] !== before.names[one]);
  return {
    ...(isNew ? { names } : {}),
    ...(icon !== undefined && icon !== before.icon ? { icon } : {}),
    ...(sort_key !== undefined && sort_key !== before.sort_key ? { sort_key } : {}),
  };
}
