import type { z } from 'zod';
import type { Call, TeamVisit } from '../../operation/call.ts';
import { fieldsOf, requireSeen } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import {
  type Case,
  type CaseContent,
  caseById,
  caseEdits,
  caseIsListed,
  type changeCaseInput,
  type changeOwnCaseInput,
  isOwnCase,
  ownCaseById,
  valuesOf,
} from './cases.schema.ts';

/** Sets the given fields. A field with the same value is not a change and leaves no audit row (D120). */
export async function changeCase(
  call: Call,
  { case_id: id, ...content }: z.output<typeof changeCaseInput>,
  version?: string,
): Promise<JsonText<Case>> {
  const differs = await call.db.row<Differences>(
    `select ${differenceColumns}
     from team_case c where ${caseIsListed.join(' and ')} and c.id = $2 for update`,
    [id, ...valuesOf(content)],
  );
  if (!differs) throw new ApiError('not_found');
  if (version !== undefined) {
    await requireUnchanged(call, { ...(await readEdited(call, id)), version });
  }
  const changed = await setCaseFields(call, { id, content, differs });
  if (changed.length > 0) {
    // The content belongs to the team and may be anything, so the audit log records only the names
    // of fields.
    await recordAudit(call, { action: 'case.changed', targetId: id, changes: { changed } });
  }
  const row = await call.db.row<{ json: string }>(caseById, [id]);
  if (!row) throw new Error('The case has vanished while it was locked');
  return new JsonText(row.json);
}

/** Reads what an edit compares. REST does not need the content, and the content may be long. */
async function readEdited({ db }: Call, id: string) {
  const row = await db.row<{ json: string }>(caseById, [id]);
  return { id, fields: fieldsOf(JSON.parse(row?.json ?? '{}'), caseEdits) };
}

/** Sets the given fields of a private case, if the case is still as the person has seen it. */
export async function changeOwnCase(
  call: TeamVisit,
  { case_id: id, version, ...content }: z.output<typeof changeOwnCaseInput>,
): Promise<JsonText<Case>> {
  const { db, actor } = call;
  const differs = await db.row<Differences>(
    `select ${differenceColumns}
     from team_case c where ${isOwnCase(7).join(' and ')} and c.id = $2 for update`,
    [id, ...valuesOf(content), actor.memberId],
  );
  if (!differs) throw new ApiError('not_found');
  requireSeen(version, fieldsOf(JSON.parse(await readOwnCase(call, id)), caseEdits));
  await setCaseFields(call, { id, content, differs });
  return new JsonText(await readOwnCase(call, id));
}

async function readOwnCase({ db, actor }: TeamVisit, id: string): Promise<string> {
  const row = await db.row<{ json: string }>(ownCaseById, [id, actor.memberId]);
  if (!row) throw new Error('The case has vanished while it was locked');
  return row.json;
}

/** The name of a field that the app edits. */
type Field = (typeof caseEdits)[number];

/** Says for each field whether its stored value differs from the one that the caller sets. */
type Differences = Record<Field, boolean>;

/** The select list of `Differences`: it compares `team_case c` with the values to set, `$3` to `$6`. */
const differenceColumns = `c.title is distinct from $3 as title,
  c.fields::jsonb is distinct from $4::jsonb as fields,
  c.persona_id is distinct from $5 as persona_id,
  c.external_ref::jsonb is distinct from $6::jsonb as external_ref`;

type Change = { id: string; content: CaseContent; differs: Differences };

/**
 * Sets the given values that differ, in a case that the caller has locked. Returns the names of the
 * changed fields.
 */
async function setCaseFields(call: Call, { id, content, differs }: Change): Promise<Field[]> {
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
