import pg from 'pg';
import { markedTables, sharedTables } from '../../src/db/replicas/replicated-tables.ts';

/**
 * In test databases, a transaction of the product fails at its commit if it has changed data that a replica may show,
 * but has not raised the team's watermark. Rows that a test itself writes are exempt, and so are sandboxes.
 */
export async function guardWatermarks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements().join(';\n'));
  await client.end();
}

const ofProduct = `(current_setting('application_name') ~ '^(team-api|api$|crm$)')`;

function statements(): string[] {
  return [
    'create schema guard_marks',
    `create unlogged table guard_marks.change (xid xid8 default pg_current_xact_id(), tenant_id name,
       tbl name, primary key (xid, tenant_id, tbl))`,
    checkAtCommit,
    `create constraint trigger check_marks after insert on guard_marks.change
       deferrable initially deferred for each row execute function guard_marks.check_marks()`,
    ...markedTables.flatMap((table) => noting(table, table === 'tenant' ? 'r.id' : 'r.tenant_id')),
    ...sharedTables.flatMap((table) => noting(table, `''`)),
    ...notingPeople,
  ];
}

/**
 * Whether the row was written by this transaction. After a savepoint, rows have an id of their own, so they cannot be
 * compared with the id of the transaction. But rows of other running transactions are not visible here.
 */
const isOwn = `pg_xact_status(m.xmin::text::xid8) = 'in progress'`;

const checkAtCommit = `
create function guard_marks.check_marks() returns trigger language plpgsql as $$
begin
  delete from guard_marks.change c where c.xid = new.xid and c.tenant_id = new.tenant_id and c.tbl = new.tbl;
  if new.tenant_id = '' then
    if exists (select from shared_mark m where ${isOwn}) then return null; end if;
  else
    if exists (select from team_mark m where m.tenant_id = new.tenant_id and ${isOwn})
      or not exists (select from tenant t where t.id = new.tenant_id and t.sandbox_of is null)
    then return null; end if;
  end if;
  raise exception 'A change of % raised no mark', new.tbl using errcode = 'TM001';
end $$`;

function noting(table: string, tenant: string): string[] {
  const name = `guard_marks.note_${table}`;
  const trigger = (what: string, rows: string) =>
    `create trigger zz_guard_marks_${what} after ${what} on ${table} referencing ${rows} table as r
       for each statement when ${ofProduct} execute function ${name}()`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
     begin
       insert into guard_marks.change (tenant_id, tbl) select distinct ${tenant}, '${table}' from r
         on conflict do nothing;
       return null;
     end $$`,
    trigger('insert', 'new'),
    trigger('update', 'new'),
    trigger('delete', 'old'),
  ];
}

const notingPeople = [
  `create function guard_marks.note_person() returns trigger language plpgsql as $$
   begin
     insert into guard_marks.change (tenant_id, tbl)
       select t.tenant_id, 'person' from person_team t where t.person_id = new.id on conflict do nothing;
     return null;
   end $$`,
  `create trigger zz_guard_marks after update of name, email on person for each row
     when ((old.name, old.email) is distinct from (new.name, new.email) and ${ofProduct})
     execute function guard_marks.note_person()`,
];
