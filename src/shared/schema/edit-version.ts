import { hash } from 'node:crypto';
import { AppError, type StaleField } from '../errors/app-errors.ts';

type Fields = Record<string, unknown>;

/**
 * The version of these fields. It has a part for each field, so that a stale version shows which
 * fields have changed, without a stored history and even if an older release changed them. It is in the input and not
 * in `If-Match`: so the types of the client require it, and each call of a batch has its own.
 */
export function versionOf(fields: Fields): string {
  return parts(fields)
    .map(([, part]) => part)
    .join('.');
}

/** The names of the fields that have changed since this version. */
export function changedSince(version: string, fields: Fields): string[] {
  const seen = version.split('.');
  return parts(fields).flatMap(([name, part], i) => (seen[i] === part ? [] : [name]));
}

/**
 * Refuses an edit if others have changed the object since this version, and says which fields they
 * changed.
 */
export function requireSeen(version: string, fields: Fields): void {
  const changed = changedSince(version, fields);
  if (changed.length > 0) refuseStale(changed);
}

export function refuseStale(names: string[], changes?: StaleField[]): never {
  throw new AppError('stale', {
    detail: `Changed since it was read: ${names.join(', ')}.`,
    changes: changes ?? names.map((field) => ({ field })),
  });
}

/** Takes these fields of an object, to make its version. */
export function fieldsOf(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

function parts(fields: Fields): [name: string, part: string][] {
  const named = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return named.map(([name, value]) => [
    name,
    hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8),
  ]);
}
