import type { DealField } from './connector.ts';

const namesOf = new WeakMap<DealField, Map<string, string>>();

/**
 * The names of a field's options by their values. All deals of a page ask for the same field, which may have
 * thousands of options, so they are looked up in a map that is made once.
 */
export function optionNames(field: DealField): ReadonlyMap<string, string> {
  const cached = namesOf.get(field);
  if (cached) return cached;
  // Of two options with the same value, the first one counts.
  const names = new Map(field.options.toReversed().map(({ value, name }) => [value, name]));
  namesOf.set(field, names);
  return names;
}
