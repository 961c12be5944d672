import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import type { EntryForm } from './entry-form.ts';
import { catalogTexts } from './texts.ts';

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
