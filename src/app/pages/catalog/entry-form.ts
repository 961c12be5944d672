import { z } from 'zod';
import { entryFields } from '../../../features/catalog/entry-fields.schema.ts';
import { lineText } from '../../../shared/schema/text.ts';
import { type Typed, valuesIn } from '../../ui/field-values.ts';

const name = lineText(1, 120);
/** The checks of the browser before it sends the form. The server repeats them. */
export const entryChecks = { de: name, en: name, sort_key: z.int().max(1_000_000) };

export function entryOf(typed: Typed<typeof entryFields>) {
  const { sort_key, ...names } = valuesIn(entryFields, typed);
  return { names, sort_key };
}
