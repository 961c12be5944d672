import type pg from 'pg';

/** The columns that can contain something of a person, by table. A partition counts as its table. */
export async function heldColumns(sql: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await sql.query<{ name: string; columns: string[] }>(
    `select coalesce(p.inhparent, r.oid)::regclass::text as name,
       array_agg(distinct c.column_name::text order by c.column_name::text) as columns
     from information_schema.columns c
     join pg_class r on r.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     left join pg_inherits p on p.inhrelid = r.oid
     where c.table_schema not in ('pg_catalog', 'information_schema') and r.relkind in ('r', 'p')
       and c.data_type in
         ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'inet', 'cidr', 'xml')
     group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns.toSorted()]));
}
