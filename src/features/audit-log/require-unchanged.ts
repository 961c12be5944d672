import type { Call } from '../../operation/call.ts';
import type { StaleField } from '../../shared/errors/app-errors.ts';
import { changedSince, refuseStale, requireSeen } from '../../shared/schema/edit-version.ts';
import { WEEK_MS } from '../../shared/time/durations.ts';

const DAYS_MS = WEEK_MS;

type Edited = {
  id: string;
  /** The fields that the app can edit, with their present values. The caller has locked the row. */
  fields: Record<string, unknown>;
  /** The version that the person saw. An edit over REST has none. */
  version: string | undefined;
  /** When the row was last changed, if some changes of it have no audit entry. */
  changedAt?: Date;
};

/**
 * Refuses an edit of the app if others have changed the object since the person read it, and says
 * who changed which field and when. An edit without a version is not refused.
 */
export async function requireUnchanged(call: Call, edited: Edited): Promise<void> {
  const { version } = edited;
  if (version === undefined) return;
  // The audit log is for admins. A member learns only what has changed.
  const { actor } = call;
  if (actor.kind === 'user' && actor.role === 'member') return requireSeen(version, edited.fields);
  const changed = changedSince(version, edited.fields);
  if (changed.length > 0) refuseStale(changed, await lastChanges(call, edited, changed));
}

type Entry = {
  kind: NonNullable<StaleField['by']>['kind'];
  id: string;
  at: Date;
  changes: Record<string, unknown> | null;
};

/** Finds the changes of these fields in the audit log of the last days. */
async function lastChanges(
  call: Call,
  { id, changedAt = new Date(0) }: Edited,
  names: string[],
): Promise<StaleField[]> {
  const entries = await call.db.rows<Entry>(
    `select a.actor_kind as kind, a.actor_id as id, a.created_at as at, a.changes
     from audit_entry a
     where a.tenant_id = $1 and a.target_id = $2 and a.created_at > $3
     order by a.created_at desc, a.id desc limit 100`,
    [id, new Date(call.now.getTime() - DAYS_MS)],
  );
  // The newest change has no entry. An older entry would name the wrong person.
  const isLogged = entries[0] !== undefined && entries[0].at >= changedAt;
  return names.map((field) => {
    const entry = entries.find(({ changes }) => isAbout(changes, field));
    if (!entry || !isLogged) return { field };
    return { field, by: { kind: entry.kind, id: entry.id }, at: entry.at.toISOString() };
  });
}

/** An entry names the fields under `changed`, or contains them with their new values. */
function isAbout(changes: Entry['changes'], field: string): boolean {
  const { changed } = changes ?? {};
  return Array.isArray(changed) ? changed.includes(field) : Object.hasOwn(changes ?? {}, field);
}
