import { randomBytes } from 'node:crypto';
import type { TestApi } from '../../harness/api.ts';

/** Returns an id of the same form, length and time that never existed. An id tells its time to everybody. */
export function neverExisted(id: string): string {
  const time = /^[a-z]+_[0-9a-z]{10}(?=[0-9a-z]{16}$)/.exec(id)?.[0];
  if (time !== undefined) return time + randomBytes(8).toString('hex');
  const [head = '', ...rest] = id.split(/(?<=^[a-z]+_)|(?=@)/);
  const fresh = (text: string) => randomBytes(text.length).toString('hex').slice(0, text.length);
  if (id.includes('@')) return fresh(head) + rest.join('');
  return rest.length === 0 ? fresh(head) : head + fresh(rest.join(''));
}

type Owner = { column: 'tenant_id' | 'person_id'; value: string };

/** Every id in the rows of a team or a person, in any table, each with what it is. */
export async function idsOf(api: TestApi, { column, value }: Owner): Promise<Map<string, string>> {
  const { rows } = await api.sql.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.columns t on t.table_name = c.table_name
       and t.table_schema = c.table_schema and t.column_name = $1
     where c.table_schema = 'public' and c.data_type = 'text'
       and (c.column_name = 'id' or c.column_name like '%\\_id' or c.column_name in ('email', 'prefix'))`,
    [column],
  );
  const ids = new Map<string, string>();
  for (const { table_name, column_name } of rows) {
    // No operation takes the id of an audit entry, so one of them is enough.
    const most = table_name === 'audit_entry' ? 'limit 1' : '';
    const found = await api.sql.query<{ id: string | null }>(
      `select distinct ${column_name} as id from ${table_name} where ${column} = $1 ${most}`,
      [value],
    );
    for (const { id } of found.rows) {
      if (id && id.length > 12) ids.set(id, `${table_name}.${column_name}`);
    }
  }
  return ids;
}

/** Reads all rows of a team or a person as text. One statement reads all tables, because tests do it often. */
export async function rowsReader(
  api: TestApi,
  { column, value }: Owner,
): Promise<() => Promise<string[]>> {
  const { rows: tables } = await api.sql.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = $1
     order by 1`,
    [column],
  );
  const each = tables.map(
    ({ name }) => `select '${name} ' || r::text as row from ${name} r where r.${column} = $1`,
  );
  const text = `${each.join(' union all ')} order by 1`;
  return async () => {
    const statement = { name: `rows by ${column}`, text, values: [value] };
    return (await api.sql.query<{ row: string }>(statement)).rows.map(({ row }) => row);
  };
}
