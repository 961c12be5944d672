import { z } from 'zod';
import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import { trimmedText } from '../../../shared/text.ts';
import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import { DayField } from './day-field.tsx';
import { assignTexts } from './texts.ts';

export const nobody = { member_id: '', situation_id: '', personality_id: '', industry_id: '' };
/** The member, and the entries of the catalog. */
export type Chosen = typeof nobody;

/** What the browser checks before it sends. The server checks all of it again. */
export const editForm = z.object({
  /** Neither the list of entries nor the chosen entries can change. */
  title: z.string(),
  chosen: z.custom<Chosen>(),
  note: z.string().max(5000),
  due_date: z.literal('').or(z.iso.date()),
});
export const createForm = editForm.extend({ title: trimmedText(1, 120) });
export type AssignmentForm = z.input<typeof editForm>;

export function formOf({ note, due_date }: Pick<Assignment, 'note' | 'due_date'>): AssignmentForm {
  return { title: '', chosen: nobody, note: note ?? '', due_date: due_date ?? '' };
}

/** The changeable fields, as both forms send them: no field is null. */
export function changeableOf({ note, due_date }: AssignmentForm) {
  return { note: note.trim() || null, due_date: due_date || null };
}

type Props = { form: ReturnType<typeof useSchemaForm<AssignmentForm>>['form']; noteRows: number };

/** The fields that people fill in for a new assignment, and may change later. */
export function ChangeableFields({ form, noteRows }: Props) {
  const t = useTexts(assignTexts);
  return (
    <>
      <form.AppField name="due_date">
        {(field) => (
          <DayField
            error={field.state.meta.errors.length > 0 ? t.dueWrong : undefined}
            label={t.dueOptional}
            onChange={field.handleChange}
            value={field.state.value}
          />
        )}
      </form.AppField>
      <form.AppField name="note">
        {(field) => <field.Area label={t.noteOptional} rows={noteRows} />}
      </form.AppField>
    </>
  );
}
