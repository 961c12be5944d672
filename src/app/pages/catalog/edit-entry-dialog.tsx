import { useState } from 'react';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { entryFields } from '../../../features/catalog/entry-fields.schema.ts';
import { labelsIn } from '../../../shared/schema/fields.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { formSchema, type Typed, typedOf } from '../../ui/field-values.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { entryChecks, entryOf } from './entry-form.ts';
import { catalogTexts } from './texts.ts';

type Props = { entry: ArrangedEntry; onClose: () => void };

export function EditEntryDialog({ entry, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const language = useLanguage();
  const { id: entry_id, names, sort_key } = entry;
  // The dialog keeps the version that the person saw, although the page reads it again later.
  const [version] = useState(entry.version ?? '');
  const edit = useEdit({
    send: (values: Typed<typeof entryFields>, over, options) =>
      client.catalog.changeEntry.mutate({ entry_id, ...entryOf(values), version: over }, options),
    newest: async () => {
      const all = await client.catalog.entries.query({});
      return all.find((one) => one.id === entry_id);
    },
    mine: entryOf,
    done: () => {
      showToast(t.saved);
      onClose();
    },
  });
  const sent = useSchemaForm({
    defaults: typedOf(entryFields, { ...names, sort_key }),
    schema: formSchema(entryFields, entryChecks),
    submit: (values) => edit.save(values, version),
  });
  const labels = labelsIn(entryFields, language);
  const stale = (
    <StaleDialog
      fields={{ names: labels.de, sort_key: labels.sort_key }}
      onReload={onClose}
      stale={edit.stale}
    />
  );
  return (
    <FormDialog below={stale} onClose={onClose} sent={sent} title={t.editTitle}>
      <FieldInputs of={entryFields} />
    </FormDialog>
  );
}
