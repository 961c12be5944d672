import type { z } from 'zod';
import { differences } from '../../db/write-row.ts';
import type { Call, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { fieldsOf, requireSeen } from '../../shared/schema/edit-version.ts';
import { pick } from '../../shared/schema/pick.ts';
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
} from './cases.schema.ts';

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

/** Sets the given fields of a private case, if the case is still as the person has seen it. */
export async function changeOwnCase(
  call: TeamVisit,
  { case_id: id, version, ...content }: z.output<typeof changeOwnCaseInput>,
): Promise<JsonText<Case>> {
  const { db, actor } = call;
  const { text, params } = differencesTo(content, 4);
  const differs = await db.row<Differs>(
    `select ${text} from team_case c
     where ${isOwnCase(3).join(' and ')} and c.id = $2 for update`,
    [id, actor.memberId, ...params],
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

/** Says of each given field whether the stored value differs. */
type Differs = Partial<Record<Field, boolean>>;
type Change = { id: string; content: CaseContent; differs: Differs };

/** The select list that says which values of `content` the `team_case c` does not have. */
function differencesTo(content: CaseContent, first: number) {
  return differences('teamCase', content, { as: 'c', first });
}

/**
 * Sets the given values that differ, in a case that the caller has locked. Returns the names of the
 * changed fields.
 */
async function setCaseFields(call: Call, { id, content, differs }: Change): Promise<Field[]> {
  const changed = caseEdits.filter((name) => differs[name]);
  if (changed.length === 0) return [];
  await call.db.update('teamCase', id, { ...pick(content, changed), updated_at: call.now });
  return changed;
}
