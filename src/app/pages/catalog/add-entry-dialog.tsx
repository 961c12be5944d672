import {
  type CatalogDimension,
  catalogDimensions,
} from '../../../features/catalog/catalog-dimensions.ts';
import { newEntryFields } from '../../../features/catalog/entry-fields.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { formSchema, typedOf } from '../../ui/field-values.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { entryChecks, entryOf } from './entry-form.ts';
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
    defaults: typedOf(newEntryFields, { dimension, sort_key: 1_000 }),
    schema: formSchema(newEntryFields, entryChecks),
    submit: (typed) => {
      const list = catalogDimensions.find((one) => one === typed.dimension) ?? dimension;
      return add.orThrow({ dimension: list, ...entryOf(typed) });
    },
  });
  const choices = {
    dimension: catalogDimensions.map((one) => [one, team.dimensions[one]] as const),
  };
  return (
    <FormDialog lead={t.addHint} onClose={onClose} sent={sent} title={t.addTitle} verb={t.add}>
      <FieldInputs choices={choices} of={newEntryFields} />
    </FormDialog>
  );
}
