import type { Prisma } from './generated/client.ts';
import { tables } from './generated/tables.ts';

/** A model of schema.prisma, named as Prisma's client names it: `teamCase`. */
export type Model = Uncapitalize<Prisma.ModelName>;
type Columns<M extends Model> = Prisma.TypeMap['model'][Capitalize<M>]['payload']['scalars'];
/** A JSON column takes any object. PostgreSQL reads a day, a time or a number also from its text. */
type Value<Stored> = Prisma.JsonValue extends Stored
  ? object | null
  : Date extends Stored
    ? Stored | string
    : Prisma.Decimal extends Stored
      ? Stored | string
      : Stored extends Uint8Array
        ? Uint8Array
        : Stored;

/** Values by their columns. The handle of the team adds the tenant. A column with `undefined` is left out. */
export type Row<M extends Model> = {
  readonly [C in Exclude<keyof Columns<M>, 'tenant_id'>]?: Value<Columns<M>[C]> | undefined;
};

export type Statement = { text: string; params: unknown[] };
type Column = { name: string; type: string; value: unknown };

/** Inserts a row. `select` reads the answer from the new row, under the name `as`. */
export function insertion<M extends Model>(
  model: M,
  row: Row<M>,
  answer?: { as: string; select: string },
): Statement {
  const columns = columnsOf(model, row);
  const names = ['tenant_id', ...columns.map(({ name }) => name)].join(', ');
  const places = ['$1', ...columns.map((_, n) => `$${n + 2}`)].join(', ');
  const insert = `insert into ${tableOf(model)} (${names}) values (${places})`;
  return {
    text: answer ? `with ${answer.as} as (${insert} returning *) select ${answer.select}` : insert,
    params: columns.map(({ value }) => value),
  };
}

/**
 * Inserts many rows, whose columns are those of the first one, as the table `t`. `given` has columns whose values are SQL.
 */
export function insertionOfMany<M extends Model>(
  model: M,
  rows: readonly Row<M>[],
  given: Readonly<Record<string, string>> = {},
): Statement {
  const columns = columnsOf(model, rows[0] ?? {});
  const more = rows.find((row) => columnsOf(model, row).length > columns.length);
  if (more) throw new Error(`The first row for ${tableOf(model)} lacks a column of another one`);
  const values = Object.fromEntries(columns.map(({ name }) => [name, `r.${name}`]));
  const all = { ...values, ...given };
  const types = columns.map(({ name, type }) => `${name} ${type === 'bytes' ? 'bytea' : type}`);
  return {
    text: `insert into ${tableOf(model)} as t (${['tenant_id', ...Object.keys(all)].join(', ')})
      select ${['$1', ...Object.values(all)].join(', ')}
      from json_to_recordset($2::json) as r(${types.join(', ')})`,
    params: [JSON.stringify(rows, bytesAsText)],
  };
}

/** PostgreSQL reads bytes from a JSON document in this form. A buffer has turned itself into an object already. */
function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const stored = this[name];
  return stored instanceof Uint8Array ? `\\x${Buffer.from(stored).toString('hex')}` : value;
}

/** Sets columns of the row with this id. `$1` is the tenant in all statements. */
export function update<M extends Model>(model: M, id: string, changes: Row<M>): Statement {
  const columns = columnsOf(model, changes);
  const set = columns.map(({ name }, n) => `${name} = $${n + 3}`);
  return {
    text: `update ${tableOf(model)} r set ${set.join(', ')} where r.tenant_id = $1 and r.id = $2`,
    params: [id, ...columns.map(({ value }) => value)],
  };
}

/**
 * A select list that says for each column whether the row `as` has another value. The parameters begin with the number
 * `first`. JSON differs if its values differ, and not only its text.
 */
export function differences<M extends Model>(
  model: M,
  row: Row<M>,
  { as, first }: { as: string; first: number },
): Statement {
  const columns = columnsOf(model, row);
  const compared = columns.map(({ name, type }, n) => {
    const cast = type === 'json' ? '::jsonb' : '';
    return `${as}.${name}${cast} is distinct from $${n + first}${cast} as ${name}`;
  });
  return { text: compared.join(', '), params: columns.map(({ value }) => value) };
}

function columnsOf<M extends Model>(model: M, row: Row<M>): Column[] {
  const columns = columnTypesOf(model);
  return Object.entries(row).flatMap(([name, value]) => {
    const type = columns[name];
    if (type === undefined) throw new Error(`${model} has no column ${name}`);
    if (value === undefined) return [];
    const isJson = type.startsWith('json') && value !== null;
    return [{ name, type, value: isJson ? JSON.stringify(value) : value }];
  });
}

const tableOf = (model: Model): string => described(model).table;

/** The types of the columns of a model, by their names. */
export const columnTypesOf = (model: Model) => described(model).columns;

function described(model: Model): { table: string; columns: Readonly<Record<string, string>> } {
  const name = (model.charAt(0).toUpperCase() + model.slice(1)) as Prisma.ModelName;
  return tables[name];
}
