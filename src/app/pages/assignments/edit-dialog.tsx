import { useId, useState } from 'react';
import { hasState, type StateOf, stateWord } from '../../../shared/states.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import {
  type AssignmentForm,
  ChangeableFields,
  changeableOf,
  editForm,
  formOf,
} from '../../team/assign/assignment-form.tsx';
import { dayText } from '../../text/day-text.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { type ShowValue, StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { EditableAssignment } from './assignment-drawer.tsx';
import { assignmentTexts } from './texts.ts';

type Props = { assignment: EditableAssignment; onClose: () => void };

export function EditDialog({ assignment, onClose }: Props) {
  const t = useTexts(assignmentTexts);
  const formId = useId();
  const { id: assignment_id } = assignment;
  // The dialog keeps the version that the person saw, although the page reads it again later.
  const [version] = useState(assignment.version);
  const edit = useEdit({
    send: (values: AssignmentForm, over, options) =>
      client.assignments.change.mutate(
        { assignment_id, ...changeableOf(values), version: over },
        options,
      ),
    newest: () => client.assignments.get.query({ assignment_id }),
    mine: changeableOf,
    done: () => {
      showToast(t.marked);
      onClose();
    },
  });
  const { form, place, error, isBusy } = useSchemaForm<AssignmentForm>({
    defaults: formOf(assignment),
    schema: editForm,
    submit: (values) => edit.save(values, version),
  });
  const language = useLanguage();
  const show: ShowValue = (field, value) => {
    if (field === 'due_date' && value) return dayText(String(value), language);
    const isState = field === 'status' && hasState('assignment', String(value));
    return isState
      ? stateWord('assignment', String(value) as StateOf<'assignment'>, language)
      : undefined;
  };
  const buttons = <FormButtons form={formId} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.editTitle}>
      <Form error={error} id={formId} onSubmit={form.handleSubmit} place={place}>
        <ChangeableFields form={form} noteRows={5} />
      </Form>
      <StaleDialog
        fields={{ note: t.note, due_date: t.due, status: t.status }}
        onReload={onClose}
        show={show}
        stale={edit.stale}
      />
    </Dialog>
  );
}
