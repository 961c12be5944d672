import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isUnavailable } from '../../src/db/database-error.ts';
import { createPool } from '../../src/db/pool.ts';
import { StatementNames } from '../../src/db/prisma/borrowed-connection.ts';
import { PrismaLoan } from '../../src/db/prisma/prisma-loan.ts';
import type { TeamPrisma } from '../../src/db/prisma/team-prisma.ts';
import {
  acrossTeams,
  inPeopleTransaction,
  inTeamTransaction,
  readInTeam,
  withTransaction,
} from '../../src/db/transaction.ts';
import { recordAudit } from '../../src/features/audit-log/record-audit.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const AT = new Date('2026-06-01T10:20:30.456Z');
let pool: pg.Pool;
let team: TestTeam;

beforeAll(async () => {
  pool = createPool(api().database.url, { max: 4, name: 'test', log: createLogger('silent') });
});
afterAll(() => pool.end());
beforeEach(async () => {
  team = await makeTeam(api());
});

const mailOf = (tenant_id: string, cause: string) => ({
  tenant_id,
  id: `mail_${tenant_id}_${cause}`,
  cause,
  recipient: 'a@example.com',
  lang: 'de',
  subject: 'S',
  body: 'B',
  created_at: AT,
});

async function causes(): Promise<string[]> {
  const { rows } = await api().sql.query<{ cause: string }>(
    'select cause from mail where tenant_id = $1 order by cause',
    [team.tenantId],
  );
  return rows.map(({ cause }) => cause);
}

test('writes over Prisma and over SQL are one transaction, and each handle sees the writes of the other', async () => {
  const tenant_id = team.tenantId;
  await asSystem(pool, tenant_id, AT, async (call) => {
    await call.prisma.mail.create({ data: mailOf(tenant_id, 'one') });
    expect(await call.db.row('select m.cause from mail m where m.tenant_id = $1')).toEqual({
      cause: 'one',
    });
    await recordAudit(call, { action: 'team.changed', targetId: tenant_id });
    expect(await call.prisma.auditEntry.count({ where: { tenant_id, created_at: AT } })).toBe(1);
    const { rows } = await api().sql.query('select from mail where tenant_id = $1', [tenant_id]);
    expect(rows).toEqual([]);
  });
  expect(await causes()).toEqual(['one']);

  const failing = asSystem(pool, tenant_id, AT, async (call) => {
    await call.prisma.mail.create({ data: mailOf(tenant_id, 'two') });
    await call.db.write(`update tenant t set name = 'changed' where t.id = $1`);
    throw new Error('after both');
  });
  await expect(failing).rejects.toThrow('after both');
  expect(await causes()).toEqual(['one']);
});

test('writes about a person and about a team are one transaction, and each handle keeps its limits', async () => {
  const tenant_id = team.tenantId;
  const id = `usr_${tenant_id}`;
  const change = (fail: boolean) =>
    inPeopleTransaction(pool, {
      before: async () => undefined,
      work: async ({ prisma: people, inTeam }) => {
        await people.person.createMany({
          data: { id, email: `${id}@example.com`, created_at: AT },
        });
        const { db, prisma } = inTeam(tenant_id);
        await prisma.mail.create({ data: mailOf(tenant_id, 'one') });
        expect(await db.row('select m.cause from mail m where m.tenant_id = $1')).toEqual({
          cause: 'one',
        });
        await expect(prisma.session.findMany({ where: { person_id: id } })).rejects.toThrow(
          'Session is not for a team',
        );
        if (fail) throw new Error('after both');
        return people.person.count({ where: { id } });
      },
    });
  await expect(change(true)).rejects.toThrow('after both');
  expect(await causes()).toEqual([]);
  expect(await change(false)).toBe(1);
  expect(await causes()).toEqual(['one']);
});

test('a Prisma call of several statements is done whole or not at all, even if the caller catches its failure', async () => {
  const id = team.tenantId;
  const twoMails = [mailOf(id, 'one'), { ...mailOf(id, 'two'), lang: 'fr' }];
  const create = twoMails.map(({ tenant_id: _, ...mail }) => mail);
  await withTransaction(pool, async (client) => {
    const loan = new PrismaLoan(client);
    await loan.run((prisma) => prisma.mail.create({ data: mailOf(id, 'before') }));
    // Handles refuse nested writes, but the loan must be safe by itself.
    const nested = loan.run((prisma) =>
      prisma.tenant.update({ where: { id }, data: { mails: { create } } }),
    );
    await expect(nested).rejects.toThrow('mail_lang_check');
    await loan.run((prisma) => prisma.mail.create({ data: mailOf(id, 'after') }));
    loan.end();
  });
  expect(await causes()).toEqual(['after', 'before']);
});

test('an answer of the database is the same error over both handles', async () => {
  const id = team.tenantId;
  const again = inTeamTransaction(pool, id, async (_db, prisma) => {
    await prisma.mail.create({ data: mailOf(id, 'one') });
    await prisma.mail.create({ data: { ...mailOf(id, 'one'), id: 'mail_other' } });
  });
  const error = await again.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(error).toMatchObject({ code: '23505', constraint: 'mail_cause' });

  const lost = inTeamTransaction(pool, id, async (db, prisma) => {
    const me = await db.row<{ pid: number }>(
      `select a.pid from tenant t cross join pg_stat_activity a
       where t.id = $1 and a.query like '%the session that asks for itself%'`,
    );
    await api().sql.query('select pg_terminate_backend($1::integer)', [me?.pid]);
    await prisma.mail.findMany({ where: { tenant_id: id } });
  });
  expect(isUnavailable(await lost.catch((failure: unknown) => failure))).toBe(true);
});

test('a call that nobody awaits finds no connection, and joins no other transaction', async () => {
  const id = team.tenantId;
  let late: Promise<unknown> | undefined;
  let kept: TeamPrisma | undefined;
  const failing = inTeamTransaction(pool, id, async (_db, prisma) => {
    kept = prisma;
    const calls = Array.from({ length: 20 }, (_, n) =>
      prisma.mail.create({ data: mailOf(id, String(n)) }),
    );
    late = Promise.allSettled(calls);
    await calls[0];
    throw new Error('too early');
  });
  await expect(failing).rejects.toThrow('too early');
  await inTeamTransaction(pool, id, (_db, prisma) =>
    prisma.mail.create({ data: mailOf(id, 'next') }),
  );
  await late;
  expect(await causes()).toEqual(['next']);
  await expect(kept?.mail.findMany({ where: { tenant_id: id } })).rejects.toThrow('has ended');
});

test('look-ups of two teams at the same moment stay in their own transactions', async () => {
  const other = await makeTeam(api());
  const pids = await Promise.all(
    [team, other].map(({ tenantId, owner }) =>
      inTeamTransaction(pool, tenantId, async (db, prisma) => {
        const where = { tenant_id_id: { tenant_id: tenantId, id: owner.memberId } };
        await db.write(`update member m set lang = 'en' where m.tenant_id = $1`);
        const found = await prisma.member.findUnique({ where });
        return found?.lang;
      }),
    ),
  );
  expect(pids).toEqual(['en', 'en']);
});

test('both handles read the same: whole numbers, numeric, JSON and times', async () => {
  const tenant_id = team.tenantId;
  await api().sql.query(
    `insert into crm_deal (tenant_id, id, connection_id, external_id, outcome, amount, close_date,
       probability, created_at)
     values ($1, 'deal_1', 'c', 'e', 'won', '12345678901234567.890', '2026-02-28', 40, $2)`,
    [tenant_id, AT],
  );
  await api().sql.query(
    `insert into team_catalog_entry (tenant_id, id, dimension, names, sort_key)
     values ($1, 'cat_1', 'role', '{"de": "Größe", "n": 1.50, "deep": [null, true]}', 2147483647)`,
    [tenant_id],
  );
  await inTeamTransaction(pool, tenant_id, async (db, prisma) => {
    const deal = await prisma.crmDeal.findFirst({ where: { tenant_id } });
    const entry = await prisma.teamCatalogEntry.findFirst({ where: { tenant_id } });
    const counted = await prisma.crmDeal.count({ where: { tenant_id } });
    const sql = await db.row<Record<string, unknown>>(
      `select d.amount, d.close_date, d.probability, d.created_at, count(*) over () as counted
       from crm_deal d where d.tenant_id = $1`,
    );
    expect(deal?.amount?.toFixed(3)).toBe(sql?.amount);
    expect(deal?.close_date?.toISOString().slice(0, 10)).toBe(sql?.close_date);
    expect(deal?.probability).toBe(sql?.probability);
    expect(deal?.created_at).toEqual(sql?.created_at);
    expect(deal?.created_at).toEqual(AT);
    expect(counted).toBe(sql?.counted);
    const names = await db.row<Record<string, unknown>>(
      'select e.names, e.sort_key from team_catalog_entry e where e.tenant_id = $1',
    );
    expect({ names: entry?.names, sort_key: entry?.sort_key }).toEqual(names);
  });
});

test('both handles write the same: a time to the millisecond, JSON, bytes, lists and nothing', async () => {
  const tenant_id = team.tenantId;
  const row = {
    tenant_id,
    lineage_id: 'lin_1',
    key: 'k',
    status: 201,
    location: null,
    language: 'de',
    fingerprint: Buffer.from([0, 255, 10]),
    body: Buffer.from('{}'),
    created_at: AT,
  };
  await inTeamTransaction(pool, tenant_id, async (db, prisma) => {
    await prisma.idempotencyRecord.create({ data: row });
    await db.write(
      `insert into idempotency_record (tenant_id, lineage_id, key, status, location, language,
         fingerprint, body, created_at) values ($1, $2, 'l', $3, $4, $5, $6, $7, $8)`,
      ['lin_1', 201, null, 'de', row.fingerprint, row.body, AT],
    );
    const [first, second] = await db.rows<{ json: string }>(
      `select (to_jsonb(r) - 'key')::text as json from idempotency_record r where r.tenant_id = $1`,
    );
    expect(first).toEqual(second);
  });
});

test('10,000 shapes of arguments leave at most 200 names on a connection, and repeated ones are prepared', async () => {
  const names = new StatementNames();
  const lent = new Set<string>();
  for (let n = 0; n < 10_000; n++) {
    for (let again = 0; again < 3; again++) lent.add(names.of(`select ${n}`));
  }
  lent.delete('');
  expect(lent.size).toBeLessThanOrEqual(200);

  const tenant_id = team.tenantId;
  await inTeamTransaction(pool, tenant_id, async (db, prisma) => {
    for (let n = 0; n < 300; n++) {
      const OR = Array.from({ length: n % 150 }, (_, index) => ({ cause: String(index) }));
      await prisma.mail.findMany({ where: { tenant_id, ...(n % 150 ? { OR } : {}) } });
    }
    const kept = await db.row<{ count: number }>(
      `select count(*) as count from pg_prepared_statements p join tenant t on t.id = $1
       where p.name like 'prisma%'`,
    );
    expect(kept?.count).toBeGreaterThan(100);
    expect(kept?.count).toBeLessThanOrEqual(200);
  });
});

test('a read needs no transaction; without one, a call of several statements is refused', async () => {
  const id = team.tenantId;
  await readInTeam(pool, id, async (_db, prisma) => {
    expect(await prisma.tenant.findUnique({ where: { id } })).toMatchObject({ id });
  });
  const { tenant_id: _, ...mail } = mailOf(id, 'one');
  const loan = new PrismaLoan(pool);
  const nested = loan.run((prisma) =>
    prisma.tenant.update({ where: { id }, data: { mails: { create: mail } } }),
  );
  await expect(nested).rejects.toThrow('SAVEPOINT can only be used in transaction blocks');
  loan.end();
  expect(await causes()).toEqual([]);
});

test('code that looks across teams has a handle of its own', async () => {
  const other = await makeTeam(api());
  const found = await acrossTeams(pool, (prisma) =>
    prisma.tenant.findMany({ where: { id: { in: [team.tenantId, other.tenantId] } } }),
  );
  expect(found).toHaveLength(2);
});
