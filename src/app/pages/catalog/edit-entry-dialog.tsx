import { useState } from 'react';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useTexts } from '../../text/language.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryFields, type EntryForm, entryForm, entryOf } from './entry-form.tsx';
import { catalogTexts } from './texts.ts';

type Props = { entry: ArrangedEntry; onClose: () => void };

export function EditEntryDialog({ entry, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const { id: entry_id, names, sort_key, dimension } = entry;
  // The dialog keeps the version that the person saw, although the page reads it again later.
  const [version] = useState(entry.version ?? '');
  const edit = useEdit({
    send: (values: EntryForm, over, options) =>
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
  const sent = useSchemaForm<EntryForm>({
    defaults: { de: names.de ?? '', en: names.en ?? '', sort_key: `${sort_key}`, dimension },
    schema: entryForm,
    submit: (values) => edit.save(values, version),
  });
  const stale = (
    <StaleDialog
      fields={{ names: t.nameDe, sort_key: t.sortKey }}
      onReload={onClose}
      stale={edit.stale}
    />
  );
  return (
    <FormDialog below={stale} onClose={onClose} sent={sent} title={t.editTitle}>
      <EntryFields form={sent.form} />
    </FormDialog>
  );
}
