import { hash } from 'node:crypto';

/**
 * A hash of a JSON value as hexadecimal digits. The order of an object's members does not matter. A
 * member that is null counts as absent.
 */
export function contentHash(value: unknown): string {
  return hash('sha256', canonical(value), 'hex');
}

/** A text is written with its length. This costs less than quoting, and is just as unambiguous. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `${value.length}'${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  let members = '{';
  for (const name of Object.keys(value).sort()) {
    const member = value[name as keyof typeof value] as unknown;
    if (member != null) members += `${name.length}'${name}:${canonical(member)},`;
  }
  return `${members}}`;
}
