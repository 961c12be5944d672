import { Prisma, type PrismaClient } from '../generated/client.ts';

/** The fields by which a row of a model belongs to a team. */
export type Model = {
  name: string;
  /** The field with the tenant. Undefined if the rows belong to no team. */
  tenantField: 'tenant_id' | 'id' | undefined;
  scalars: ReadonlySet<string>;
  /** The relation fields, each with its target model. */
  relations: ReadonlyMap<string, string>;
};

export type Models = ReadonlyMap<string, Model>;

// The schema inside a Prisma client. Prisma has no public name for it.
type Described = {
  _runtimeDataModel: {
    models: Record<string, { fields: { name: string; kind: string; type: string }[] }>;
  };
};

let read: Models | undefined;

/** The models of a client, by their names in schema.prisma. */
export function modelsOf(client: PrismaClient): Models {
  read ??= new Map(
    Object.entries((client as unknown as Described)._runtimeDataModel.models).map(
      ([name, { fields }]) => {
        const scalars = new Set(fields.filter((f) => f.kind !== 'object').map((f) => f.name));
        const relations = fields.filter((f) => f.kind === 'object');
        return [
          name,
          {
            name,
            tenantField: tenantFieldOf(name, scalars),
            scalars,
            relations: new Map(relations.map((f) => [f.name, f.type])),
          },
        ];
      },
    ),
  );
  return read;
}

function tenantFieldOf(name: string, scalars: ReadonlySet<string>): Model['tenantField'] {
  if (name === 'Tenant') return 'id';
  return scalars.has('tenant_id') ? 'tenant_id' : undefined;
}

/** Views of tables of teams. Prisma has no models of them. */
const views = ['webhook_delivery_state', 'request_log_line'];

/**
 * The tables and views whose rows belong to a team, each with the column that has the id of the team. A
 * loaded client names its models, and only a client that was made names its tables. A test compares these
 * names with the database.
 */
export const tenantColumns: ReadonlyMap<string, string> = new Map([
  ...Object.keys(Prisma.ModelName).flatMap((model): [string, string][] => {
    const column = tenantFieldOf(model, fieldsOf(model));
    return column ? [[tableOf(model), column]] : [];
  }),
  ...views.map((view): [string, string] => [view, 'tenant_id']),
]);

function fieldsOf(model: string): ReadonlySet<string> {
  const fields = (Prisma as Record<string, unknown>)[`${model}ScalarFieldEnum`];
  // Without the fields of a model, statements on its table would not be checked.
  if (!fields) throw new Error(`The Prisma client does not name the fields of ${model}`);
  return new Set(Object.keys(fields));
}

/** `ApiKey` is the table `api_key`. */
export function tableOf(model: string): string {
  return model.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
