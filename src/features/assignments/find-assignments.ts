import type { z } from 'zod';
import { type Page, readPage } from '../../db/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import {
  type Assignment,
  assignmentShape,
  type findAssignmentsInput,
  recipient,
} from './assignments.schema.ts';

type Filters = Omit<z.output<typeof findAssignmentsInput>, 'cursor' | 'limit'>;

/**
 * The list of `listAssignments` with the filters of the app. Without the filter `member_id`,
 * PostgreSQL reads along the index that has the order of the page. A member has few assignments:
 * with the filter, `offset 0` keeps PostgreSQL from walking through all assignments of the team.
 */
export function findAssignments(
  { db, actor, now, cursorKey }: RequestCall,
  { cursor, limit, ...filters }: z.output<typeof findAssignmentsInput>,
): Promise<JsonText<Page<Assignment>>> {
  const params: unknown[] = [];
  const given = (value: unknown) => `$${params.push(value) + 1}`;
  const from = filters.member_id
    ? `(select o.* from assignment o
        where o.tenant_id = $1 and o.member_id = ${given(filters.member_id)} offset 0) a`
    : 'assignment a';
  const where = filters.member_id ? [] : ['a.tenant_id = $1'];
  return readPage(
    db,
    { route: 'assignments.find', limit, cursor, cursorKey, filters: { ...filters } },
    {
      shape: assignmentShape(actor),
      from: `${from} cross join ${recipient}`,
      where: [...where, ...conditions(filters, now, given)],
      params,
      at: 'a.created_at',
      id: 'a.id',
      large: ['a.note'],
    },
  );
}

function conditions({ status }: Filters, now: Date, given: (value: unknown) => string): string[] {
  switch (status) {
    case undefined:
      return ['true'];
    // The day after the due date has begun in every time zone.
    case 'overdue':
      return [
        `a.status = 'open'`,
        `a.due_date < (${given(now)}::timestamptz at time zone 'UTC' - interval '12 hours')::date`,
      ];
    default:
      return [`a.status = ${given(status)}`];
  }
}
