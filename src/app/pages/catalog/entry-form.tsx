import { z } from 'zod';
import type { CatalogDimension } from '../../../features/catalog/catalog-dimensions.ts';
import { lineText } from '../../../shared/schema/text.ts';
import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import { catalogTexts } from './texts.ts';

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

type Props = { form: ReturnType<typeof useSchemaForm<EntryForm>>['form'] };

export function EntryFields({ form }: Props) {
  const t = useTexts(catalogTexts);
  return (
    <>
      <form.AppField name="de">
        {(field) => <field.Text autoComplete="off" label={t.nameDe} />}
      </form.AppField>
      <form.AppField name="en">
        {(field) => <field.Text autoComplete="off" label={t.nameEnField} />}
      </form.AppField>
      <form.AppField name="sort_key">
        {(field) => <field.Text hint={t.sortKeyHint} inputMode="numeric" label={t.sortKey} />}
      </form.AppField>
    </>
  );
}
