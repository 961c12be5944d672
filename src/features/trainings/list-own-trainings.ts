import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import {
  activeMember,
  type listOwnTrainingsInput,
  type Training,
  trainingFields,
  trainingShape,
} from './trainings.schema.ts';

/** The sessions of the person who asks, newest first. The switches hide nobody's own data (rule 7). */
export function listOwnTrainings(
  { db, actor, cursorKey }: TeamVisit,
  { cursor, limit, status, assignment_id }: z.output<typeof listOwnTrainingsInput>,
): Promise<JsonText<Page<Training>>> {
  const where = ['t.tenant_id = $1', 't.member_id = $2'];
  const params = [actor.memberId];
  if (status !== undefined) where.push(`t.status = $${params.push(status) + 1}`);
  if (assignment_id !== undefined) {
    where.push(`t.assignment_id = $${params.push(assignment_id) + 1}`);
  }
  const filters = { member: actor.memberId, status, assignment_id };
  return readPage(
    db,
    { route: 'trainings.listOwn', limit, cursor, cursorKey, filters },
    {
      shape: trainingShape,
      from: `training t cross join ${activeMember}`,
      where,
      params,
      at: 't.created_at',
      id: 't.id',
      large: ['t.external_ref'],
      fields: trainingFields,
    },
  );
}
