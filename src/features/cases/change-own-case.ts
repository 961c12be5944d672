import type { z } from 'zod';
import type { TeamVisit } from '../../operation/call.ts';
import { fieldsOf, requireSeen } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { type Case, caseEdits } from './cases.schema.ts';
import { type changeOwnCaseInput, isOwnCase, ownCaseById } from './own-cases.schema.ts';
import { type Differs, differencesTo, setCaseFields } from './set-case-fields.ts';

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
  requireSeen(version, fieldsOf(JSON.parse(await read(call, id)), caseEdits));
  await setCaseFields(call, { id, content, differs });
  return new JsonText(await read(call, id));
}

async function read({ db, actor }: TeamVisit, id: string): Promise<string> {
  const row = await db.row<{ json: string }>(ownCaseById, [id, actor.memberId]);
  if (!row) throw new Error('The case has vanished while it was locked');
  return row.json;
}
