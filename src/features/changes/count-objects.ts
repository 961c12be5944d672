import type { TeamDb } from '../../db/team-db.ts';
import { changedTypes } from './changed-types.ts';
import { type ChangedType, typeNames } from './changes.schema.ts';

/** More of a type are not counted: a beginning says about how many objects are left. */
const MOST_COUNTED = 100_000;

const count = `select ${typeNames
  .map((type) => {
    const { table } = changedTypes[type];
    const alias = table.split(' ')[1];
    return `(select count(*) from (select from ${table}
      where ${alias}.tenant_id = $1 and '${type}' = any ($2::text[]) limit ${MOST_COUNTED}) n)`;
  })
  .join(' + ')} as n`;

/** About how many objects of these types the team has. */
export async function countObjects(db: TeamDb, types: readonly ChangedType[]): Promise<number> {
  const row = await db.row<{ n: string }>(count, [types]);
  return Number(row?.n ?? 0);
}
