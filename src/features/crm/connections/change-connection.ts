import { connectionSettings } from '../../../crm/connection-settings.ts';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { requireUnchanged } from '../../audit-log/require-unchanged.ts';
import { findEntries } from '../../catalog/find-entries.ts';
import { applyMappings } from '../apply-mappings.ts';
import { assignOwners, requireAssignable } from './assign-owners.ts';
import type { ChangeConnection, ChangedConnection } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { type EditedFields, editedFields } from './edited-fields.ts';
import { nextAfter } from './next-after.ts';
import { findLocked } from './rules/find-connection.ts';
import { requireNotRemoving } from './rules/require-active.ts';

export type Field = keyof EditedFields;

/**
 * Changes the name, the interval, and the settings of what is read. A changed mapping applies to the stored
 * deals at once. All other changes need the CRM: they apply with the next synchronization, which is due now.
 */
export async function changeConnection(
  call: TeamVisit,
  { connection_id: id, version, settings = {}, owners, ...plain }: ChangeConnection,
): Promise<ChangedConnection> {
  const connection = await findLocked(call, id);
  requireNotRemoving(connection);
  const before = await editedFields(call, connection);
  await requireUnchanged(call, { id, fields: before, version });
  if (owners) await requireAssignable(call, id, owners);
  const input = defined({ ...plain, ...settings });
  const after: EditedFields = { ...before, ...input, owners: mergedOwners(before, owners) };
  const changed = fieldsIn(before).filter((name) => textOf(before[name]) !== textOf(after[name]));
  if (changed.length === 0) return describeChanged(call, id);
  if (changed.includes('industry_values')) await requireIndustries(call, before, after);
  if (owners && changed.includes('owners')) await assignOwners(call, id, owners);
  const { name, every_minutes, daily_budget } = after;
  await call.prisma.crmConnection.updateMany({
    where: { tenant_id: call.db.tenantId, id },
    data: {
      name,
      every_minutes,
      daily_budget,
      settings: settingsIn(after),
      ...(await nextAfter(call, connection, { after, changed })),
    },
  });
  const isMapped = changed.includes('owners') || changed.includes('industry_values');
  // If the industry field has changed too, the stored values are still those of the former field.
  if (isMapped && !changed.includes('industry_field')) {
    await applyMappings(call.db, { id, settings: after });
  }
  await recordAudit(call, {
    action: 'crm.changed',
    targetId: id,
    changes: { changed, ...shown(after, changed) },
    before: shown(before, changed),
  });
  return describeChanged(call, id);
}

function defined<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/**
 * Owners that are matched by e-mail address again are no longer among the owners that a person has assigned.
 */
function mergedOwners(
  { owners }: EditedFields,
  input: ChangeConnection['owners'] = {},
): EditedFields['owners'] {
  const merged = Object.entries({ ...owners, ...input }).filter(([, user]) => user !== null);
  return Object.fromEntries(merged);
}

const fieldsIn = (fields: EditedFields): Field[] => Object.keys(fields) as Field[];

/** A text that is the same for equal settings: the order of a mapping or of pipelines does not matter. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.toSorted());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function settingsIn(fields: EditedFields) {
  const {
    name: _,
    every_minutes: _every,
    daily_budget: _budget,
    owners: _owners,
    ...rest
  } = fields;
  return connectionSettings.parse(rest);
}

/** The fields for the audit log. Of long lists it records only that they have changed. */
function shown(fields: EditedFields, changed: readonly Field[]): Record<string, unknown> {
  const { owners: _, industry_values: _values, pipelines: _pipelines, ...named } = fields;
  return Object.fromEntries(
    Object.entries(named).filter(([name]) => changed.includes(name as Field)),
  );
}

type Mapping = Pick<EditedFields, 'industry_values'>;

/**
 * Refuses entries that the catalog does not have. A mapping that was stored before may stay, even if the
 * catalog has lost its entry since.
 */
async function requireIndustries(call: TeamVisit, before: Mapping, after: Mapping): Promise<void> {
  const former = new Set(Object.values(before.industry_values));
  const added = Object.values(after.industry_values).filter((id) => !former.has(id));
  const existing = await findEntries(call, added);
  if (added.every((id) => existing.get(id)?.dimension === 'industry')) return;
  throw new ApiError('validation_error', { field: 'industry_values', because: 'industry_unknown' });
}
