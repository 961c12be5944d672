import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { type CaseContent, caseShape, valuesOf } from './cases.schema.ts';

type NewCase = { memberId: string; visibility: 'team' | 'private'; content: CaseContent };

/** Inserts a case. Returns its id and the whole case as JSON. */
export async function insertCase(
  { db, now }: Call,
  { memberId, visibility, content }: NewCase,
): Promise<{ id: string; json: string }> {
  const id = newId('cas', now);
  const row = await db.write<{ json: string }>(
    `with c as (
       insert into team_case (tenant_id, id, member_id, visibility, title, fields, persona_id,
         external_ref, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       returning *
     )
     select ${asJson(caseShape)}
     from c`,
    [id, memberId, visibility, ...valuesOf(content), now],
  );
  if (!row) throw new Error('The case was not inserted');
  return { id, json: row.json };
}
