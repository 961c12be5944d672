// Measures what a call costs over each handle (docs/performance.md).
//   node_modules/.bin/node scripts/bench/prisma.ts
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../src/db/generated/client.ts';
import { newId } from '../../src/db/ids.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { readPage } from '../../src/db/pages/page.ts';
import { createPool } from '../../src/db/pool.ts';
import { StatementNames } from '../../src/db/prisma/statement-names.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { inTeamTransaction, withTransaction } from '../../src/db/transaction.ts';
import { createLogger } from '../../src/shared/log.ts';
import { deriveKey } from '../../src/shared/seal.ts';
import { openCluster } from './database.ts';

const ROUNDS = 5;
const CALLS = 500;
const TENANT = 'ten_bench';
const now = new Date();
const names = new StatementNames();

/** The microseconds of CPU for one call. The best round counts, because other load only adds. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call++) await work();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / CALLS);
  }
  return Math.min(...costs);
}

const entry = () => ({
  tenant_id: TENANT,
  id: newId('aud', now),
  actor_kind: 'system',
  actor_id: 'system',
  action: 'bench',
  target_id: TENANT,
  created_at: now,
});

const teamQuery = `select t.id, t.name, t.plan, t.status, t.seats, t.rate_limit_per_min, t.created_at,
  t.member_detail_enabled, t.leaderboard_enabled from tenant t where t.id = $1`;
const fifty = `select * from member m where m.tenant_id = $1 order by m.created_at desc, m.id desc limit 50`;
const insert = `insert into audit_entry
  (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const page = {
  route: 'users',
  limit: 50,
  cursor: undefined,
  filters: {},
  cursorKey: deriveKey(Buffer.alloc(32), 'cursor'),
};
const rows = {
  shape: 'm.*',
  from: 'member m',
  where: ['m.tenant_id = $1'],
  params: [],
  at: 'm.created_at',
  id: 'm.id',
};

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into tenant (id, name, plan, seats, created_at) values ($1, 'Bench', 'team', 100, now())`,
    [TENANT],
  );
  await pool.query(
    `insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at, joined_at)
     select $1, 'mem_' || n, 'usr_' || n, n || '@example.com', 'member', 'active', 'app', now(), now()
     from generate_series(1, 200) n`,
    [TENANT],
  );
  await pool.query('analyze');
}

async function measure(pool: pg.Pool, ownPool: pg.Pool): Promise<Record<string, number>> {
  const own = new PrismaClient({
    adapter: new PrismaPg(ownPool, { statementNameGenerator: ({ sql }) => names.of(sql) }),
  });
  const where = { tenant_id: TENANT };
  const orderBy = [{ created_at: 'desc' }, { id: 'desc' }] as const;
  const text = (name: string, sql: string, values: unknown[]) => ({ name, text: sql, values });
  const inTeam = (work: Parameters<typeof inTeamTransaction<unknown>>[2]) =>
    costOf(() => inTeamTransaction(pool, TENANT, work));
  const costs = {
    'one row: prepared statement of pg': await costOf(() =>
      pool.query(text('o', teamQuery, [TENANT])),
    ),
    'one row: $queryRawUnsafe': await costOf(() => own.$queryRawUnsafe(teamQuery, TENANT)),
    'one row: findFirst': await costOf(() => own.tenant.findFirst({ where: { id: TENANT } })),
    '50 rows: prepared statement of pg': await costOf(() => pool.query(text('f', fifty, [TENANT]))),
    '50 rows: JSON by PostgreSQL': await costOf(() =>
      readPage(new TeamDb(pool, TENANT), page, rows),
    ),
    '50 rows: findMany': await costOf(() =>
      own.member.findMany({ where, orderBy: [...orderBy], take: 50 }),
    ),
    'two inserts: pg': await costOf(() =>
      withTransaction(pool, async (client) => {
        await client.query(text('i', insert, Object.values(entry())));
        await client.query(text('i', insert, Object.values(entry())));
      }),
    ),
    'two inserts: call.prisma, create': await inTeam(async (_db, prisma) => {
      await prisma.auditEntry.create({ data: entry() });
      await prisma.auditEntry.create({ data: entry() });
    }),
    'two inserts: call.prisma and call.db': await inTeam(async (db, prisma) => {
      await prisma.auditEntry.create({ data: entry() });
      await db.write(insert, Object.values(entry()).slice(1));
    }),
    'two inserts: $transaction, $executeRaw': await costOf(() =>
      own.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(insert, ...Object.values(entry()));
        await tx.$executeRawUnsafe(insert, ...Object.values(entry()));
      }),
    ),
    'two inserts: $transaction, create': await costOf(() =>
      own.$transaction(async (tx) => {
        await tx.auditEntry.create({ data: entry() });
        await tx.auditEntry.create({ data: entry() });
      }),
    ),
  };
  await own.$disconnect();
  return costs;
}

const cluster = await openCluster();
const log = createLogger('silent');
await migrate(cluster.url, log);
const pool = createPool(cluster.url, { max: 4, name: 'bench', log });
// Separate connections, because each handle names its own statements.
const ownPool = createPool(cluster.url, { max: 4, name: 'bench, Prisma alone', log });
try {
  await fill(pool);
  for (const [what, cost] of Object.entries(await measure(pool, ownPool))) {
    console.log(`${what.padEnd(40)} ${cost.toFixed(0).padStart(5)} µs`);
  }
} finally {
  await pool.end();
  await ownPool.end();
  await cluster.close();
}
