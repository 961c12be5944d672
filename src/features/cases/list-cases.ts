import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { type Case, caseIsListed, caseShape, type listCasesInput } from './cases.schema.ts';

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
