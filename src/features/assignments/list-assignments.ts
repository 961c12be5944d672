import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { Call, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import {
  type Assignment,
  assignmentById,
  assignmentShape,
  type listAssignmentsInput,
  recipient,
} from './assignments.schema.ts';

/** Assignments in every state, including revoked ones, newest first (D65, D116). */
export function listAssignments(
  { db, actor, cursorKey }: RequestCall,
  { cursor, limit }: z.output<typeof listAssignmentsInput>,
): Promise<JsonText<Page<Assignment>>> {
  return readPage(
    db,
    { route: 'assignments', limit, cursor, cursorKey, filters: {} },
    {
      shape: assignmentShape(actor),
      from: `assignment a cross join ${recipient}`,
      where: ['a.tenant_id = $1'],
      params: [],
      at: 'a.created_at',
      id: 'a.id',
      large: ['a.note'],
    },
  );
}

export async function getAssignment(
  { db, actor }: Call,
  id: string,
): Promise<JsonText<Assignment>> {
  const row = await db.lookUp<{ json: string }>(assignmentById(actor), [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
