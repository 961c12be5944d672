// What Prisma would cost here: the ratios in docs/performance.md. It comes from a folder of its own:
//   npm install --prefix DIR prisma@7.10.1 @prisma/client@7.10.0 @prisma/adapter-pg@7.10.1
//   (a client generated from prisma/schema.prisma into DIR/client, by the generator prisma-client-js)
//   DATABASE_URL=… node scripts/bench/alternatives.ts DIR   after `npm run --silent cli -- load …`
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { readPage } from '../../src/db/page.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { memberShape } from '../../src/features/members/members.schema.ts';
import { deriveKey } from '../../src/shared/seal.ts';
import { cpuMs } from './proc.ts';

const there = createRequire(path.resolve(process.argv[2] ?? '.', 'package.json'));
// By a name that knip does not take for a dependency of this package.
const load = <T>(name: string): T => there(name) as T;
const url = process.env.DATABASE_URL ?? '';
const PAGES = 1_000;
const SLICES = 8;

type Prisma = {
  member: { findMany(query: object): Promise<object[]> };
  $queryRawUnsafe(text: string): Promise<{ pid: number }[]>;
};

async function measurePages(): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenant limit 100');
  const cursorKey = deriveKey(Buffer.alloc(32), 'cursor');
  const privacy = { memberDetailEnabled: true, leaderboardEnabled: true };
  const { PrismaPg } = load<{ PrismaPg: new (options: object) => object }>('@prisma/adapter-pg');
  const { PrismaClient } = load<{ PrismaClient: new (options: object) => Prisma }>('./client');
  const prisma: Prisma = new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, max: 1 }),
  });
  const order = [{ created_at: 'desc' }, { id: 'desc' }];
  const select = { id: true, user_id: true, email: true, role: true, status: true };
  const ways: Record<string, (tenantId: string) => Promise<unknown>> = {
    'JSON by PostgreSQL': (tenantId) =>
      readPage(
        new TeamDb(client, tenantId),
        { route: 'users', limit: 50, cursor: undefined, cursorKey, filters: {} },
        {
          shape: memberShape({ kind: 'system', tenantId, privacy }),
          from: 'member m',
          where: ['m.tenant_id = $1', `m.status <> 'removed'`],
          params: [],
          at: 'm.created_at',
          id: 'm.id',
        },
      ),
    'rows of pg': async (tenantId) => {
      const { rows } = await client.query({
        name: 'rows',
        text: `select m.id, m.user_id, m.email, m.role, m.status, m.joined_at, m.created_at
          from member m where m.tenant_id = $1 and m.status <> 'removed'
          order by m.created_at desc, m.id desc limit $2`,
        values: [tenantId, 51],
      });
      return JSON.stringify(rows);
    },
    'Prisma findMany': async (tenant_id) =>
      JSON.stringify(
        await prisma.member.findMany({
          where: { tenant_id, status: { not: 'removed' } },
          select: { ...select, joined_at: true, created_at: true },
          orderBy: order,
          take: 51,
        }),
      ),
  };
  const pids = {
    pg: (await client.query('select pg_backend_pid() as pid')).rows[0].pid,
    prisma: (await prisma.$queryRawUnsafe('select pg_backend_pid() as pid'))[0]?.pid ?? 0,
  };
  const best: Record<string, [node: number, postgres: number]> = {};
  for (let slice = 0; slice < SLICES; slice++) {
    for (const [name, way] of Object.entries(ways)) {
      const pid = name.startsWith('Prisma') ? pids.prisma : pids.pg;
      const before = { node: process.cpuUsage(), postgres: cpuMs(pid) ?? 0 };
      for (let n = 0; n < PAGES; n++) await way(tenants[n % tenants.length]?.id ?? '');
      const { user, system } = process.cpuUsage(before.node);
      const node = (user + system) / PAGES;
      const postgres = (((cpuMs(pid) ?? 0) - before.postgres) * 1000) / PAGES;
      // The least disturbed slice; the first ones also warm up.
      const [leastNode, leastPostgres] = best[name] ?? [node, postgres];
      best[name] = [Math.min(node, leastNode), Math.min(postgres, leastPostgres)];
    }
  }
  for (const [name, [node, postgres]] of Object.entries(best)) {
    console.log(`${name}: ${node.toFixed(0)} µs here, ${postgres.toFixed(0)} µs in PostgreSQL`);
  }
  await client.end();
}

await measurePages();
process.exit(0);
