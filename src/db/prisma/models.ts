import { tables } from '../generated/tables.ts';

/** The fields by which a row of a model belongs to a team. */
export type Model = {
  name: string;
  /** The field with the tenant. Undefined if the rows belong to no team. */
  tenantField: 'tenant_id' | 'id' | undefined;
  scalars: ReadonlySet<string>;
  /** The relation fields, each with its target model. */
  relations: ReadonlyMap<string, string>;
};

/** The models by their names in schema.prisma. */
export const models: ReadonlyMap<string, Model> = new Map(
  Object.entries(tables).map(([name, { columns, relations }]) => [
    name,
    {
      name,
      tenantField: tenantFieldOf(name, columns),
      scalars: new Set(Object.keys(columns)),
      relations: new Map(Object.entries(relations)),
    },
  ]),
);

function tenantFieldOf(name: string, columns: object): Model['tenantField'] {
  if (name === 'Tenant') return 'id';
  return 'tenant_id' in columns ? 'tenant_id' : undefined;
}

/** Views of tables of teams. Prisma has no models of them. */
const views = ['webhook_delivery_state', 'request_log_line'];

/**
 * The tables and views whose rows belong to a team, each with the column that has the id of the team. A test
 * compares these names with the database.
 */
export const tenantColumns: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tables).flatMap(([name, { table, columns }]): [string, string][] => {
    const column = tenantFieldOf(name, columns);
    return column ? [[table, column]] : [];
  }),
  ...views.map((view): [string, string] => [view, 'tenant_id']),
]);
