import { hash } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from './errors.ts';

/** The version of an object that the person saw before the edit. */
export const editVersion = z
  .string()
  .regex(/^[\w-]{8}(\.[\w-]{8}){0,30}$/, 'The version that was read with the object.');

type Fields = Record<string, unknown>;

/** Names the state of these fields, each by a part, so that a stale version tells what has changed. */
export function versionOf(fields: Fields): string {
  return parts(fields)
    .map(([, part]) => part)
    .join('.');
}

/** Refuses an edit of something that others have changed since, and says which fields they changed. */
export function requireSeen(version: string, fields: Fields): void {
  const seen = version.split('.');
  const changed = parts(fields).filter(([, part], i) => seen[i] !== part);
  if (changed.length > 0) refuseStale(changed.map(([name]) => name));
}

export function refuseStale(names: string[]): never {
  throw new ApiError('conflict', {
    detail: `Changed since it was read: ${names.join(', ')}.`,
    issues: names.map((name) => ({
      in: 'body',
      pointer: `/${name}`,
      code: 'changed',
      detail: 'Changed since it was read.',
    })),
  });
}

function parts(fields: Fields): [name: string, part: string][] {
  const named = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return named.map(([name, value]) => [
    name,
    hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8),
  ]);
}
