import { z } from 'zod';
import type { CatalogDimension } from '../../../features/catalog/catalog-dimensions.ts';
import { lineText } from '../../../shared/text.ts';

/** The checks of the browser before it sends the form. The server repeats them. */
export const entryForm = z.object({
  de: lineText(1, 120),
  en: lineText(1, 120),
  sort_key: z.string().regex(/^\d{1,7}$/),
  dimension: z.custom<CatalogDimension>(),
});
export type EntryForm = z.input<typeof entryForm>;

export function entryOf({ de, en, sort_key }: EntryForm) {
  return { names: { de, en }, sort_key: Number(sort_key) };
}
