import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import { fieldsOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import {
  type Case,
  caseById,
  caseEdits,
  caseIsListed,
  type changeCaseInput,
} from './cases.schema.ts';
import { type Differs, differencesTo, setCaseFields } from './set-case-fields.ts';

/** Sets the given fields. A field with the same value is not a change and leaves no audit row (D120). */
export async function changeCase(
  call: Call,
  { case_id: id, ...content }: z.output<typeof changeCaseInput>,
  version?: string,
): Promise<JsonText<Case>> {
  const { text, params } = differencesTo(content, 3);
  const differs = await call.db.row<Differs>(
    `select ${text} from team_case c
     where ${caseIsListed.join(' and ')} and c.id = $2 for update`,
    [id, ...params],
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
