import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { teamPrisma } from '../../src/db/prisma/team-prisma.ts';
import { methods } from '../../src/db/prisma/tenant-arguments.ts';
import { type Dmmf, readSchema, tenantFieldOf } from '../harness/data-model.ts';
import { useApi } from '../harness/use-api.ts';
import { type Args, argsOf, MINE, replaced, without } from './harness/minimal-calls.ts';

const { dmmf } = await readSchema();
const OTHER = 'ten_other';

const api = useApi();
let client: pg.PoolClient;
let sent = 0;

beforeAll(async () => {
  client = await api().sql.connect();
  await client.query('begin');
});
afterAll(async () => {
  await client.query('rollback');
  client.release();
});

type Failure = Error | undefined;

/** Calls one method of a bound handle in a transaction that is rolled back; returns how it failed. */
async function call(model: string, method: string, args: unknown): Promise<Failure> {
  sent = 0;
  const counted = {
    query(statement: pg.QueryConfig) {
      sent += 1;
      return client.query(statement);
    },
  };
  const loan = new PrismaLoan(counted as unknown as pg.PoolClient);
  await client.query('savepoint before');
  try {
    const prisma = teamPrisma(loan, MINE) as unknown as Record<
      string,
      Record<string, (args: unknown) => Promise<unknown>>
    >;
    const key = model.charAt(0).toLowerCase() + model.slice(1);
    await prisma[key]?.[method]?.(args);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    loan.end();
    await client.query('rollback to savepoint before');
  }
}

async function expectRefused(model: string, method: string, args: unknown): Promise<void> {
  const error = await call(model, method, args);
  const what = `${model}.${method}(${JSON.stringify(args)})`;
  expect(error?.message, what).toMatch(/^Prisma call refused: /);
  expect(sent, what).toBe(0);
}

const owned = dmmf.datamodel.models.filter(tenantFieldOf);
describe.each(owned.map((model) => [model.name, model] as const))('%s', (name, model) => {
  test.each(methods)('%s with the tenant runs', async (method) => {
    const error = await call(name, method, argsOf(model, method));
    // This does not tell whether the row exists.
    expect(`${error?.name} ${error?.message}`).not.toMatch(/refused|Validation/);
    expect(sent).toBeGreaterThan(0);
  });

  test.each(methods)(
    '%s without it, or with anything else in its place, is refused',
    async (method) => {
      const args = argsOf(model, method);
      const field = tenantFieldOf(model) ?? '';
      await expectRefused(name, method, undefined);
      await expectRefused(name, method, {});
      const others = [OTHER, '', null, undefined, [MINE], { equals: MINE }, { not: OTHER }];
      for (const other of [...others, { in: [MINE, OTHER] }, { set: MINE }, new String(MINE)]) {
        for (const changed of replaced(args, other)) await expectRefused(name, method, changed);
      }
      for (const part of ['where', 'data', 'create']) {
        const at = args[part];
        if (at === undefined || (part === 'data' && args.where)) continue;
        await expectRefused(
          name,
          method,
          without(args, (_, key) => key === part),
        );
        const [row, ...rows] = (Array.isArray(at) ? at : [at]) as Args[];
        const bare = without(row ?? {}, (value, key) => {
          return key === field || (typeof value === 'object' && value !== null && field in value);
        });
        await expectRefused(name, method, {
          ...args,
          [part]: rows.length > 0 ? [bare, ...rows] : bare,
        });
        if (part !== 'where') continue;
        for (const logic of ['AND', 'OR', 'NOT']) {
          await expectRefused(name, method, {
            ...args,
            where: { ...bare, [logic]: { [field]: MINE } },
          });
          await expectRefused(name, method, {
            ...args,
            where: { ...(at as Args), [logic]: [{ [field]: OTHER }] },
          });
        }
      }
    },
  );
});

describe('another tenant, or a row picked by its id alone, is refused at any depth', () => {
  const where = { tenant_id: MINE };
  const cases: Record<string, [model: string, method: string, args: Args]> = {
    'a filter over a relation': [
      'Member',
      'findMany',
      { where: { ...where, assignments: { some: { tenant_id: OTHER } } } },
    ],
    'a filter over a relation of one': [
      'Assignment',
      'findMany',
      { where: { ...where, member: { NOT: [{ OR: [{ tenant_id: OTHER }] }] } } },
    ],
    'the team itself': ['ApiKey', 'findMany', { where: { ...where, tenant: { id: OTHER } } }],
    'the filter of an include': [
      'Member',
      'findMany',
      { where, include: { assignments: { where: { tenant_id: { not: MINE } } } } },
    ],
    'the filter of a count': [
      'Member',
      'findMany',
      { where, include: { _count: { select: { assignments: { where: { tenant_id: OTHER } } } } } },
    ],
    'an include within an include': [
      'Member',
      'findMany',
      {
        where,
        include: { assignments: { include: { trainings: { where: { tenant_id: OTHER } } } } },
      },
    ],
    'a cursor': ['Mail', 'findMany', { where, cursor: { id: 'x' } }],
    'a cursor within': [
      'Tenant',
      'findMany',
      { where: { id: MINE }, include: { mails: { cursor: { id: 'x' } } } },
    ],
    'what is grouped': [
      'Member',
      'groupBy',
      { where, by: ['tenant_id'], having: { tenant_id: OTHER } },
    ],
    'an argument that nobody knows': ['Member', 'findMany', { where, sql: 'x' }],
    'an object of a class': ['Member', 'findMany', { where: Object.assign(new Map(), where) }],
  };
  test.each(Object.entries(cases))('%s', (_, [model, method, args]) =>
    expectRefused(model, method, args),
  );
});

describe('a nested write is refused, also within the team: nobody makes one', () => {
  const rows = { tenant_id: MINE, id: 'x' };
  const writes = {
    create: rows,
    createMany: { data: [rows] },
    connect: { tenant_id_id: rows },
    delete: true,
    update: { data: {} },
    updateMany: { where: rows, data: {} },
    deleteMany: rows,
    set: [],
    connectOrCreate: { where: { tenant_id_id: rows }, create: rows },
    move: rows,
  };
  test.each(owned.map((model) => [model.name, model] as const))('%s', async (name, model) => {
    for (const field of model.fields.filter(({ kind }) => kind === 'object')) {
      for (const [write, value] of Object.entries(writes)) {
        const nested = { [field.name]: { [write]: value } };
        for (const method of ['create', 'update', 'upsert']) {
          const args = argsOf(model, method);
          const part = method === 'upsert' ? 'create' : 'data';
          await expectRefused(name, method, {
            ...args,
            [part]: { ...(args[part] as Args), ...nested },
          });
        }
      }
    }
  });
});

describe('sessions and what else guards accounts are not for a team', () => {
  const guards = ['Session', 'Passkey', 'SignInChallenge', 'SignInThrottle', 'KnownDevice'];
  test.each([...guards, 'SecurityLog', 'RateWindow'])('%s', (model) =>
    expectRefused(model, 'deleteMany', {}),
  );

  test('a team finds or makes a person, and no more', async () => {
    const where = { email: 'a@example.com' };
    const found = { where, update: where, create: { ...where, id: 'x', created_at: new Date() } };
    expect(await call('Person', 'upsert', found)).toBe(undefined);
    for (const update of [{ password_hash: 'x' }, { email: 'b@example.com' }]) {
      await expectRefused('Person', 'upsert', { ...found, update });
    }
    await expectRefused('Person', 'upsert', { ...found, include: { sessions: true } });
    for (const method of methods) await expectRefused('Person', method, { where });
  });

  test('nor by way of a row of the team', async () => {
    const where = { tenant_id: MINE };
    await expectRefused('PersonTeam', 'findMany', { where, include: { person: true } });
    const key = { tenant_id_person_id: { tenant_id: MINE, person_id: 'usr_x' } };
    const data = { person: { update: { password_hash: 'x' } } };
    await expectRefused('PersonTeam', 'update', { where: key, data });
    const include = { active_sessions: true };
    await expectRefused('Tenant', 'findMany', { where: { id: MINE }, include });
  });
});

test('there is no raw SQL, no transaction and no other handle', () => {
  const prisma = teamPrisma(new PrismaLoan(client), MINE) as unknown as Args;
  for (const name of ['$queryRaw', '$executeRawUnsafe', '$transaction', '$extends', '_engine']) {
    expect(() => prisma[name]).toThrow('not for operations');
  }
  expect(() => teamPrisma(new PrismaLoan(client), '')).toThrow();
});

test('every method of the client is known here', () => {
  const known = new Set(methods.map((method) => method.replace(/^(count|aggregate)$/, 'findMany')));
  const named = (name: string) => name.replace(/^(create|update|upsert|delete)One$/, '$1');
  for (const { model, ...operations } of dmmf.mappings.modelOperations) {
    const all = Object.keys(operations)
      .map(named)
      .filter((name) => name !== 'aggregate');
    expect({ model, all: all.sort() }).toEqual({ model, all: [...known].sort() });
  }
});

test('every relation between the rows of teams joins on the tenant', () => {
  const tenantFields = new Map(owned.map((model) => [model.name, tenantFieldOf(model)]));
  for (const { name, field } of relationsOf(dmmf)) {
    const pairs = (field.relationFromFields ?? []).map((from, at) => [
      from,
      field.relationToFields?.[at],
    ]);
    const isOwned = tenantFields.has(name) && tenantFields.has(field.type);
    if (isOwned) {
      expect(pairs, `${name}.${field.name}`).toContainEqual([
        tenantFields.get(name),
        tenantFields.get(field.type),
      ]);
    }
  }
});

function relationsOf({ datamodel }: Dmmf) {
  return datamodel.models.flatMap(({ name, fields }) =>
    fields
      .filter(({ relationFromFields }) => relationFromFields && relationFromFields.length > 0)
      .map((field) => ({ name, field })),
  );
}
