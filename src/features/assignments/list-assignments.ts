import type { z } from 'zod';
import { countRows, type PageSource, readPage } from '../../db/pages/page.ts';
import { searchPage } from '../../db/pages/search-page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Call, RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import { earliestCurrentDay } from '../../shared/time/due-date.ts';
import { type AccountNames, findNamed } from '../members/account-names.ts';
import {
  type Assignment,
  type AssignmentPage,
  assignmentById,
  assignmentShape,
  type listAssignmentsInApp,
  type listAssignmentsInput,
  recipient,
} from './assignments.schema.ts';

type Input = z.output<typeof listAssignmentsInput> & z.output<typeof listAssignmentsInApp>;
type Filters = Omit<Input, 'cursor' | 'limit' | 'order'>;
type Counts = NonNullable<AssignmentPage['counts']>;

/** How many assignments a search for one page looks at. */
const MOST_SEARCHED = 20_000;

/**
 * The due date of an open assignment as a time. After those come open ones without a date, and then all others. The index
 * "assignment_due" has the same words, so that no page walks what is done.
 */
const DUE = `(case when a.status = 'open'
  then coalesce(a.due_date::timestamp at time zone 'UTC', '9999-12-30Z'::timestamptz)
  else '9999-12-31Z'::timestamptz end)`;

/**
 * Assignments in every state, including revoked ones, newest first (D65, D116). In the app (`visit`) people may filter,
 * search, ask for what is due first, and see how many there are. Without the filter `member_id`, PostgreSQL reads along the index that has
 * the order of the page. A member has few assignments: with the filter, `offset 0` keeps PostgreSQL from walking through
 * all assignments of the team.
 */
export async function listAssignments(
  { db, actor, now, cursorKey }: RequestCall,
  { cursor, limit, order, ...filters }: Input,
  visit?: TeamVisit,
): Promise<JsonText<AssignmentPage>> {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value) + 1}`;
  const from = filters.member_id
    ? `(select o.* from assignment o
        where o.tenant_id = $1 and o.member_id = ${bind(filters.member_id)} offset 0) a`
    : 'assignment a';
  const where = filters.member_id ? ['true'] : ['a.tenant_id = $1'];
  const all = { from, where, params: [...params] };
  const named = filters.search === undefined ? {} : await findNamed(db, [filters.search]);
  const source: PageSource = {
    shape: assignmentShape(actor),
    from: `${from} cross join ${recipient}`,
    where: [...where, ...conditions(filters, { now, named }, bind)],
    params,
    ...(order === 'due' ? { at: DUE, order: 'oldest' } : { at: 'a.created_at' }),
    id: 'a.id',
    large: ['a.note'],
  };
  const request = { route: 'assignments', limit, cursor, cursorKey, filters: { ...filters } };
  if (filters.search !== undefined && filters.member_id === undefined) {
    const among = { where: ['a.tenant_id = $1'], params: [], most: MOST_SEARCHED };
    return searchPage<Assignment>(db, request, { source, among });
  }
  const page = await readPage<Assignment>(db, request, source);
  const isCounted = visit && cursor === undefined && filters.search === undefined;
  if (!isCounted) return page;
  const counts = await countStates(db, all, now);
  const isOver = counts === null && filters.status === undefined;
  const counted = counts?.[filters.status ?? 'all'];
  const total = isOver ? MOST_COUNTED + 1 : (counted ?? (await countRows(db, source)));
  return page.with({ total, counts });
}

/** How many assignments each state has. Null if there are too many to count. */
async function countStates(
  db: TeamDb,
  { from, where, params }: Pick<PageSource, 'from' | 'where' | 'params'>,
  now: Date,
): Promise<Counts | null> {
  const day = `$${params.length + 2}::date`;
  const number = (condition: string) => `(count(*) filter (where ${condition}))::integer`;
  const counts = await db.row<Counts>(
    `select count(*)::integer as all, ${number(`a.status = 'open'`)} as open,
       ${number(`a.status = 'open' and a.due_date < ${day}`)} as overdue,
       ${number(`a.status = 'done'`)} as done, ${number(`a.status = 'revoked'`)} as revoked
     from (select a.status, a.due_date from ${from} where ${where.join(' and ')}
       limit ${MOST_COUNTED + 1}) a`,
    [...params, earliestCurrentDay(now)],
  );
  return counts && counts.all <= MOST_COUNTED ? counts : null;
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
      return [];
    case 'overdue':
      return [`a.status = 'open'`, `a.due_date < ${bind(earliestCurrentDay(now))}::date`];
    default:
      return [`a.status = ${bind(status)}`];
  }
}

export async function getAssignment(
  { db, actor }: Call,
  id: string,
): Promise<JsonText<Assignment>> {
  const row = await db.lookUp<{ json: string }>(assignmentById(actor), [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
