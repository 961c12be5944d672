import { z } from 'zod';
import { routes } from '../routes.ts';

const MAX_PARTS = 10;
const place = /^\d{1,6}$/;

/** The names of all fields and parameters in the inputs of the API. */
const existing = new Set<string>();
for (const { input } of routes)
  addNames(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));

function addNames(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, inner] of Object.entries(schema)) {
    if (name === 'properties' && typeof inner === 'object') {
      for (const field of Object.keys(inner ?? {})) existing.add(field);
    }
    addNames(inner);
  }
}

/**
 * The place of a wrong value, in names that the API knows. A name that the client has invented, such as an
 * unknown field or a name in a free form, is shown as `…`. (For misspelt names see misspelt-field.ts.)
 */
export function shownPointer(pointer: string): string {
  const parts = pointer.split('/').slice(1, MAX_PARTS + 1);
  const shown = parts.map((part) => (existing.has(part) || place.test(part) ? part : '…'));
  return shown.map((part) => `/${part}`).join('');
}
