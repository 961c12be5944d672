// What Prisma and Express would cost here: the ratios in docs/performance.md. Neither is a
// dependency, so they come from a folder of their own:
//   npm install --prefix DIR express@5.3.0 prisma@7.10.1 @prisma/client@7.10.0 @prisma/adapter-pg@7.10.1
//   (a client generated from prisma/schema.prisma into DIR/client, by the generator prisma-client-js)
//   DATABASE_URL=… node scripts/bench/alternatives.ts DIR   after `npm run --silent cli -- load …`
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import autocannon from 'autocannon';
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

type Express = RequestListener & {
  disable(setting: string): void;
  get(path: string, answer: (req: unknown, res: { json(body: object): void }) => void): void;
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

async function measureHttp(): Promise<void> {
  const app = load<() => Express>('express')();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/users/:id', (_req, res) => {
    res.json({ id: 'x', status: 'active' });
  });
  const bare: RequestListener = (_req, res) => {
    const body = JSON.stringify({ id: 'x', status: 'active' });
    const length = String(Buffer.byteLength(body));
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length }).end(body);
  };
  const best: Record<string, number> = {};
  for (let slice = 0; slice < SLICES; slice++) {
    for (const [name, listener] of Object.entries({ 'node:http': bare, Express: app })) {
      const server = createServer(listener).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const before = process.cpuUsage();
      await autocannon({
        url: `http://127.0.0.1:${port}/users/1`,
        connections: 16,
        amount: 10_000,
        setupClient: () => undefined,
      });
      const { user, system } = process.cpuUsage(before);
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, (user + system) / 10_000);
      server.close();
    }
  }
  for (const [name, each] of Object.entries(best)) {
    console.log(`${name}: ${each.toFixed(0)} µs a request, client and server together`);
  }
}

await measurePages();
await measureHttp();
process.exit(0);
