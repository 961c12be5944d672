import { z } from 'zod';
import { trimmedText } from '../../../shared/text.ts';
import type { EditableAssignment } from './assignment-drawer.tsx';

export const nobody = { member_id: '', situation_id: '', personality_id: '', industry_id: '' };
/** The member, and the entries of the catalog. */
export type Chosen = typeof nobody;

/** What the browser checks before it sends; the server checks all of it. */
export const editForm = z.object({
  /** The list of entries never changes, and neither does what was chosen. */
  title: z.string(),
  chosen: z.custom<Chosen>(),
  note: z.string().max(5000),
  due_date: z.string(),
});
export const createForm = editForm.extend({ title: trimmedText(1, 120) });
export type AssignmentForm = z.input<typeof editForm>;

export function formOf({ note, due_date }: EditableAssignment): AssignmentForm {
  return { title: '', chosen: nobody, note: note ?? '', due_date: due_date ?? '' };
}

/** What is sent for the fields of both forms: nothing is null. */
export function changeableOf({ note, due_date }: AssignmentForm) {
  return { note: note.trim() || null, due_date: due_date || null };
}
