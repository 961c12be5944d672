import { useId, useState } from 'react';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryFields } from './entry-fields.tsx';
import { entryForm, entryOf } from './entry-form.ts';
import { reloadCatalog } from './reload-catalog.ts';
import { catalogTexts } from './texts.ts';

type Props = { entry: ArrangedEntry; onClose: () => void };

export function EditEntryDialog({ entry, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const timeZone = useTimeZone();
  const id = useId();
  const { id: entry_id, names, sort_key, dimension } = entry;
  // The version that was seen, not the one that the page reads meanwhile.
  const [version] = useState(entry.version ?? '');
  const change = useAction(client.catalog.changeEntry.mutate, async () => {
    await reloadCatalog();
    showToast(t.saved);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    defaults: { de: names.de ?? '', en: names.en ?? '', sort_key: `${sort_key}`, dimension },
    schema: entryForm,
    submit: (values) => change.orThrow({ entry_id, ...entryOf(values), version }),
  });
  const isStale = codeOf(change.error) === 'stale';
  const overwrite = async () => {
    const all = await client.catalog.entries.query({});
    const now = all.find((one) => one.id === entry_id);
    if (!now?.version) return;
    await change.run({ entry_id, ...entryOf(form.state.values), version: now.version });
  };
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.editTitle}>
      <Form error={isStale ? null : error} id={id} onSubmit={form.handleSubmit}>
        <EntryFields form={form} />
      </Form>
      {isStale ? (
        <StaleDialog
          error={change.error}
          fields={{ names: t.nameDe, sort_key: t.sortKey }}
          onClose={change.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reloadCatalog().then(onClose)}
          timeZone={timeZone}
        />
      ) : null}
    </Dialog>
  );
}
