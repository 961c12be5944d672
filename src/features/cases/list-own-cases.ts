import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { type Case, caseShape } from './cases.schema.ts';
import { isOwnCase, type listOwnCasesInput } from './own-cases.schema.ts';

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
