import { type DataModel, tenantFieldOf } from '../../harness/data-model.ts';

export const MINE = 'ten_mine';

export type Args = Record<string, unknown>;

const values: Record<string, unknown> = {
  String: 'x',
  Int: 1,
  BigInt: 1n,
  Boolean: true,
  DateTime: new Date('2026-06-01T00:00:00Z'),
  Json: {},
  Bytes: new Uint8Array(32),
};

function dataOf(model: DataModel): Args {
  const needed = model.fields.filter(
    ({ kind, isRequired, hasDefaultValue, isList }) =>
      kind === 'scalar' && isRequired && !hasDefaultValue && !isList,
  );
  const data = Object.fromEntries(needed.map(({ name, type }) => [name, values[type]]));
  return { ...data, [tenantFieldOf(model) ?? '']: MINE };
}

/** The key of one row, with the tenant in it or beside it. */
function uniqueOf(model: DataModel): Args {
  const data = dataOf(model);
  const tenant = { [tenantFieldOf(model) ?? '']: MINE };
  const id = model.fields.find(({ isId }) => isId);
  if (id) return { [id.name]: data[id.name], ...tenant };
  const { fields } = model.primaryKey ?? { fields: [] };
  // A number that the database draws has a default, but a key needs it.
  const key = Object.fromEntries(fields.map((field) => [field, data[field] ?? values.BigInt]));
  return { [fields.join('_')]: key, ...(fields.includes('tenant_id') ? {} : tenant) };
}

/** The smallest arguments that a method accepts for a team. */
export function argsOf(model: DataModel, method: string): Args {
  const tenant = { [tenantFieldOf(model) ?? '']: MINE };
  const unique = uniqueOf(model);
  const changed = { [tenantFieldOf(model) ?? '']: MINE };
  switch (method) {
    case 'create':
      return { data: dataOf(model) };
    case 'createMany':
    case 'createManyAndReturn':
      return { data: [dataOf(model), dataOf(model)] };
    case 'update':
      return { where: unique, data: changed };
    case 'updateMany':
    case 'updateManyAndReturn':
      return { where: tenant, data: changed };
    case 'upsert':
      return { where: unique, create: dataOf(model), update: changed };
    case 'findUnique':
    case 'findUniqueOrThrow':
    case 'delete':
      return { where: unique };
    case 'aggregate':
      return { where: tenant, _count: true };
    case 'groupBy':
      return { where: tenant, by: [tenantFieldOf(model)] };
    default:
      return { where: tenant };
  }
}

export function without(args: Args, drop: (value: unknown, name: string) => boolean): Args {
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => !drop(value, name)));
}

/** Variants with another value at each place of the tenant. */
export function replaced(value: unknown, by: unknown): unknown[] {
  if (value === MINE) return [by];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) =>
      replaced(one, by).map((other) => value.with(index, other)),
    );
  }
  const isPlain = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return [];
  return Object.entries(value as Args).flatMap(([name, inner]) =>
    replaced(inner, by).map((other) => ({ ...(value as Args), [name]: other })),
  );
}
