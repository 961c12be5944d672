import {
  type DataModel,
  type ModelField,
  type ModelIndex,
  readSchema,
} from '../../harness/data-model.ts';
import type { Column, ForeignKey, Index, Table, Tables } from './table-shape.ts';

const plainTypes: Record<string, string> = {
  String: 'text',
  BigInt: 'bigint',
  Int: 'integer',
  Boolean: 'boolean',
  Float: 'double precision',
  Json: 'jsonb',
  Bytes: 'bytea',
};

/** The tables that prisma/schema.prisma describes. */
export async function describedTables(): Promise<Tables> {
  const { text, dmmf } = await readSchema();
  const { models, indexes } = dmmf.datamodel;
  const tableOf = new Map(models.map((model) => [model.name, model.dbName]));
  return Object.fromEntries(
    models.map((model): [string, Table] => [
      model.dbName,
      {
        columns: { ...columnsOf(model), ...unsupportedColumns(text, model) },
        primaryKey:
          model.primaryKey?.fields ?? model.fields.filter(({ isId }) => isId).map((f) => f.name),
        foreignKeys: foreignKeysOf(model, tableOf),
        indexes: indexesOf(model, indexes, predicates(text)),
      },
    ]),
  );
}

function columnsOf(model: DataModel): Record<string, Column> {
  const scalars = model.fields.filter(({ kind }) => kind === 'scalar');
  return Object.fromEntries(
    scalars.map((field) => [
      field.name,
      {
        type: `${typeOf(field)}${field.isList ? '[]' : ''}`,
        nullable: !field.isRequired,
        default: /^jsonb?$/.test(typeOf(field))
          ? parsed(field.default)
          : plainDefault(field.default),
      },
    ]),
  );
}

/** Of a column that a sequence numbers, the first number: that is what the database answers. */
function plainDefault(value: unknown): unknown {
  const isNumbered = typeof value === 'object' && value && 'name' in value;
  return isNumbered && value.name === 'autoincrement' ? 1 : (value ?? null);
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}

function typeOf({ type, nativeType }: ModelField): string {
  const [native, args] = nativeType ?? ['', []];
  switch (native) {
    case '':
      return plainTypes[type] ?? `no column of Prisma's ${type}`;
    case 'Timestamptz':
      return `timestamp(${args.join()}) with time zone`;
    case 'SmallInt':
      return 'smallint';
    case 'Decimal':
      return 'numeric';
    default:
      return native.toLowerCase();
  }
}

/** Types that Prisma does not know. It leaves out fields of these types. */
function unsupportedColumns(text: string, model: DataModel): Record<string, Column> {
  const body = new RegExp(`^model ${model.name} \\{(.*?)^\\}`, 'ms').exec(text)?.[1] ?? '';
  const fields = body.matchAll(/^ {2}(\w+)\s+Unsupported\("(\w+)"\)(\[\])?(\?)?/gm);
  return Object.fromEntries(
    [...fields].map(([line, name, type, list = '', optional]) => [
      String(name),
      { type: `${type}${list}`, nullable: Boolean(optional), default: defaultOf(body, line) },
    ]),
  );
}

function defaultOf(body: string, line: string): unknown {
  const rest = body.slice(body.indexOf(line)).split('\n', 1)[0] ?? '';
  return rest.includes(`@default(dbgenerated("'{}'"))`) ? [] : null;
}

function foreignKeysOf(model: DataModel, tableOf: Map<string, string>): ForeignKey[] {
  return model.fields
    .filter(({ relationFromFields }) => relationFromFields && relationFromFields.length > 0)
    .map((field) => ({
      columns: field.relationFromFields ?? [],
      table: tableOf.get(field.type) ?? '',
      references: field.relationToFields ?? [],
      onDelete: field.relationOnDelete ?? 'default',
      onUpdate: field.relationOnUpdate ?? 'default',
    }))
    .sort((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1));
}

function indexesOf(
  model: DataModel,
  indexes: ModelIndex[],
  where: Map<string, string>,
): Record<string, Index> {
  const own = indexes.filter(({ model: name, type }) => name === model.name && type !== 'id');
  return Object.fromEntries(
    own.map(({ dbName = '', type, fields }) => [
      dbName,
      {
        unique: type === 'unique',
        columns: fields.map((f) => (f.sortOrder === 'desc' ? `${f.name} desc` : f.name)),
        where: where.get(dbName) ?? null,
      },
    ]),
  );
}

/** The condition of each partial index: Prisma checks it but does not pass it on. */
function predicates(text: string): Map<string, string> {
  const found = text.matchAll(/map: "(\w+)", where: raw\("([^"]+)"\)/g);
  return new Map([...found].map(([, name, where]) => [String(name), String(where)]));
}
