import type { z } from 'zod';
import { countRows, type PageSource, readPage } from '../../db/pages/page.ts';
import { type SearchedPage, searchPage } from '../../db/pages/search-page.ts';
import type { RequestCall } from '../../operation/call.ts';
import { earliestCurrentDay } from '../../shared/due-date.ts';
import { fieldsOf, versionOf } from '../../shared/edit-version.ts';
import { type AccountNames, findNamed } from '../members/account-names.ts';
import {
  type Assignment,
  assignmentEdits,
  assignmentShape,
  type FoundAssignments,
  type findAssignmentsInput,
  recipient,
} from './assignments.schema.ts';

type Filters = Omit<z.output<typeof findAssignmentsInput>, 'cursor' | 'limit'>;

/** How many assignments a search for one page looks at. */
const MOST_SEARCHED = 20_000;

/**
 * The list of `listAssignments` with the filters of the app. Without the filter `member_id`,
 * PostgreSQL reads along the index that has the order of the page. A member has few assignments:
 * with the filter, `offset 0` keeps PostgreSQL from walking through all assignments of the team.
 */
export async function findAssignments(
  { db, actor, now, cursorKey }: RequestCall,
  { cursor, limit, ...filters }: z.output<typeof findAssignmentsInput>,
): Promise<FoundAssignments> {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value) + 1}`;
  const from = filters.member_id
    ? `(select o.* from assignment o
        where o.tenant_id = $1 and o.member_id = ${bind(filters.member_id)} offset 0) a`
    : 'assignment a';
  const where = filters.member_id ? [] : ['a.tenant_id = $1'];
  const named = filters.search === undefined ? {} : await findNamed(db, [filters.search]);
  const source: PageSource = {
    shape: assignmentShape(actor),
    from: `${from} cross join ${recipient}`,
    where: [...where, ...conditions(filters, { now, named }, bind)],
    params,
    at: 'a.created_at',
    id: 'a.id',
    large: ['a.note'],
  };
  const request = { route: 'assignments.find', limit, cursor, cursorKey, filters: { ...filters } };
  const isBounded = filters.search !== undefined && filters.member_id === undefined;
  const among = { where: ['a.tenant_id = $1'], params: [], most: MOST_SEARCHED };
  const page: SearchedPage<Assignment> = isBounded
    ? await searchPage<Assignment>(db, request, { source, among })
    : { ...(await readPage<Assignment>(db, request, source)).toJSON(), searched_back_to: null };
  const isCounted = cursor === undefined && filters.search === undefined;
  const total = isCounted ? await countRows(db, source) : null;
  return { ...page, data: page.data.map(withVersion), total };
}

function withVersion(assignment: Assignment): FoundAssignments['data'][number] {
  return { ...assignment, version: versionOf(fieldsOf(assignment, assignmentEdits)) };
}

function conditions(
  { status, search }: Filters,
  { now, named }: { now: Date; named: AccountNames },
  bind: (value: unknown) => string,
): string[] {
  if (search === undefined) return ofStatus(status, now, bind);
  return [...ofStatus(status, now, bind), matchesSearch(bind(search), bind(JSON.stringify(named)))];
}

/** PostgreSQL finds the recipients once, and not for each assignment. */
function matchesSearch(search: string, named: string): string {
  const part = `lower(${search}::text)`;
  return `(strpos(lower(a.title), ${part}) > 0 or a.member_id in (
    select s.id from member s
    where s.tenant_id = $1 and s.status <> 'removed'
      and (strpos(lower(s.email), ${part}) > 0 or strpos(lower(s.sandbox_name), ${part}) > 0
        or ${named}::jsonb ->> s.user_id is not null)))`;
}

function ofStatus(
  status: Filters['status'],
  now: Date,
  bind: (value: unknown) => string,
): string[] {
  switch (status) {
    case undefined:
      return ['true'];
    case 'overdue':
      return [`a.status = 'open'`, `a.due_date < ${bind(earliestCurrentDay(now))}::date`];
    default:
      return [`a.status = ${bind(status)}`];
  }
}
