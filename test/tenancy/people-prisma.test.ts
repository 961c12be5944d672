import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peoplePrisma } from '../../src/db/prisma/people-prisma.ts';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { methods } from '../../src/db/prisma/tenant-arguments.ts';
import { readSchema } from '../harness/data-model.ts';
import { useApi } from '../harness/use-api.ts';
import { type Args, argsOf, MINE } from './harness/minimal-calls.ts';

const { dmmf } = await readSchema();
const people =
  'Person Session Passkey SignInChallenge OneTimeLink KnownDevice SecurityLog PersonTeam';
const reading = ['findUnique', 'findFirst', 'findMany', 'count'];
const ofMember = ['findFirst', 'findMany', 'count'];
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

/** Calls one method of the handle; says how it failed, and leaves nothing behind. */
async function call(model: string, method: string, args: unknown): Promise<string> {
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
    const prisma = peoplePrisma(loan) as unknown as Record<
      string,
      Record<string, (args: unknown) => Promise<unknown>>
    >;
    const key = model.charAt(0).toLowerCase() + model.slice(1);
    await prisma[key]?.[method]?.(args);
    return '';
  } catch (error) {
    return `${error}`;
  } finally {
    loan.end();
    await client.query('rollback to savepoint before');
  }
}

async function expectRefused(model: string, method: string, args: unknown): Promise<void> {
  const what = `${model}.${method}(${JSON.stringify(args)})`;
  expect(await call(model, method, args), what).toMatch(/Prisma call refused: /);
  expect(sent, what).toBe(0);
}

describe.each(dmmf.datamodel.models.map((model) => [model.name, model] as const))(
  '%s',
  (name, model) => {
    const allowed = people.split(' ').includes(name) ? methods : [];
    const readable = { Tenant: reading, Member: ofMember }[name] ?? allowed;

    test.each(methods)(
      '%s runs if the model is about people, and is refused if not',
      async (method) => {
        const args = argsOf(model, method);
        if (!readable.includes(method)) return expectRefused(name, method, args);
        expect(await call(name, method, args)).not.toMatch(/refused/);
      },
    );
  },
);

describe('a membership', () => {
  const mine = { tenant_id: MINE };
  test.each(ofMember)('%s names its team', async (method) => {
    const others = [undefined, null, { not: OTHER }, { in: [MINE], not: OTHER }, { in: [null] }];
    for (const tenant_id of others) {
      await expectRefused('Member', method, { where: { tenant_id } });
    }
    await expectRefused('Member', method, { where: { OR: [mine] } });
    await expectRefused('Member', method, {});
  });

  test('or its teams', async () => {
    const where = { tenant_id: { in: [MINE, OTHER] } };
    expect(await call('Member', 'findMany', { where })).toBe('');
  });
});

describe('a mail', () => {
  const mail = { id: 'x', person_id: 'usr_x', cause: 'c', recipient: 'r', lang: 'de' };
  const row = { ...mail, subject: 's', body: 'b', created_at: new Date() };

  test('is written to a person, and is of no team', async () => {
    expect(await call('Mail', 'createMany', { data: [row] })).not.toMatch(/refused/);
    expect(await call('Mail', 'count', { where: { person_id: 'usr_x' } })).toBe('');
    const { person_id: _, ...nobodys } = row;
    for (const data of [nobodys, [row, nobodys], { ...row, tenant_id: MINE }]) {
      await expectRefused('Mail', 'createMany', { data });
    }
    await expectRefused('Mail', 'count', { where: { tenant_id: MINE } });
  });

  test('loses its link, and nothing else of it changes', async () => {
    const where = { link_id: 'lnk_x' };
    expect(await call('Mail', 'updateMany', { where, data: { sealed_link: null } })).toBe('');
    for (const data of [{ sealed_link: null, body: 'x' }, { recipient: 'x' }]) {
      await expectRefused('Mail', 'updateMany', { where, data });
    }
  });
});

describe('what leads from people to the rows of teams, or writes related rows, is refused', () => {
  const inTenant = { tenant: { api_keys: { some: { id: 'x' } } } };
  const cases: Record<string, [model: string, method: string, args: Args]> = {
    'a relation of the team': ['Tenant', 'findMany', { include: { api_keys: true } }],
    'its count': ['Tenant', 'findMany', { include: { _count: { select: { mails: true } } } }],
    'the same from a session': [
      'Session',
      'findMany',
      { select: { active_tenant: { select: { webhook_endpoints: true } } } },
    ],
    'a filter': ['PersonTeam', 'findMany', { where: { OR: [inTenant] } }],
    'an order': ['Member', 'findMany', { where: { tenant_id: MINE }, orderBy: { trainings: {} } }],
    'a change of the team through a session': [
      'Session',
      'update',
      { where: { id: 'x' }, data: { active_tenant: { update: { plan: 'enterprise' } } } },
    ],
    'a new row with its relations': [
      'Person',
      'upsert',
      { where: { id: 'x' }, create: { id: 'x', sessions: { create: {} } }, update: {} },
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [model, method, args]) =>
    expectRefused(model, method, args),
  );

  test('raw SQL and a transaction of its own', () => {
    const prisma = peoplePrisma(new PrismaLoan(client)) as unknown as Record<string, unknown>;
    expect(() => prisma.$queryRaw).toThrow('not for operations');
    expect(() => prisma.$transaction).toThrow('not for operations');
  });
});
