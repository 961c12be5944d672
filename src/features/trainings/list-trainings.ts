import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { activeMember, type listOwnTrainingsInput, type listTrainingsInput, type Training, trainingFields, trainingShape } from './trainings.schema.ts';

type Filters = Omit<z.output<typeof listTrainingsInput>, 'cursor' | 'limit'>;

/**
 * The conditions of the filters. Several filters must all match (D75). If a filter names a person
 * of another team or an unknown one, nothing matches (D74).
 */
const conditions: Record<keyof Filters, (param: string) => string> = {
  // The condition compares the member and not the joined user, so that PostgreSQL uses the index of the
  // sessions of one member.
  user_id: (param) => `t.member_id = (select u.id from member u
    where u.tenant_id = $1 and u.user_id = ${param} and u.status = 'active')`,
  // The status must be exactly the same (D73).
  status: (param) => `t.status = ${param}`,
  // Sessions of this moment itself are included (D71).
  since: (param) => `t.created_at >= ${param}::timestamptz`,
  assignment_id: (param) => `t.assignment_id = ${param}`,
};

const filterNames = ['user_id', 'status', 'since', 'assignment_id'] as const;

/** Sessions of active members, newest first (D65, D130). */
export function listTrainings(
  { db, cursorKey }: RequestCall,
  { cursor, limit, ...filters }: z.output<typeof listTrainingsInput>,
): Promise<JsonText<Page<Training>>> {
  const given = filterNames.filter((name) => filters[name] !== undefined);
  return readPage(
    db,
    { route: 'trainings', limit, cursor, cursorKey, filters },
    {
      shape: trainingShape,
      from: `training t cross join ${activeMember}`,
      where: ['t.tenant_id = $1', ...given.map((name, i) => conditions[name](`$${i + 2}`))],
      params: given.map((name) => filters[name]),
      at: 't.created_at',
      id: 't.id',
      large: ['t.external_ref'],
      fields: trainingFields,
    },
  );
}

export async function getTraining({ db }: RequestCall, id: string): Promise<JsonText<Training>> {
  const row = await db.lookUp<{ json: string }>(
    `select ${asJson(trainingShape)}
     from training t cross join ${activeMember}
     where t.tenant_id = $1 and t.id = $2`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}

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
