import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { type Assignment, assignmentById } from './assignments.schema.ts';

export async function getAssignment(
  { db, actor }: Call,
  id: string,
): Promise<JsonText<Assignment>> {
  const row = await db.lookUp<{ json: string }>(assignmentById(actor), [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
