import { assignmentFields } from '../../../features/assignments/assignment-fields.schema.ts';
import { states } from '../../../shared/web/states.ts';
import { client } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import type { EditableAssignment } from './assignment-drawer.tsx';
import { assignmentTexts } from './texts.ts';

const { status, due_date, note } = assignmentFields;
const fields = { due_date, note: { ...note, rows: 5 } };

type Props = { assignment: EditableAssignment; onClose: () => void };

export function EditAssignmentDialog({ assignment, onClose }: Props) {
  const t = useTexts(assignmentTexts);
  const language = useLanguage();
  const id = { assignment_id: assignment.id };
  const statuses = Object.entries(states.assignment);
  return (
    <EditDialog
      choices={{ status: statuses.map(([one, words]) => [one, words[language]]) }}
      fields={fields}
      newest={() => client.assignments.get.query(id)}
      object={assignment}
      onClose={onClose}
      others={{ status }}
      saved={t.marked}
      send={(changes, options) => client.assignments.change.mutate({ ...id, ...changes }, options)}
      title={t.editTitle}
    />
  );
}
