import type { PrismaClient } from '../generated/client.ts';

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

function tenantFieldOf(name: string, scalars: Set<string>): Model['tenantField'] {
  if (name === 'Tenant') return 'id';
  return scalars.has('tenant_id') ? 'tenant_id' : undefined;
}
