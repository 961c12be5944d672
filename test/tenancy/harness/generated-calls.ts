import fc, { type GeneratorValue } from 'fast-check';
import {
  type DataModel,
  type Dmmf,
  type InputField,
  type InputValue,
  type ModelField,
  tenantFieldOf,
} from '../../harness/data-model.ts';

export type Call = { model: string; method: string; args: Record<string, unknown> };

/** The client's methods, by their names in Prisma's own schema. */
const operationOf: Record<string, string> = {
  create: 'createOne',
  update: 'updateOne',
  upsert: 'upsertOne',
  delete: 'deleteOne',
  count: 'findMany',
  aggregate: 'findMany',
};

/** Values for arguments, mostly from the caller's own team, sometimes from another. */
export type Values = { mine: string; other: string; texts: string[] };

const DEEPEST = 5;

/** Any call that Prisma's client accepts, made from its own description. */
export class CallMaker {
  readonly #dmmf: Dmmf;
  readonly #values: Values;
  readonly #g: GeneratorValue;

  constructor(dmmf: Dmmf, values: Values, g: GeneratorValue) {
    this.#dmmf = dmmf;
    this.#values = values;
    this.#g = g;
  }

  call(model: DataModel, method: string): Call {
    const args: Record<string, unknown> = {};
    for (const field of this.#argumentsOf(model.name, method)) {
      const wanted = field.isRequired || field.name === 'where' || this.#chance(20);
      if (wanted && field.name !== 'cursor') args[field.name] = this.#value(model, field, 0);
    }
    if (method === 'count' || method === 'aggregate') delete args.distinct;
    if (method === 'aggregate') args._count = true;
    if (method === 'groupBy') args.by = [this.#one(scalarsOf(model)).name];
    if (returnsRows.has(method) && this.#chance(40)) Object.assign(args, this.#include(model, 0));
    if (this.#chance(90)) this.#carry(model, args);
    return { model: model.name, method, args };
  }

  #argumentsOf(model: string, method: string): InputField[] {
    const operations = this.#dmmf.mappings.modelOperations.find((o) => o.model === model);
    const name = operations?.[operationOf[method] ?? method];
    const types = this.#dmmf.schema.outputObjectTypes.prisma ?? [];
    const roots = types.filter((type) => type.name === 'Query' || type.name === 'Mutation');
    const found = roots.flatMap((root) => root.fields).find((field) => field.name === name);
    if (!found) throw new Error(`Prisma has no ${method} of ${model}`);
    return found.args;
  }

  /** Adds the tenant as a careful caller would; leaves the rest unchanged. */
  #carry(model: DataModel, args: Record<string, unknown>): void {
    const field = tenantFieldOf(model);
    if (!field) return;
    const makesRows = args.where === undefined || args.update !== undefined;
    for (const name of makesRows ? ['where', 'create', 'data'] : ['where']) {
      const part = args[name];
      for (const one of Array.isArray(part) ? part : [part]) {
        if (isObject(one)) one[field] = this.#values.mine;
      }
    }
  }

  #value(model: DataModel, field: InputField, depth: number): unknown {
    const usable = field.inputTypes.filter(({ location, type }) => {
      // Prisma's compiler cannot compare JSON with an object.
      if (location === 'fieldRefTypes' || /^Json\w*Filter$/.test(type)) return false;
      return location !== 'inputObjectTypes' || depth < DEEPEST;
    });
    const tenant = isTenantField(field, model);
    const plain = usable.filter(({ location }) => location === 'scalar');
    const chosen = tenant && plain.length > 0 && this.#chance(90) ? plain : usable;
    if (chosen.length === 0) return undefined;
    const input = this.#one(chosen);
    const draw = () =>
      tenant && input.type === 'String' ? this.#tenant() : this.#of(input, depth);
    return input.isList ? [draw(), ...(this.#chance(20) ? [draw()] : [])] : draw();
  }

  #of(input: InputValue, depth: number): unknown {
    if (input.location === 'inputObjectTypes') return this.#object(input.type, depth + 1);
    if (input.location === 'enumTypes') return this.#one(this.#enum(input.type));
    return this.#scalar(input.type);
  }

  #object(typeName: string, depth: number): Record<string, unknown> {
    const { inputObjectTypes } = this.#dmmf.schema;
    const type = inputObjectTypes.prisma?.find(({ name }) => name === typeName);
    if (!type) throw new Error(`Prisma has no type ${typeName}`);
    const model = this.#modelOf(typeName);
    const { fields = [], maxNumFields, minNumFields } = type.constraints;
    const least = minNumFields ? this.#one(fields.length > 0 ? fields : names(type.fields)) : '';
    const made: Record<string, unknown> = {};
    for (const field of type.fields) {
      const full = maxNumFields !== null && Object.keys(made).length >= maxNumFields;
      const wanted = field.isRequired || field.name === least;
      if (!wanted && (full || maxNumFields === 1 || !this.#chance(14 - 2 * depth))) continue;
      const value = this.#value(model, field, depth);
      if (value !== undefined) made[field.name] = value;
    }
    // Ids of control tables are unique for all teams, so a new row needs a new one.
    if (/Create/.test(typeName) && model.name !== 'Tenant' && 'id' in made) made.id = this.#newId();
    return made;
  }

  #include(model: DataModel, depth: number): { include?: Record<string, unknown> } {
    const include: Record<string, unknown> = {};
    for (const field of model.fields.filter(({ kind }) => kind === 'object')) {
      const target = this.#dmmf.datamodel.models.find(({ name }) => name === field.type);
      if (!target || !this.#chance(50)) continue;
      const filtered = field.isList && this.#chance(50);
      const where = filtered ? { where: this.#object(`${target.name}WhereInput`, 2) } : {};
      const deeper = depth < 2 && this.#chance(40) ? this.#include(target, depth + 1) : {};
      include[field.name] = this.#chance(30) ? true : { ...where, ...deeper };
    }
    return Object.keys(include).length > 0 ? { include } : {};
  }

  #modelOf(typeName: string): DataModel {
    const { models } = this.#dmmf.datamodel;
    const fitting = models.filter(({ name }) => typeName.startsWith(name));
    const [longest] = fitting.sort((a, b) => b.name.length - a.name.length);
    return longest ?? { name: '', dbName: '', fields: [], primaryKey: null };
  }

  #scalar(type: string): unknown {
    const values: Record<string, () => unknown> = {
      String: () => this.#one(this.#values.texts),
      Int: () => this.#g(fc.nat, { max: 3 }),
      BigInt: () => 1n,
      Float: () => 1.5,
      Decimal: () => '1.5',
      Boolean: () => this.#chance(50),
      DateTime: () => new Date('2026-06-01T00:00:00Z'),
      Json: () => ({ tenant_id: this.#values.other }),
      Bytes: () => new Uint8Array(32),
      Null: () => null,
    };
    const value = values[type];
    if (!value) throw new Error(`No value for Prisma's ${type}`);
    return value();
  }

  #enum(name: string): string[] {
    const { prisma = [], model = [] } = this.#dmmf.schema.enumTypes;
    return [...prisma, ...model].find((type) => type.name === name)?.values ?? [];
  }

  #newId(): string {
    return `new_${this.#g(fc.nat, { max: 99 })}`;
  }

  #tenant(): string {
    return this.#chance(85) ? this.#values.mine : this.#values.other;
  }

  #chance(percent: number): boolean {
    return this.#g(fc.nat, { max: 99 }) < percent;
  }

  #one<T>(from: readonly T[]): T {
    const at = this.#g(fc.nat, { max: from.length - 1 });
    return from[at] as T;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const returnsRows = new Set(
  'findUnique findUniqueOrThrow findFirst findFirstOrThrow findMany create update upsert delete'.split(
    ' ',
  ),
);

const names = (fields: readonly InputField[]) => fields.map(({ name }) => name);

function scalarsOf(model: DataModel): ModelField[] {
  return model.fields.filter(({ kind }) => kind === 'scalar');
}

function isTenantField({ name }: InputField, model: DataModel): boolean {
  return name === 'tenant_id' || (name === 'id' && model.name === 'Tenant');
}
