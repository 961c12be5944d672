// The rival of `npm run bench`: five operations on bare node:http with prepared statements of pg. It has no schemas,
// problem documents, logs, metrics or batching: a good engineer would write it in an afternoon if only speed counted. It
// uses the same database and pool size.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { admit, allow, type Key, pool, Refused } from './baseline-admission.ts';
import { assign, type Done } from './baseline-assign.ts';

const cursorKey = deriveKey(Buffer.from(process.env.ENCRYPTION_KEY ?? '', 'base64'), 'cursor');

type Row = { id: string; created_at: Date } & Record<string, unknown>;
type List = { route: string; tenant: string; limit: number };

function page(rows: Row[], list: List, shape: (row: Row) => unknown): string {
  const data = rows.slice(0, list.limit);
  const last = rows.length > list.limit ? data.at(-1) : undefined;
  const place = { route: list.route, tenant: list.tenant, filters: {} };
  const next_cursor = last
    ? encodeCursor({ ...place, at: last.created_at.toISOString(), id: last.id }, cursorKey)
    : null;
  return JSON.stringify({ data: data.map(shape), next_cursor });
}

function limitOf(query: string | undefined): number {
  const limit = Number(new URLSearchParams(query).get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new Refused(422, 'limit');
  return limit;
}

async function users(key: Key, query: string | undefined): Promise<string> {
  allow(key, 'users:read', false);
  const limit = limitOf(query);
  const { rows } = await pool.query<Row>({
    name: 'users',
    text: `select m.id, m.user_id, m.email, m.role, m.status, m.joined_at, m.created_at
      from member m where m.tenant_id = $1 and m.status <> 'removed'
      order by m.created_at desc, m.id desc limit $2`,
    values: [key.tenant_id, limit + 1],
  });
  const list = { route: 'users', tenant: key.tenant_id, limit };
  return page(rows, list, ({ id, user_id, email, role, status, joined_at }) =>
    key.member_detail_enabled
      ? { id, user_id, email, role, status, joined_at }
      : { id, user_id, role, status, joined_at },
  );
}

async function trainings(key: Key, query: string | undefined): Promise<string> {
  allow(key, 'trainings:read', true);
  const limit = limitOf(query);
  // A lateral join keeps the order of the index, even in a large team.
  const { rows } = await pool.query<Row>({
    name: 'trainings',
    text: `select t.id, m.user_id, t.status, t.source, t.assignment_id, t.created_at,
        t.finished_at, t.duration_s, t.external_ref, t.situation_id, t.personality_id,
        t.industry_id, t.role_id
      from training t cross join lateral (select a.user_id from member a
        where a.tenant_id = $1 and a.id = t.member_id and a.status = 'active' limit 1) m
      where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $2`,
    values: [key.tenant_id, limit + 1],
  });
  return page(rows, { route: 'trainings', tenant: key.tenant_id, limit }, (row) => row);
}

function me(key: Key): string {
  return JSON.stringify({
    tenant_id: key.tenant_id,
    kind: key.plan,
    scopes: key.scopes,
    rate_limit_per_min: key.rate_limit_per_min,
    privacy: { member_detail_enabled: key.member_detail_enabled },
  });
}

async function assignment(key: Key, id: string): Promise<string> {
  allow(key, 'assignments:read', true);
  const { rows } = await pool.query<Row>({
    name: 'assignment',
    text: `select a.id, a.member_id, a.status, a.title, a.situation_id, a.personality_id, a.industry_id,
        m.user_id as member_user_id, m.email as member_email, a.note, a.due_date,
        a.focus_dimension, a.completed_training_id, a.created_at
      from assignment a join member m on m.tenant_id = a.tenant_id and m.id = a.member_id
      where a.tenant_id = $1 and a.id = $2`,
    values: [key.tenant_id, id],
  });
  if (!rows[0]) throw new Refused(404, 'not_found');
  return JSON.stringify(rows[0]);
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<Done> {
  const now = new Date();
  const key = await admit(req, res, now);
  const [path = '', query] = (req.url ?? '').slice(BASE_PATH.length).split('?', 2);
  const ok = (body: string): Done => ({ status: 200, body, location: null });
  if (req.method === 'GET' && path === '/me') return ok(me(key));
  if (req.method === 'GET' && path === '/users') return ok(await users(key, query));
  if (req.method === 'GET' && path === '/trainings') return ok(await trainings(key, query));
  if (req.method === 'GET' && path.startsWith('/assignments/')) {
    return ok(await assignment(key, decodeURIComponent(path.slice('/assignments/'.length))));
  }
  if (req.method === 'POST' && path === '/assignments') return assign(key, req, now);
  throw new Refused(404, 'not_found');
}

const server = createServer((req, res) => {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  answer(req, res).then(
    ({ status, body, location }) => {
      res.writeHead(status, {
        ...headers,
        'Content-Length': Buffer.byteLength(body),
        ...(location ? { Location: location } : {}),
      });
      res.end(body);
    },
    (error: Error) => {
      res.writeHead(error instanceof Refused ? error.status : 500, headers);
      res.end(JSON.stringify({ code: error.message }));
    },
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
