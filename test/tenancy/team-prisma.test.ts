import { describe, expect, test } from 'vitest';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { teamPrisma } from '../../src/db/prisma/team-prisma.ts';
import { methods } from '../../src/db/prisma/tenant-arguments.ts';
import { type DataModel, type Dmmf, readSchema, tenantFieldOf } from '../harness/data-model.ts';
import { useApi } from '../harness/use-api.ts';
import { type Call, useBoundCalls } from './harness/bound-calls.ts';
import { type Args, argsOf, MINE, replaced, without } from './harness/minimal-calls.ts';

const { dmmf } = await readSchema();
const OTHER = 'ten_other';

const api = useApi();
const { call, expectRefused } = useBoundCalls(api, (loan) => teamPrisma(loan, MINE));

/** Arguments of a method in which the tenant is missing, or another value is in its place. */
function wrongArgsOf(model: DataModel, method: string): unknown[] {
  const args = argsOf(model, method);
  const others = [OTHER, '', null, undefined, [MINE], { equals: MINE }, { not: OTHER }];
  const values = [...others, { in: [MINE, OTHER] }, { set: MINE }, new String(MINE)];
  const isData = (part: string) => part === 'data' && args.where !== undefined;
  const parts = ['where', 'data', 'create'].filter((part) => args[part] && !isData(part));
  return [
    undefined,
    {},
    ...values.flatMap((value) => replaced(args, value)),
    ...parts.flatMap((part) => wrongParts(model, args, part)),
  ];
}

function wrongParts(model: DataModel, args: Args, part: string): Args[] {
  const field = tenantFieldOf(model) ?? '';
  const at = args[part];
  const [row, ...rows] = (Array.isArray(at) ? at : [at]) as Args[];
  const bare = without(row ?? {}, (value, key) => {
    return key === field || (typeof value === 'object' && value !== null && field in value);
  });
  const logic = part === 'where' ? ['AND', 'OR', 'NOT'] : [];
  return [
    without(args, (_, key) => key === part),
    { ...args, [part]: rows.length > 0 ? [bare, ...rows] : bare },
    ...logic.flatMap((word) => [
      { ...args, where: { ...bare, [word]: { [field]: MINE } } },
      { ...args, where: { ...(at as Args), [word]: [{ [field]: OTHER }] } },
    ]),
  ];
}

const owned = dmmf.datamodel.models.filter(tenantFieldOf);
describe.each(owned.map((model) => [model.name, model] as const))('%s', (name, model) => {
  test('each method runs with the tenant', async () => {
    const failed: string[] = [];
    for (const method of methods) {
      const { error, sent } = await call(name, method, argsOf(model, method));
      // Any other error is fine, because the row need not exist.
      const isRefused = /refused|Validation/.test(`${error?.name} ${error?.message}`);
      if (isRefused || sent === 0) failed.push(`${name}.${method}: ${error}`);
    }
    expect(failed).toEqual([]);
  });

  test('each method without the tenant, or with anything else in its place, is refused', () =>
    expectRefused(
      ...methods.flatMap((method) =>
        wrongArgsOf(model, method).map((args): Call => [name, method, args]),
      ),
    ));
});

describe('a call that names another tenant, or a row by its id alone, is refused at any depth', () => {
  const where = { tenant_id: MINE };
  const cases: Record<string, Call> = {
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
  test.each(Object.entries(cases))('%s', (_, refused) => expectRefused(refused));
});

describe('a nested write is refused even within the team, because no operation needs one', () => {
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
    const relations = model.fields.filter(({ kind }) => kind === 'object');
    const nested = relations.flatMap((field) =>
      Object.entries(writes).map(([write, value]) => ({ [field.name]: { [write]: value } })),
    );
    const calls = nested.flatMap((write) =>
      ['create', 'update', 'upsert'].map((method): Call => {
        const args = argsOf(model, method);
        const part = method === 'upsert' ? 'create' : 'data';
        return [name, method, { ...args, [part]: { ...(args[part] as Args), ...write } }];
      }),
    );
    await expectRefused(...calls);
  });
});

describe('the handle of a team does not reach sessions and other rows that guard accounts', () => {
  const guards = ['Session', 'Passkey', 'SignInChallenge', 'SignInThrottle', 'KnownDevice'];
  test.each([...guards, 'SecurityLog', 'RateWindow'])('%s', (model) =>
    expectRefused([model, 'deleteMany', {}]),
  );

  test('a team may only find or make a person', async () => {
    const where = { email: 'a@example.com' };
    const found = { where, update: where, create: { ...where, id: 'x', created_at: new Date() } };
    expect((await call('Person', 'upsert', found)).error).toBe(undefined);
    for (const update of [{ password_hash: 'x' }, { email: 'b@example.com' }]) {
      await expectRefused(['Person', 'upsert', { ...found, update }]);
    }
    await expectRefused(
      ['Person', 'upsert', { ...found, include: { sessions: true } }],
      ...methods.map((method): Call => ['Person', method, { where }]),
    );
  });

  test('a relation of a row of the team does not reach them either', async () => {
    const where = { tenant_id: MINE };
    await expectRefused(['PersonTeam', 'findMany', { where, include: { person: true } }]);
    const key = { tenant_id_person_id: { tenant_id: MINE, person_id: 'usr_x' } };
    const data = { person: { update: { password_hash: 'x' } } };
    await expectRefused(['PersonTeam', 'update', { where: key, data }]);
    const include = { active_sessions: true };
    await expectRefused(['Tenant', 'findMany', { where: { id: MINE }, include }]);
  });
});

test('the handle has no raw SQL, no transaction and no way to another handle', () => {
  const loan = new PrismaLoan(api().sql);
  const prisma = teamPrisma(loan, MINE) as unknown as Args;
  for (const name of ['$queryRaw', '$executeRawUnsafe', '$transaction', '$extends', '_engine']) {
    expect(() => prisma[name]).toThrow('not for operations');
  }
  expect(() => teamPrisma(loan, '')).toThrow();
});

test('these tests know every method of the client', () => {
  const existing = new Set(
    methods.map((method) => method.replace(/^(count|aggregate)$/, 'findMany')),
  );
  const named = (name: string) => name.replace(/^(create|update|upsert|delete)One$/, '$1');
  for (const { model, ...operations } of dmmf.mappings.modelOperations) {
    const all = Object.keys(operations)
      .map(named)
      .filter((name) => name !== 'aggregate');
    expect({ model, all: all.sort() }).toEqual({ model, all: [...existing].sort() });
  }
});

test('every relation between the rows of teams joins on the tenant', () => {
  const tenantFields = new Map(owned.map((model) => [model.name, tenantFieldOf(model)]));
  for (const { name, field } of relationsOf(dmmf)) {
    const pairs = (field.relationFromFields ?? []).map((from, index) => [
      from,
      field.relationToFields?.[index],
    ]);
    const isOwned = tenantFields.has(name) && tenantFields.has(field.type);
    // A sandbox names its team. No handle follows this relation.
    if (isOwned && field.type !== 'Tenant') {
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
