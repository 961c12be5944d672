import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import { fieldsOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/rules/require-unchanged.ts';
import {
  type Case,
  caseById,
  caseEdits,
  caseIsListed,
  type changeCaseInput,
  jsonOrNull,
} from './cases.schema.ts';

type Input = z.output<typeof changeCaseInput>;
type Field = Exclude<keyof Input, 'case_id'>;

const names: readonly Field[] = ['title', 'fields', 'persona_id', 'external_ref'];

function valuesOf(input: Input): (string | null)[] {
  const { title, fields, persona_id, external_ref } = input;
  return [title ?? null, jsonOrNull(fields), persona_id ?? null, jsonOrNull(external_ref)];
}

/**
 * Sets the given fields. A field with the same value is no change and leaves no audit row (D120).
 */
export async function changeCase(call: Call, input: Input): Promise<JsonText<Case>> {
  const differs = await call.db.row<Record<Field, boolean>>(
    `select c.title is distinct from $3 as title,
       c.fields::jsonb is distinct from $4::jsonb as fields,
       c.persona_id is distinct from $5 as persona_id,
       c.external_ref::jsonb is distinct from $6::jsonb as external_ref
     from team_case c where ${caseIsListed.join(' and ')} and c.id = $2 for update`,
    [input.case_id, ...valuesOf(input)],
  );
  if (!differs) throw new ApiError('not_found');
  if (call.seen !== undefined) await requireUnchanged(call, await readEdited(call, input.case_id));
  const changed = names.filter((name) => input[name] !== undefined && differs[name]);
  if (changed.length > 0) await update(call, input, changed);
  const row = await call.db.row<{ json: string }>(caseById, [input.case_id]);
  if (!row) throw new Error('The case has vanished while it was locked');
  return new JsonText(row.json);
}

/** REST does not need the content, which may be long. */
async function readEdited({ db }: Call, id: string) {
  const row = await db.row<{ json: string }>(caseById, [id]);
  return { id, fields: fieldsOf(JSON.parse(row?.json ?? '{}'), caseEdits) };
}

async function update(call: Call, input: Input, changed: readonly Field[]): Promise<void> {
  await call.db.write(
    `update team_case c set
       title = case when 'title' = any ($3) then $4 else c.title end,
       fields = case when 'fields' = any ($3) then $5::json else c.fields end,
       persona_id = case when 'persona_id' = any ($3) then $6 else c.persona_id end,
       external_ref = case when 'external_ref' = any ($3) then $7::json else c.external_ref end,
       updated_at = $8
     where c.tenant_id = $1 and c.id = $2`,
    [input.case_id, changed, ...valuesOf(input), call.now],
  );
  // The content is the team's and may hold anything, so the audit row has only the names of fields.
  await recordAudit(call, {
    action: 'case.changed',
    targetId: input.case_id,
    changes: { changed },
  });
}
