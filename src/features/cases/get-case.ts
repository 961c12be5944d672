import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { type Case, caseById } from './cases.schema.ts';

export async function getCase({ db }: RequestCall, id: string): Promise<JsonText<Case>> {
  const row = await db.lookUp<{ json: string }>(caseById, [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
