import type { Queryable } from '../../db/team-db.ts';

type Table =
  | 'member'
  | 'assignment'
  | 'training'
  | 'evaluation'
  | 'team_case'
  | 'team_catalog_entry'
  | 'catalog_hidden'
  | 'policy'
  | 'crm_deal'
  | 'crm_objection';

/** Many rows in one statement; every row has the columns of the first. */
export async function insertRows(
  db: Queryable,
  table: Table,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await db.query(
    `insert into ${table} (${columns})
     select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
