import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import { teamPrisma } from '../../src/db/prisma/team-prisma.ts';
import { methods } from '../../src/db/prisma/tenant-arguments.ts';
import { tenantTables } from '../../src/db/tenant-bound.ts';
import { readSchema } from '../harness/data-model.ts';
import { insert } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { type Call, CallMaker } from './harness/generated-calls.ts';

const { dmmf } = await readSchema();
const api = useApi();
const views = ['webhook_delivery_state', 'request_log_line'];
const tables = tenantTables.filter((table) => !views.includes(table));
let client: pg.PoolClient;
let mine: World;
let other: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  mine = await makeWorld(api());
  other = await makeWorld(api());
  for (const { team } of [mine, other]) await addWhatWorldsLack(team.tenantId);
  client = await api().sql.connect();
});

afterAll(() => client.release());

async function addWhatWorldsLack(tenant_id: string): Promise<void> {
  const created_at = new Date('2026-06-01T00:00:00Z');
  await insert(api(), 'catalog_hidden', { tenant_id, entry_id: 'rol_test' });
  await insert(api(), 'idempotency_record', {
    tenant_id,
    created_at,
    lineage_id: 'lin_1',
    key: 'k',
    status: 201,
    fingerprint: Buffer.alloc(32),
    body: Buffer.from(tenant_id),
  });
  await insert(api(), 'mail', {
    tenant_id,
    created_at,
    id: `mail_${tenant_id}`,
    cause: 'c',
    recipient: 'r',
    lang: 'de',
    subject: 's',
    body: tenant_id,
  });
}

/** All rows of a team as one text. */
async function everythingOf({ team }: World): Promise<string> {
  const parts = tables.map(
    (table) => `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows
      from ${table} t where t.${table === 'tenant' ? 'id' : 'tenant_id'} = '${team.tenantId}'`,
  );
  const { rows } = await client.query<{ rows: string }>(parts.join(' union all '));
  return rows.map((row) => row.rows).join('\n');
}

/** Begins a transaction that is rolled back. */
async function tried<T>(work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

async function removeOther(): Promise<void> {
  const { tenantId } = other.team;
  // Trainings refer to assignments, but are not deleted with them.
  const owned = ['training', ...tables.filter((table) => table !== 'tenant')];
  const removals = owned.map((table) => `delete from ${table} where tenant_id = '${tenantId}'`);
  await client.query([...removals, `delete from tenant where id = '${tenantId}'`].join(';'));
}

type Handle = Record<string, Record<string, (args: unknown) => Promise<unknown>>>;

/** Returns the answer of a call, and the rows of the teams after it. */
async function outcomeOf({ model, method, args }: Call) {
  const loan = new PrismaLoan(client);
  await client.query('savepoint call');
  const answer = await callOn(teamPrisma(loan, mine.team.tenantId) as unknown as Handle);
  loan.end();
  if (answer.startsWith('Error')) await client.query('rollback to savepoint call');
  return { answer, mine: await everythingOf(mine), other: await everythingOf(other) };

  async function callOn(prisma: Handle): Promise<string> {
    try {
      const key = model.charAt(0).toLowerCase() + model.slice(1);
      return `Answer ${JSON.stringify(await prisma[key]?.[method]?.(args))}`;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const refused = error.message.startsWith('Prisma call refused') ? 'refused' : '';
      return `Error ${error.name} ${refused} ${'code' in error ? error.code : ''}`;
    }
  }
}

function textsOf(world: World): string[] {
  const { team, member, admin, owner: _, ...rest } = { ...world, owner: undefined };
  const ids = Object.values(rest).filter((value) => typeof value === 'string');
  return [...ids, team.tenantId, team.keyId, team.keyPrefix, member.memberId, admin.email];
}

test('every call answers and writes the same as if there were no other team', async () => {
  const texts = [...textsOf(mine), ...textsOf(other), 'active', 'open', 'new_1', 'rol_test'];
  const values = { mine: mine.team.tenantId, other: other.team.tenantId, texts };
  const theirs = await everythingOf(other);
  const counts = { refused: 0, failed: 0, answered: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...dmmf.datamodel.models),
      fc.constantFrom(...methods),
      fc.gen(),
      async (model, method, g) => {
        const call = new CallMaker(dmmf, values, g).call(model, method);
        const together = await tried(() => outcomeOf(call));
        expect({ call, other: together.other }).toEqual({ call, other: theirs });
        if (together.answer.includes('refused')) counts.refused += 1;
        else if (together.answer.startsWith('Error')) counts.failed += 1;
        else counts.answered += 1;
        // The id or name of another team's row.
        if (/refused|23505/.test(together.answer)) return;
        const alone = await tried(async () => {
          await removeOther();
          return outcomeOf(call);
        });
        expect({ call, ...together, other: '' }).toEqual({
          call,
          ...alone,
          other: alone.other.trim(),
        });
      },
    ),
    {
      numRuns: 150,
      endOnFailure: true,
      interruptAfterTimeLimit: 45_000,
    },
  );
  // Some of the calls were accepted, and some were refused.
  expect(counts.answered).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
});
