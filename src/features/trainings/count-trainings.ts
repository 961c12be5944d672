import type { z } from 'zod';
import { countRows, type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { JsonText } from '../../shared/json/json-text.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import { statesOf } from '../../shared/web/states.ts';
import { matching, type TrainingFilters, trainingRows } from './list-trainings.ts';
import {
  activeMember,
  type listOwnTrainingsInput,
  type Training,
  type trainingCount,
  type trainingsBeside,
} from './trainings.schema.ts';

type Counted = z.output<typeof trainingCount>;
type Counts = NonNullable<Counted['counts']>;

/** How many sessions the list has, and how many have each status beside its other filters. */
export async function countTrainings(
  { db }: RequestCall,
  { status, ...filters }: TrainingFilters,
): Promise<Counted> {
  const { from, where, params } = matching({ ...filters, status: undefined });
  const number = (one: string) =>
    `(count(*) filter (where t.status = '${one}'))::integer as ${one}`;
  const found = await db.row<Counts>(
    `select count(*)::integer as all, ${statesOf('training').map(number).join(', ')}
     from (select t.status from ${from} where ${where.join(' and ')} limit ${MOST_COUNTED + 1}) t`,
    params,
  );
  const counts = found && found.all <= MOST_COUNTED ? found : null;
  if (status === undefined) return { total: counts?.all ?? MOST_COUNTED + 1, counts };
  const known = statesOf('training').find((one) => one === status);
  if (counts && known) return { total: counts[known], counts };
  return { total: await countRows(db, matching({ ...filters, status })), counts };
}

/** PostgreSQL reads one row along the index of the person's sessions, in either direction. */
const neighbour = (than: '<' | '>', direction: 'asc' | 'desc') => `(
  select o.id from training o
  where o.tenant_id = $1 and o.member_id = t.member_id
    and (o.created_at, o.id) ${than} (t.created_at, t.id)
  order by o.created_at ${direction}, o.id ${direction} limit 1)`;

/** The sessions of the same person right before and right after one. */
export async function getTrainingsBeside({ db }: RequestCall, id: string) {
  const found = await db.lookUp<z.output<typeof trainingsBeside>>(
    `select ${neighbour('<', 'desc')} as earlier_id, ${neighbour('>', 'asc')} as later_id
     from training t cross join ${activeMember}
     where t.tenant_id = $1 and t.id = $2`,
    [id],
  );
  if (!found) throw new ApiError('not_found');
  return found;
}

/** The sessions of the person who asks. The switches hide nobody's own data (rule 7). */
export function listOwnTrainings(
  { db, actor, cursorKey }: TeamVisit,
  { cursor, limit, order, status, assignment_id }: z.output<typeof listOwnTrainingsInput>,
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
    { ...trainingRows, order, from: `training t cross join ${activeMember}`, where, params },
  );
}
