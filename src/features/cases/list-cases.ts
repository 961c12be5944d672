import type { z } from 'zod';
import { conditions } from '../../db/conditions.ts';
import { countRows, readPage } from '../../db/pages/page.ts';
import { searchPage } from '../../db/pages/search-page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import {
  type Case,
  type CasePage,
  caseById,
  caseIsListed,
  caseShape,
  type listCasesInApp,
  type listCasesInput,
} from './cases.schema.ts';

// A person who was removed and joined again is a new member with the same user id (D105).
const ofUser = (n: string) => `c.member_id = any (array(
  select u.id from member u where u.tenant_id = $1 and u.user_id = ${n}))`;

/** What a page of cases reads. */
export const casesRead = {
  shape: caseShape,
  from: 'team_case c',
  at: 'c.created_at',
  id: 'c.id',
  large: ['c.fields', 'c.external_ref'],
};

/** How many cases a search for one page looks at. */
export const MOST_SEARCHED = 20_000;

type Filters = z.output<typeof listCasesInput> & z.output<typeof listCasesInApp>;

/**
 * Team cases, newest first (D65). An unknown user has none (D74). In the app (`visit`) people may search, ask for the
 * oldest first, and see how many there are.
 */
export async function listCases(
  { db, cursorKey }: RequestCall,
  { cursor, limit, order, ...filters }: Filters,
  visit?: TeamVisit,
): Promise<JsonText<CasePage>> {
  const { user_id, search } = filters;
  const among = conditions(caseIsListed);
  if (user_id !== undefined) among.add(ofUser, user_id);
  const all = conditions(among.where, among.params);
  if (search !== undefined) all.add((n) => `strpos(lower(c.title), lower(${n})) > 0`, search);
  const { where, params } = all;
  const source = { ...casesRead, order, where, params };
  const request = { route: 'cases', limit, cursor, cursorKey, filters };
  if (search !== undefined) {
    return searchPage<Case>(db, request, { source, among: { ...among, most: MOST_SEARCHED } });
  }
  const page = await readPage<Case>(db, request, source);
  if (!visit || cursor !== undefined) return page;
  return page.with({ total: await countRows(db, source) });
}

export async function getCase({ db }: RequestCall, id: string): Promise<JsonText<Case>> {
  const row = await db.lookUp<{ json: string }>(caseById, [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
