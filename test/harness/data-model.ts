import { readFile } from 'node:fs/promises';
import { get_dmmf } from '@prisma/prisma-schema-wasm';

export type ModelField = {
  name: string;
  kind: 'scalar' | 'object';
  type: string;
  isList: boolean;
  isRequired: boolean;
  isId: boolean;
  hasDefaultValue: boolean;
  nativeType: [string, string[]] | null;
  default?: unknown;
  relationFromFields?: string[];
  relationToFields?: string[];
  relationOnDelete?: string;
  relationOnUpdate?: string;
};
export type DataModel = {
  name: string;
  dbName: string;
  fields: ModelField[];
  primaryKey: { fields: string[] } | null;
};
export type ModelIndex = {
  model: string;
  type: 'id' | 'normal' | 'unique';
  dbName?: string;
  fields: { name: string; sortOrder?: 'asc' | 'desc' }[];
};
export type InputValue = {
  type: string;
  location: 'scalar' | 'inputObjectTypes' | 'enumTypes' | 'fieldRefTypes';
  isList: boolean;
};
export type InputField = { name: string; isRequired: boolean; inputTypes: InputValue[] };
type InputType = {
  name: string;
  constraints: { minNumFields: number | null; maxNumFields: number | null; fields?: string[] };
  fields: InputField[];
};
type OutputType = { name: string; fields: { name: string; args: InputField[] }[] };
type Grouped<T> = { prisma?: T[]; model?: T[] };

/** prisma/schema.prisma as Prisma reads it (DMMF). */
export type Dmmf = {
  datamodel: { models: DataModel[]; indexes: ModelIndex[] };
  schema: {
    inputObjectTypes: Grouped<InputType>;
    outputObjectTypes: Grouped<OutputType>;
    enumTypes: Grouped<{ name: string; values: string[] }>;
  };
  mappings: { modelOperations: ({ model: string } & Record<string, string>)[] };
};

export async function readSchema(): Promise<{ text: string; dmmf: Dmmf }> {
  const text = await readFile('prisma/schema.prisma', 'utf8');
  return { text, dmmf: JSON.parse(get_dmmf(JSON.stringify({ prismaSchema: text }))) };
}

/** The column with the team of a row. Null for tables of control. */
export function tenantFieldOf(model: DataModel): 'id' | 'tenant_id' | undefined {
  if (model.name === 'Tenant') return 'id';
  return model.fields.some(({ name }) => name === 'tenant_id') ? 'tenant_id' : undefined;
}
