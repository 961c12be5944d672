import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import {
  type Case,
  caseById,
  caseIsListed,
  caseShape,
  isOwnCase,
  type listCasesInput,
  type listOwnCasesInput,
} from './cases.schema.ts';

// A person who was removed and joined again is a new member with the same user id (D105).
const ofUser = `c.member_id = any (array(
  select u.id from member u where u.tenant_id = $1 and u.user_id = $2))`;

/** Team cases, newest first (D65). An unknown user has none (D74). */
export function listCases(
  { db, cursorKey }: RequestCall,
  { cursor, limit, user_id }: z.output<typeof listCasesInput>,
): Promise<JsonText<Page<Case>>> {
  const user = user_id === undefined ? [] : [user_id];
  return readPage(
    db,
    { route: 'cases', limit, cursor, cursorKey, filters: { user_id } },
    {
      shape: caseShape,
      from: 'team_case c',
      where: [...caseIsListed, ...user.map(() => ofUser)],
      params: user,
      at: 'c.created_at',
      id: 'c.id',
      large: ['c.fields', 'c.external_ref'],
    },
  );
}

export async function getCase({ db }: RequestCall, id: string): Promise<JsonText<Case>> {
  const row = await db.lookUp<{ json: string }>(caseById, [id]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}

/** The private cases of the person who asks, newest first. */
export function listOwnCases(
  { db, cursorKey, actor }: TeamVisit,
  { cursor, limit }: z.output<typeof listOwnCasesInput>,
): Promise<JsonText<Page<Case>>> {
  // So a cursor of another member is refused.
  const filters = { member_id: actor.memberId };
  return readPage(
    db,
    { route: 'cases.listOwn', limit, cursor, cursorKey, filters },
    {
      shape: caseShape,
      from: 'team_case c',
      where: isOwnCase(2),
      params: [actor.memberId],
      at: 'c.created_at',
      id: 'c.id',
      large: ['c.fields', 'c.external_ref'],
    },
  );
}
