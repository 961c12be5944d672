import { caseFields } from '../../../features/cases/case-fields.schema.ts';
import { client } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import type { EditableCase } from './case-details.tsx';
import { caseTexts } from './texts.ts';
import { useChoices } from './use-choices.ts';

type Props = { case: EditableCase; isOwn: boolean; onClose: () => void };

export function EditCaseDialog({ case: edited, isOwn, onClose }: Props) {
  const t = useTexts(caseTexts);
  const { cases } = client;
  const { change, read } = isOwn
    ? { change: cases.changeOwn.mutate, read: cases.getOwn.query }
    : { change: cases.change.mutate, read: cases.get.query };
  const id = { case_id: edited.id };
  return (
    <EditDialog
      choices={useChoices()}
      fields={caseFields}
      isDrawer
      newest={() => read(id)}
      object={edited}
      onClose={onClose}
      saved={t.saved}
      send={(changes, options) => change({ ...id, ...changes }, options)}
      title={t.editTitle}
    />
  );
}
