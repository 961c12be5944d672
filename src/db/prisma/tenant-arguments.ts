import { type Model, models } from './models.ts';

/** The arguments of each method that must contain the tenant. */
const boundArguments: Record<string, readonly string[]> = {
  findUnique: ['where'],
  findUniqueOrThrow: ['where'],
  findFirst: ['where'],
  findFirstOrThrow: ['where'],
  findMany: ['where'],
  count: ['where'],
  aggregate: ['where'],
  groupBy: ['where'],
  create: ['data'],
  createMany: ['data'],
  createManyAndReturn: ['data'],
  update: ['where'],
  updateMany: ['where'],
  updateManyAndReturn: ['where'],
  upsert: ['where', 'create'],
  delete: ['where'],
  deleteMany: ['where'],
};

export const methods: readonly string[] = Object.keys(boundArguments);

/** Arguments that contain neither a row nor a value of a row. */
const plainArguments = new Set(
  [
    ['omit', 'take', 'skip', 'distinct', 'by', 'limit', 'skipDuplicates'],
    ['_count', '_avg', '_sum', '_min', '_max'],
  ].flat(),
);
type Args = Record<string, unknown>;

/** Models that all teams share. A team may use no model about accounts, such as sessions. */
const forAllTeams = new Set(['CatalogEntry', 'CatalogRule']);

/**
 * Refuses a call that does not carry the tenant. As for SQL (tenant-bound.ts) it allows one form
 * and refuses all others, even if they are right: the tenant is a plain value at the top of `where`
 * and `data`, and every other tenant in the call, at any depth, is the same. Relations join on the
 * tenant too (a test reads this in the schema), so nested rows that are read belong to the team.
 * Nested writes are refused.
 */
export class TenantArguments {
  readonly #tenantId: string;

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }

  check(modelName: string, method: string, argument: unknown): void {
    const args = entries(argument ?? {});
    const values = new Map(args);
    if (modelName === 'Person') {
      checkPerson(method, Object.fromEntries(args));
      return;
    }
    const model = this.#model(modelName);
    for (const name of model.tenantField ? (boundArguments[method] ?? []) : []) {
      const all = name === 'data' ? listed(values.get(name)) : [values.get(name)];
      const bound = all.every((value) => this.#carries(model, value, name === 'where'));
      if (!bound) refuse(`${name} of ${modelName}.${method} does not carry the tenant`);
    }
    for (const [name, value] of args) {
      if (name === 'data') for (const row of listed(value)) this.#data(model, row);
      else if (name === 'create' || name === 'update') this.#data(model, value);
      else this.#argument(model, name, value);
    }
  }

  #model(name: string): Model {
    const model = models.get(name) ?? refuse(`there is no model ${name}`);
    if (!model.tenantField && !forAllTeams.has(name)) refuse(`${name} is not for a team`);
    return model;
  }

  /**
   * True if the top contains the field of the tenant, alone or in a key of several fields. Its
   * value is checked later.
   */
  #carries(model: Model, value: unknown, isWhere: boolean): boolean {
    if (!isPlain(value)) return false;
    const field = model.tenantField ?? '';
    return entries(value).some(([name, found]) => {
      if (name === field) return true;
      return isWhere && !isField(model, name) && isPlain(found) && Object.hasOwn(found, field);
    });
  }

  #argument(model: Model, name: string, value: unknown): void {
    if (name === 'where' || name === 'having') this.#where(model, value);
    else if (name === 'select' || name === 'include') this.#selection(model, value);
    else if (name === 'orderBy') this.#order(model, value);
    else if (!plainArguments.has(name)) refuse(`${name} is not for a team`);
  }

  #where(model: Model, where: unknown): void {
    for (const [name, value] of entries(where)) {
      if (isLogic(name)) for (const one of listed(value)) this.#where(model, one);
      else if (name === model.tenantField) this.#sameTenant(model, value);
      else if (model.scalars.has(name)) continue;
      else if (model.relations.has(name)) this.#related(this.#relatedModel(model, name), value);
      // The value is a key of several fields.
      else this.#where(scalarsOnly(model), value);
    }
  }

  #related(target: Model, filter: unknown): void {
    if (filter === null) return;
    const relationFilters = ['is', 'isNot', 'some', 'every', 'none'];
    for (const [name, value] of entries(filter)) {
      if (!relationFilters.includes(name)) this.#where(target, { [name]: value });
      else if (value !== null) this.#where(target, value);
    }
  }

  #data(model: Model, data: unknown): void {
    for (const [name, value] of entries(data)) {
      if (name === model.tenantField) this.#sameTenant(model, value);
      else if (model.scalars.has(name)) continue;
      else if (!model.relations.has(name)) refuse(`${model.name} has no field ${name}`);
      // Nested writes are refused, so nobody has to know which rows they would reach.
      else refuse(`${model.name} writes related rows`);
    }
  }

  #selection(model: Model, selection: unknown): void {
    for (const [name, value] of entries(selection)) {
      if (typeof value === 'boolean') {
        if (model.relations.has(name)) this.#relatedModel(model, name);
      } else if (name === '_count') {
        for (const [part, counted] of entries(value)) {
          if (part !== 'select') refuse(`${part} is not for a team`);
          this.#selection(model, counted);
        }
      } else {
        const target = this.#relatedModel(model, name);
        for (const [part, args] of entries(value)) this.#argument(target, part, args);
      }
    }
  }

  #order(model: Model, order: unknown): void {
    for (const one of listed(order)) {
      for (const [name, value] of entries(one)) {
        if (model.relations.has(name)) this.#order(this.#relatedModel(model, name), value);
      }
    }
  }

  /**
   * Follows a relation, unless it starts at a row without a team: it would then lead to rows of all
   * teams.
   */
  #relatedModel(model: Model, relation: string): Model {
    const name = model.relations.get(relation);
    const target = name ? this.#model(name) : refuse(`${model.name} has no relation ${relation}`);
    if (target.tenantField && !model.tenantField) {
      refuse(`${relation} leads from ${model.name}, which has no tenant, to a team's rows`);
    }
    return target;
  }

  #sameTenant(model: Model, value: unknown): void {
    if (value !== this.#tenantId) refuse(`${model.tenantField} is not the plain id of the team`);
  }
}

/**
 * Checks a call about people. A person may be in several teams: so a team may only find or make an account by
 * its address, say the language of a new one, read its id and language, and ask whether an address is reserved.
 */
function checkPerson(method: string, { where, ...args }: Args): void {
  const { email, former_email } = Object.fromEntries(entries(where));
  if (method === 'count' && typeof former_email === 'string' && Object.keys(args).length === 0)
    return;
  const isAllowed = method === 'upsert' ? findsOrMakes(email, args) : finds(method, args);
  if (!isAllowed || typeof email !== 'string') refuse('a team only finds or makes a person');
}

function findsOrMakes(email: unknown, { create, update, ...more }: Args): boolean {
  const isNew = entries(create).every(([name]) =>
    ['id', 'email', 'lang', 'created_at'].includes(name),
  );
  const isUnchanged = entries(update).every(([name, value]) => name === 'email' && value === email);
  return isNew && isUnchanged && Object.keys(more).length === 0;
}

function finds(method: string, { select, ...more }: Args): boolean {
  const isNarrow =
    isPlain(select) && entries(select).every(([name]) => ['id', 'lang'].includes(name));
  return method === 'findUnique' && isNarrow && Object.keys(more).length === 0;
}

function refuse(why: string): never {
  throw new Error(`Prisma call refused: ${why}`);
}

const isLogic = (name: string) => name === 'AND' || name === 'OR' || name === 'NOT';

function isField(model: Model, name: string): boolean {
  return isLogic(name) || model.scalars.has(name) || model.relations.has(name);
}

/** A key of several fields contains only fields and no relations. */
function scalarsOnly(model: Model): Model {
  return { ...model, relations: new Map() };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function entries(value: unknown): [string, unknown][] {
  return isPlain(value) ? Object.entries(value) : refuse('an argument is no plain object');
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
