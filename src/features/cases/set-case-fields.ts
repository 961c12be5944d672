import { differences } from '../../db/write-row.ts';
import type { Call } from '../../operation/call.ts';
import { pick } from '../../shared/pick.ts';
import { type CaseContent, caseEdits } from './cases.schema.ts';

/** The name of a field that the app edits. */
type Field = (typeof caseEdits)[number];
/** Says of each given field whether the stored value differs. */
export type Differs = Partial<Record<Field, boolean>>;
type Change = { id: string; content: CaseContent; differs: Differs };

/** The select list that says which values of `content` the `team_case c` does not have. */
export function differencesTo(content: CaseContent, first: number) {
  return differences('teamCase', content, { as: 'c', first });
}

/**
 * Sets the given values that differ, in a case that the caller has locked. Returns the names of the
 * changed fields.
 */
export async function setCaseFields(
  call: Call,
  { id, content, differs }: Change,
): Promise<Field[]> {
  const changed = caseEdits.filter((name) => differs[name]);
  if (changed.length === 0) return [];
  await call.db.update('teamCase', id, { ...pick(content, changed), updated_at: call.now });
  return changed;
}
