import type { z } from 'zod';
import { countRows, type Page, readPage } from '../../db/pages/page.ts';
import { searchPage } from '../../db/pages/search-page.ts';
import type { RequestCall } from '../../operation/call.ts';
import { fieldsOf, versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import {
  type Case,
  caseById,
  caseEdits,
  caseIsListed,
  caseShape,
  type FoundCases,
  type findCasesInput,
  type listCasesInput,
} from './cases.schema.ts';

// A person who was removed and joined again is a new member with the same user id (D105).
const ofUser = `c.member_id = any (array(
  select u.id from member u where u.tenant_id = $1 and u.user_id = $2))`;

/** What a page of cases reads. */
export const casesRead = {
  shape: caseShape,
  from: 'team_case c',
  at: 'c.created_at',
  id: 'c.id',
  large: ['c.fields', 'c.external_ref'],
};

/** Team cases, newest first (D65). An unknown user has none (D74). */
export function listCases(
  { db, cursorKey }: RequestCall,
  { cursor, limit, user_id }: z.output<typeof listCasesInput>,
): Promise<JsonText<Page<Case>>> {
  const user = user_id === undefined ? [] : [user_id];
  return readPage(
    db,
    { route: 'cases', limit, cursor, cursorKey, filters: { user_id } },
    { ...casesRead, where: [...caseIsListed, ...user.map(() => ofUser)], params: user },
  );
}

/** How many cases a search for one page looks at. */
const MOST_SEARCHED = 20_000;

/** The same list for the app, in either order, with a search and how many cases there are. */
export async function findCases(
  { db, cursorKey }: RequestCall,
  { cursor, limit, order, ...filters }: z.output<typeof findCasesInput>,
): Promise<FoundCases> {
  const { user_id, search } = filters;
  const params = [user_id, search].filter((value) => value !== undefined);
  const where: string[] = [...caseIsListed];
  if (user_id !== undefined) where.push(ofUser);
  if (search !== undefined) {
    where.push(`strpos(lower(c.title), lower($${params.length + 1})) > 0`);
  }
  const source = { ...casesRead, order, where, params };
  const request = { route: 'cases.find', limit, cursor, cursorKey, filters };
  const among = { where: [...caseIsListed], params: [], most: MOST_SEARCHED };
  const page = await searchPage<Case>(db, request, { source, among });
  const data = page.data.map((one) => ({ ...one, version: versionOf(fieldsOf(one, caseEdits)) }));
  const isCounted = cursor === undefined && search === undefined;
  return { ...page, data, total: isCounted ? await countRows(db, source) : null };
}

export async function getCase({ db }: RequestCall, id: string): Promise<JsonText<Case>> {
  const row = await db.lookUp<{ json: string }>(caseById, [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
