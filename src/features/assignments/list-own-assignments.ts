import type { z } from 'zod';
import { Privacy } from '../../auth/privacy.ts';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json/json-text.ts';
import {
  type Assignment,
  assignmentShape,
  type listOwnAssignmentsInput,
  recipient,
} from './assignments.schema.ts';

/**
 * The assignments of the person who asks, open and done, newest first. A member has few
 * assignments: `offset 0` keeps PostgreSQL from walking through all assignments of the team in the
 * order of the page.
 */
export function listOwnAssignments(
  { db, actor, cursorKey }: TeamVisit,
  { cursor, limit, status }: z.output<typeof listOwnAssignmentsInput>,
): Promise<JsonText<Page<Assignment>>> {
  return readPage(
    db,
    {
      route: 'assignments.listOwn',
      limit,
      cursor,
      cursorKey,
      filters: { member: actor.memberId, status },
    },
    {
      // The privacy switches hide nobody's own data.
      shape: assignmentShape({ ...actor, privacy: Privacy.hidesNothing }),
      from: `(select o.* from assignment o
        where o.tenant_id = $1 and o.member_id = $2 and o.status = any ($3::text[]) offset 0) a
        cross join ${recipient}`,
      where: ['true'],
      params: [actor.memberId, status === undefined ? ['open', 'done'] : [status]],
      at: 'a.created_at',
      id: 'a.id',
      large: ['a.note'],
    },
  );
}
