import type { MemberCall } from '../../operation/call.ts';
import type { AuditEntry, ChangedField } from './audit-log.schema.ts';
import { findNames, type NameAt } from './find-names.ts';
import { type FoundObject, findObjects } from './find-objects.ts';

type Fields = Record<string, unknown>;

/** An entry as the table contains it. */
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
 * Adds the present names of objects, and the names that people had at the time of the entry. Somebody may
 * have taken a name that was another person's before: the entry still names the right person. While
 * member detail is off, an entry shows no name and no address of another person.
 */
export async function describeEntries(
  call: MemberCall,
  entries: StoredEntry[],
): Promise<AuditEntry[]> {
  const nameAt = await findNames(call, entries.flatMap(wantedNames));
  const objects = await findObjects(call, new Set(entries.flatMap(idsIn)));
  const { privacy, homePrivacy, memberId } = call.actor;
  // People who act in a sandbox are members of its team, which may hide more than the sandbox does.
  const showsOthers = [privacy, homePrivacy].every((one) => one.shows('audit_entry', 'ip'));
  const room = { characters: MOST_CHARACTERS };
  return entries.map((entry) => {
    const is_me = entry.actor_kind === 'user' && entry.actor_id === memberId;
    const isOther = entry.actor_kind === 'user' && !is_me;
    const names = namesIn(entry, { nameAt, objects }, room);
    const object = objects.get(entry.target_id);
    return {
      id: entry.id,
      at: entry.at,
      actor: {
        kind: entry.actor_kind,
        id: entry.actor_id,
        name: nameAt(entry.actor_id, entry.at),
        is_me,
      },
      action: entry.action,
      target: {
        kind: entry.action.split('.', 1)[0] ?? '',
        id: entry.target_id,
        name:
          nameAt(entry.target_id, entry.at) ??
          object?.name ??
          severalIn(entry, names) ??
          sandboxIn(entry),
        is_gone: object?.isGone ?? false,
        can_open: object?.canOpen ?? false,
      },
      changes: isRename(entry) ? [renameOf(entry, nameAt)] : changesOf(entry),
      names,
      ip: isOther && !showsOthers ? null : entry.ip,
      request_id: entry.request_id,
    };
  });
}

type Named = Pick<StoredEntry, 'actor_id' | 'target_id' | 'action' | 'at' | 'changes' | 'before'>;
type Lookup = { nameAt: NameAt; objects: ReadonlyMap<string, FoundObject> };

/**
 * The most characters of the names of a page, because values may name hundreds of objects. The entries after that
 * have only ids.
 */
const MOST_CHARACTERS = 200_000;

/** The names of the objects whose ids are among the values of an entry. */
function namesIn(
  entry: Named,
  { nameAt, objects }: Lookup,
  room: { characters: number },
): Record<string, string> {
  const names: Record<string, string> = {};
  for (const id of new Set(idsInValues(entry))) {
    if (room.characters <= 0) break;
    const name = nameAt(id, entry.at) ?? objects.get(id)?.name;
    if (name == null) continue;
    names[id] = name;
    room.characters -= id.length + name.length;
  }
  return names;
}

/** More names would not fit into the line of an entry. */
const SEVERAL = 10;

/**
 * The names of catalog entries that were released or withdrawn together. Such an entry of the log has the
 * team as its object, and the catalog entries among its values.
 */
function severalIn({ action }: Named, names: Record<string, string>): string | null {
  if (!/^catalog_entry\.(released|withdrawn)$/.test(action)) return null;
  const all = Object.values(names);
  if (all.length > SEVERAL) return `${all.slice(0, SEVERAL).join(', ')}, …`;
  return all.join(', ') || null;
}

/** The name that a deleted sandbox got by this entry. */
function sandboxIn({ action, changes }: Named): string | null {
  const isNamed = action === 'sandbox.created' || action === 'sandbox.renamed';
  return isNamed && typeof changes?.name === 'string' ? changes.name : null;
}

const isId = /^([a-z]{3,4}_[0-9a-z]{26}|(sit|per|ind|rol|met)_\w{1,60})$/;

const idsIn = (entry: Named): string[] => [entry.target_id, ...idsInValues(entry)];

function idsInValues({ changes, before }: Named): string[] {
  return [changes, before].flatMap(textsIn).filter((text) => isId.test(text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const isRename = ({ action }: Named) => action === 'member.renamed';

function wantedNames(entry: Named): [string, string][] {
  const { actor_id, target_id, at } = entry;
  const after: [string, string][] = isRename(entry) ? [[target_id, justAfter(at)]] : [];
  const others = idsInValues(entry).map((id): [string, string] => [id, at]);
  return [[actor_id, at], [target_id, at], ...others, ...after];
}

/**
 * A name is valid until the moment of the rename, so at that moment the entry still finds the
 * former name.
 */
function renameOf({ target_id, at }: Named, nameAt: NameAt): ChangedField {
  const [before, after] = [nameAt(target_id, at), nameAt(target_id, justAfter(at))];
  return before === null ? { field: 'name' } : { field: 'name', before, after };
}

const justAfter = (at: string) => new Date(Date.parse(at) + 1).toISOString();

/** The fields that have really changed. An entry may contain fields that were given and stayed the same. */
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
