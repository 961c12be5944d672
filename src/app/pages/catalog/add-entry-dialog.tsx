import {
  type CatalogDimension,
  catalogDimensions,
} from '../../../features/catalog/catalog-dimensions.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryFields, entryForm, entryOf } from './entry-form.tsx';
import { catalogTexts } from './texts.ts';

type Props = { dimension: CatalogDimension; onClose: () => void };

export function AddEntryDialog({ dimension, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const team = useTexts(teamTexts);
  const add = useAction(client.catalog.addEntry.mutate, () => {
    showToast(t.added);
    onClose();
  });
  const sent = useSchemaForm({
    draft: `new-entry ${dimension}`,
    defaults: { de: '', en: '', sort_key: '1000', dimension },
    schema: entryForm,
    submit: (values) => add.orThrow({ dimension: values.dimension, ...entryOf(values) }),
  });
  const { form } = sent;
  return (
    <FormDialog lead={t.addHint} onClose={onClose} sent={sent} title={t.addTitle} verb={t.add}>
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
    </FormDialog>
  );
}
