import { showsField } from '../../auth/privacy.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { AuditEntry, ChangedField } from './audit-log.schema.ts';
import { findNames } from './find-names.ts';

type Fields = Record<string, unknown>;

/** An entry as the table has it. */
export type StoredEntry = {
  id: string;
  at: string;
  actor_kind: string;
  actor_id: string;
  action: string;
  target_id: string;
  changes: Fields | null;
  before: Fields | null;
  ip: string | null;
  request_id: string | null;
};

/**
 * Adds the names that people and keys have now. While member detail is off, an entry names no other
 * person and no address of one.
 */
export async function describeEntries(
  call: TeamVisit,
  entries: StoredEntry[],
): Promise<AuditEntry[]> {
  const names = await findNames(call, new Set(entries.flatMap((e) => [e.actor_id, e.target_id])));
  const { privacy, memberId } = call.actor;
  return entries.map((entry) => {
    const is_me = entry.actor_kind === 'user' && entry.actor_id === memberId;
    const isOther = entry.actor_kind === 'user' && !is_me;
    return {
      id: entry.id,
      at: entry.at,
      actor: {
        ...{ kind: entry.actor_kind, id: entry.actor_id },
        ...{ name: names.get(entry.actor_id) ?? null, is_me },
      },
      action: entry.action,
      target: {
        kind: entry.action.split('.', 1)[0] ?? '',
        id: entry.target_id,
        name: names.get(entry.target_id) ?? null,
      },
      changes: changesOf(entry),
      ip: isOther && !showsField(privacy, 'audit_entry', 'ip') ? null : entry.ip,
      request_id: entry.request_id,
    };
  });
}

/** What has really changed: an entry may have fields that were given and stayed as they were. */
function changesOf({ changes, before }: Pick<StoredEntry, 'changes' | 'before'>): ChangedField[] {
  if (!changes) return [];
  const { changed, ...values } = changes;
  const named = Array.isArray(changed) ? changed.map(String) : [];
  const fields = [...new Set([...named, ...Object.keys(values)])];
  return fields.flatMap((field) => {
    const was = kept(before, field);
    const is = kept(values, field);
    if (was && is && JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ field, ...(was ? { before: was.value } : {}), ...(is ? { after: is.value } : {}) }];
  });
}

function kept(fields: Fields | null, name: string): { value: unknown } | undefined {
  return fields && Object.hasOwn(fields, name) ? { value: fields[name] } : undefined;
}
