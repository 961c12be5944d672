import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { type Case, isOwnCase, type listOwnCasesInput, ownCaseById } from './cases.schema.ts';
import { casesRead } from './list-cases.ts';

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
    { ...casesRead, where: isOwnCase(2), params: [actor.memberId] },
  );
}

/** A private case of the person who asks. One of somebody else reads like one that never existed. */
export async function getOwnCase({ db, actor }: TeamVisit, id: string): Promise<JsonText<Case>> {
  const row = await db.lookUp<{ json: string }>(ownCaseById, [id, actor.memberId]);
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
