import { describe, expect, test } from 'vitest';
import { peoplePrisma } from '../../src/db/prisma/people-prisma.ts';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { methods } from '../../src/db/prisma/tenant-arguments.ts';
import { readSchema } from '../harness/data-model.ts';
import { useApi } from '../harness/use-api.ts';
import { type Call, useBoundCalls } from './harness/bound-calls.ts';
import { argsOf, MINE } from './harness/minimal-calls.ts';

const { dmmf } = await readSchema();
const people =
  'Person Session Passkey SignInChallenge OneTimeLink KnownDevice SecurityLog PersonTeam CommandLineRequest CommandLineToken SavedView';
const reading = ['findUnique', 'findFirst', 'findMany', 'count'];
const ofMember = ['findFirst', 'findMany', 'count'];
const OTHER = 'ten_other';

const api = useApi();
const { call, expectRefused } = useBoundCalls(api, peoplePrisma);

describe.each(dmmf.datamodel.models.map((model) => [model.name, model] as const))(
  '%s',
  (name, model) => {
    const allowed = people.split(' ').includes(name) ? methods : [];
    const readable = { Tenant: reading, Member: ofMember }[name] ?? allowed;

    test('each method runs if the model is about people, and is refused if not', async () => {
      const refused: string[] = [];
      for (const method of readable) {
        const { error } = await call(name, method, argsOf(model, method));
        if (error?.message.includes('refused')) refused.push(`${name}.${method}: ${error}`);
      }
      expect(refused).toEqual([]);
      const others = methods.filter((method) => !readable.includes(method));
      await expectRefused(...others.map((method): Call => [name, method, argsOf(model, method)]));
    });
  },
);

describe('a membership', () => {
  const mine = { tenant_id: MINE };
  test.each(ofMember)('%s names its team', async (method) => {
    const others = [undefined, null, { not: OTHER }, { in: [MINE], not: OTHER }, { in: [null] }];
    await expectRefused(
      ...others.map((tenant_id): Call => ['Member', method, { where: { tenant_id } }]),
      ['Member', method, { where: { OR: [mine] } }],
      ['Member', method, {}],
    );
  });

  test('a read may name several teams', async () => {
    const where = { tenant_id: { in: [MINE, OTHER] } };
    expect((await call('Member', 'findMany', { where })).error).toBe(undefined);
  });
});

describe('a mail', () => {
  const mail = { id: 'x', person_id: 'usr_x', cause: 'c', recipient: 'r', lang: 'de' };
  const row = { ...mail, subject: 's', body: 'b', created_at: new Date() };

  test('is written to a person, and belongs to no team', async () => {
    const { error } = await call('Mail', 'createMany', { data: [row] });
    expect(error?.message).not.toMatch(/refused/);
    const where = { person_id: 'usr_x' };
    expect((await call('Mail', 'count', { where })).error).toBe(undefined);
    const { person_id: _, ...nobodys } = row;
    await expectRefused(
      ['Mail', 'createMany', { data: nobodys }],
      ['Mail', 'createMany', { data: [row, nobodys] }],
      ['Mail', 'createMany', { data: { ...row, tenant_id: MINE } }],
      ['Mail', 'count', { where: { tenant_id: MINE } }],
    );
  });

  test('may lose its link, and nothing else of it may change', async () => {
    const where = { link_id: 'lnk_x' };
    const allowed = { where, data: { sealed_link: null } };
    expect((await call('Mail', 'updateMany', allowed)).error).toBe(undefined);
    await expectRefused(
      ['Mail', 'updateMany', { where, data: { sealed_link: null, body: 'x' } }],
      ['Mail', 'updateMany', { where, data: { recipient: 'x' } }],
    );
  });
});

describe('a call that leads from people to the rows of teams, or that writes related rows, is refused', () => {
  const inTenant = { tenant: { api_keys: { some: { id: 'x' } } } };
  const cases: Record<string, Call> = {
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
  test.each(Object.entries(cases))('%s', (_, refused) => expectRefused(refused));

  test('raw SQL and a transaction of its own', () => {
    const prisma = peoplePrisma(new PrismaLoan(api().sql)) as unknown as Record<string, unknown>;
    expect(() => prisma.$queryRaw).toThrow('not for operations');
    expect(() => prisma.$transaction).toThrow('not for operations');
  });
});
