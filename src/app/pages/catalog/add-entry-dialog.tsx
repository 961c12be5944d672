import { useId } from 'react';
import {
  type CatalogDimension,
  catalogDimensions,
} from '../../../features/catalog/catalog-dimensions.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryFields, entryForm, entryOf } from './entry-form.tsx';
import { catalogTexts } from './texts.ts';

type Props = { dimension: CatalogDimension; onClose: () => void };

export function AddEntryDialog({ dimension, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const team = useTexts(teamTexts);
  const id = useId();
  const add = useAction(client.catalog.addEntry.mutate, () => {
    showToast(t.added);
    onClose();
  });
  const { form, place, error, isBusy } = useSchemaForm({
    draft: `new-entry ${dimension}`,
    defaults: { de: '', en: '', sort_key: '1000', dimension },
    schema: entryForm,
    submit: (values) => add.orThrow({ dimension: values.dimension, ...entryOf(values) }),
  });
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} verb={t.add} />;
  return (
    <Dialog footer={buttons} lead={t.addHint} onClose={onClose} title={t.addTitle}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <form.AppField name="dimension">
          {(field) => (
            <field.Select label={t.list}>
              {catalogDimensions.map((one) => (
                <option key={one} value={one}>
                  {team.dimensions[one]}
                </option>
              ))}
            </field.Select>
          )}
        </form.AppField>
        <EntryFields form={form} />
      </Form>
    </Dialog>
  );
}
