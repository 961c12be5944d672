// The second rival of `npm run bench` (`--against plain`): the same five operations with the product's packages, each used
// as its own introduction shows: Express, procedures of tRPC behind the handler of trpc-to-openapi, and Prisma for
// everything. It raises no events, and its stored responses are not sealed.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { initTRPC, TRPCError } from '@trpc/server';
import express, { type Request, type Response } from 'express';
import { createOpenApiExpressMiddleware, type OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { PrismaClient } from '../../src/db/generated/client.ts';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { act } from './plain-assign.ts';

const KEY_LIMIT = 120;
const WINDOW_MS = 60_000;

const cursorKey = deriveKey(Buffer.from(process.env.ENCRYPTION_KEY ?? '', 'base64'), 'cursor');
const max = Number(process.env.DATABASE_POOL_SIZE ?? 10);
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL ?? '', max }),
});

/** Counts the request in a window, and returns how many are counted and when the window ends. */
async function count(subject: string, now: Date) {
  const began = { subject, started_at: now, used: 1 };
  const used = await prisma.rateWindow.upsert({
    where: { subject },
    create: began,
    update: { used: { increment: 1 } },
  });
  const endsAt = used.started_at.getTime() + WINDOW_MS;
  if (endsAt > now.getTime()) return { used: used.used, endsAt };
  await prisma.rateWindow.update({ where: { subject }, data: began });
  return { used: 1, endsAt: now.getTime() + WINDOW_MS };
}

async function createContext({ req, res }: { req: Request; res: Response }) {
  const now = new Date();
  const token = req.headers.authorization?.slice('Bearer '.length) ?? '';
  const key = await prisma.apiKey.findUnique({
    where: { prefix: token.slice('svck_live_'.length, 20) },
    include: { tenant: true },
  });
  const hash = createHash('sha256').update(token).digest();
  if (!key || key.revoked_at || !hash.equals(key.hash))
    throw new TRPCError({ code: 'UNAUTHORIZED' });
  const { tenant } = key;
  const [ofTenant, ofKey] = await Promise.all([
    count(`tenant:${tenant.id}`, now),
    count(`key:${key.id}`, now),
  ]);
  const [left, leftOfKey] = [tenant.rate_limit_per_min - ofTenant.used, KEY_LIMIT - ofKey.used];
  const byTenant = left < leftOfKey;
  res.setHeader('X-Request-Id', randomUUID());
  res.setHeader('RateLimit-Limit', byTenant ? tenant.rate_limit_per_min : KEY_LIMIT);
  res.setHeader('RateLimit-Remaining', Math.max(0, Math.min(left, leftOfKey)));
  const { endsAt } = byTenant ? ofTenant : ofKey;
  res.setHeader('RateLimit-Reset', Math.ceil((endsAt - now.getTime()) / 1000));
  if (Math.min(left, leftOfKey) < 0) throw new TRPCError({ code: 'TOO_MANY_REQUESTS' });
  if (tenant.status !== 'active' || tenant.plan === 'free')
    throw new TRPCError({ code: 'FORBIDDEN' });
  return { key, tenant, now, req, res };
}

const t = initTRPC
  .meta<OpenApiMeta>()
  .context<Awaited<ReturnType<typeof createContext>>>()
  .create();

/** A procedure at a path of the API. The key needs the scope. */
const operation = (method: 'GET' | 'POST', path: `/${string}`, scope?: string) =>
  t.procedure.meta({ openapi: { method, path } }).use(({ ctx, next }) => {
    if (scope && !ctx.key.scopes.includes(scope)) throw new TRPCError({ code: 'FORBIDDEN' });
    return next();
  });

const text = z.string().nullable();
const time = z.date().nullable();
const listed = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });
const page = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.array(z.object(shape)), next_cursor: text });
const newest = [{ created_at: 'desc' }, { id: 'desc' }] as const;

function pageOf<Row extends { id: string; created_at: Date }>(
  rows: Row[],
  { limit, route, tenant }: { limit: number; route: string; tenant: string },
) {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  const place = { route, tenant, filters: {} };
  const next_cursor = last
    ? encodeCursor({ ...place, at: last.created_at.toISOString(), id: last.id }, cursorKey)
    : null;
  return { data, next_cursor };
}

const member = { id: z.string(), user_id: text, email: text, role: z.string(), status: z.string() };
const training = {
  id: z.string(),
  user_id: text,
  status: z.string(),
  source: z.string(),
  assignment_id: text,
  created_at: z.date(),
  finished_at: time,
  duration_s: z.number().nullable(),
  external_ref: z.any(),
  situation_id: text,
  personality_id: text,
  industry_id: text,
  role_id: text,
};
const combination = {
  situation_id: z.string(),
  personality_id: z.string(),
  industry_id: z.string(),
};
const assignment = z.object({
  id: z.string(),
  member_id: text,
  status: z.string(),
  title: text,
  situation_id: text,
  personality_id: text,
  industry_id: text,
  member_user_id: text,
  member_email: text,
  note: text,
  due_date: text,
  focus_dimension: text,
  completed_training_id: text,
  created_at: z.union([z.date(), z.string()]),
});
const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;

const router = t.router({
  me: operation('GET', '/me')
    .input(z.object({}))
    .output(
      z.object({
        tenant_id: z.string(),
        kind: z.string(),
        scopes: z.array(z.string()),
        rate_limit_per_min: z.number(),
        privacy: z.object({ member_detail_enabled: z.boolean() }),
      }),
    )
    .query(({ ctx: { key, tenant } }) => ({
      tenant_id: tenant.id,
      kind: tenant.plan,
      scopes: key.scopes,
      rate_limit_per_min: tenant.rate_limit_per_min,
      privacy: { member_detail_enabled: tenant.member_detail_enabled },
    })),
  users: operation('GET', '/users', 'users:read')
    .input(listed)
    .output(page({ ...member, joined_at: time }))
    .query(async ({ ctx: { tenant }, input: { limit } }) => {
      const where = { tenant_id: tenant.id, status: { not: 'removed' } };
      const rows = await prisma.member.findMany({ where, orderBy: [...newest], take: limit + 1 });
      return pageOf(rows, { limit, route: 'users', tenant: tenant.id });
    }),
  trainings: operation('GET', '/trainings', 'trainings:read')
    .input(listed)
    .output(page(training))
    .query(async ({ ctx: { tenant }, input: { limit } }) => {
      const rows = await prisma.training.findMany({
        where: { tenant_id: tenant.id },
        include: { member: { select: { user_id: true, status: true } } },
        orderBy: [...newest],
        take: limit + 1,
      });
      const shown = rows.map(({ member: { user_id }, ...row }) => ({ ...row, user_id }));
      return pageOf(shown, { limit, route: 'trainings', tenant: tenant.id });
    }),
  assignment: operation('GET', '/assignments/{id}', 'assignments:read')
    .input(z.object({ id: z.string() }))
    .output(assignment)
    .query(async ({ ctx: { tenant }, input: { id } }) => {
      const found = await prisma.assignment.findUnique({
        where: { tenant_id_id: { tenant_id: tenant.id, id } },
        include: { member: { select: { user_id: true, email: true } } },
      });
      if (!found) throw new TRPCError({ code: 'NOT_FOUND' });
      const { user_id, email } = found.member;
      const due_date = day(found.due_date);
      return { ...found, due_date, member_user_id: user_id, member_email: email };
    }),
  assign: operation('POST', '/assignments', 'assignments:write')
    .input(
      z.object({
        member_id: z.string(),
        title: z.string().min(1).max(120),
        ...combination,
        note: z.string().max(5000).optional(),
        due_date: z.iso.date().optional(),
      }),
    )
    .output(assignment)
    .mutation(async ({ ctx: { key, tenant, now, req, res }, input }) => {
      const id = `asg_${randomBytes(13).toString('hex')}`;
      const body = await act(prisma, {
        owner: { tenant_id: tenant.id, lineage_id: key.lineage_id, prefix: key.prefix },
        once: String(req.headers['idempotency-key']),
        input: { id, ...input },
        now,
      });
      const made = assignment.parse(JSON.parse(body));
      res.setHeader('Location', `${BASE_PATH}/assignments/${made.id}`);
      return made;
    }),
});

const app = express();
app.use(
  BASE_PATH,
  createOpenApiExpressMiddleware({
    router,
    createContext,
    responseMeta: ({ type, errors }) =>
      type === 'mutation' && errors.length === 0 ? { status: 201 } : {},
  }),
);
app.get('/', (_, res) => void res.json({}));
app.listen(Number(process.env.PORT), '127.0.0.1');
