import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import {
  activeMember,
  type listTrainingsInput,
  type Training,
  trainingFields,
  trainingShape,
} from './trainings.schema.ts';

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
