import type { PrismaClient } from '../generated/client.ts';

/** What of a model decides whose a row is. */
export type Model = {
  name: string;
  /** The field with the tenant; none for what belongs to no team. */
  tenantField: 'tenant_id' | 'id' | undefined;
  scalars: ReadonlySet<string>;
  /** Relation fields, and the model that each leads to. */
  relations: ReadonlyMap<string, string>;
};

export type Models = ReadonlyMap<string, Model>;

// What a client keeps of its schema; no public name leads to it.
type Described = {
  _runtimeDataModel: {
    models: Record<string, { fields: { name: string; kind: string; type: string }[] }>;
  };
};

let read: Models | undefined;

/** By the model's name in schema.prisma. */
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
