import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import {
  type Assignment,
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
