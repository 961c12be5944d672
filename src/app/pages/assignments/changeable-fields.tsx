import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import type { AssignmentForm } from './assignment-form.ts';
import { assignmentTexts } from './texts.ts';

type Props = { form: ReturnType<typeof useSchemaForm<AssignmentForm>>['form']; noteRows: number };

/** The fields that people fill in for a new assignment, and may change later. */
export function ChangeableFields({ form, noteRows }: Props) {
  const t = useTexts(assignmentTexts);
  return (
    <>
      <form.AppField name="due_date">
        {(field) => <field.Text label={t.dueOptional} type="date" />}
      </form.AppField>
      <form.AppField name="note">
        {(field) => <field.Area label={t.noteOptional} rows={noteRows} />}
      </form.AppField>
    </>
  );
}
