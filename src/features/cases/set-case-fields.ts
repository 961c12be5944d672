import type { Call } from '../../operation/call.ts';
import { type CaseContent, caseEdits, valuesOf } from './cases.schema.ts';

/** The name of a field that the app edits. */
type Field = (typeof caseEdits)[number];

/** Says for each field whether its stored value differs from the one that the caller sets. */
export type Differences = Record<Field, boolean>;

/** The select list of `Differences`: it compares `team_case c` with the values to set, `$3` to `$6`. */
export const differenceColumns = `c.title is distinct from $3 as title,
  c.fields::jsonb is distinct from $4::jsonb as fields,
  c.persona_id is distinct from $5 as persona_id,
  c.external_ref::jsonb is distinct from $6::jsonb as external_ref`;

type Change = { id: string; content: CaseContent; differs: Differences };

/**
 * Sets the given values that differ, in a case that the caller has locked. Returns the names of the
 * changed fields.
 */
export async function setCaseFields(
  call: Call,
  { id, content, differs }: Change,
): Promise<Field[]> {
  const changed = caseEdits.filter((name) => content[name] !== undefined && differs[name]);
  if (changed.length === 0) return [];
  await call.db.write(
    `update team_case c set
       title = case when 'title' = any ($3) then $4 else c.title end,
       fields = case when 'fields' = any ($3) then $5::json else c.fields end,
       persona_id = case when 'persona_id' = any ($3) then $6 else c.persona_id end,
       external_ref = case when 'external_ref' = any ($3) then $7::json else c.external_ref end,
       updated_at = $8
     where c.tenant_id = $1 and c.id = $2`,
    [id, changed, ...valuesOf(content), call.now],
  );
  return changed;
}
