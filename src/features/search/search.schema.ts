import { z } from 'zod';
import { text, trimmedText } from '../../shared/schema/text.ts';

const foundKinds = [
  'person',
  'key',
  'endpoint',
  'connection',
  'assignment',
  'training',
  'case',
  'deal',
  'catalog_entry',
  'run',
  'delivery',
  'event',
  'own_assignment',
  'own_training',
  'own_case',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** A text or ids, or both. */
export const findInput = z.strictObject({
  /** Each of its words must be in the name. */
  text: trimmedText(1, 100).optional(),
  /**
   * Ids of any kind: one that the person has pasted, or those of things that the person has opened before.
   */
  ids: z.array(text(100)).max(20).optional(),
});
export type FindInput = z.output<typeof findInput>;

const foundThing = z.strictObject({
  kind: z.enum(foundKinds),
  id: z.string(),
  /** The name or title. Null if the thing has none. */
  label: z.string().nullable(),
  /**
   * The text that tells the thing from others of the same name: an address, a person, the beginning of a key.
   */
  detail: z.string().nullable(),
  /**
   * What the thing belongs to: the connection of a run, the dimension of a catalog entry, the request that raised an
   * event.
   */
  within: z.string().nullable(),
  /** The status of an endpoint; `active` for a key that can be rotated. */
  state: z.string().nullable(),
});
export type FoundThing = z.output<typeof foundThing>;

export const foundThings = z.strictObject({ data: z.array(foundThing) });
export type FoundThings = z.output<typeof foundThings>;
