// The rival of `npm run bench`: five operations on bare node:http and prepared statements of pg,
// written the short way. No schemas, no problem documents, no logs, no metrics, no batching: what a
// good engineer writes in an afternoon when nothing but speed is asked. Same database, same pool.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { encodeCursor } from '../../src/db/cursor.ts';
import { deriveKey } from '../../src/shared/seal.ts';

const BASE = '/api/public/v1';
const KEY_LIMIT = 120;
const cursorKey = deriveKey(Buffer.from(process.env.ENCRYPTION_KEY ?? '', 'base64'), 'cursor');
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
});
pg.types.setTypeParser(pg.types.builtins.DATE, String);

type Key = {
  key_id: string;
  lineage_id: string;
  prefix: string;
  tenant_id: string;
  scopes: string[];
  plan: string;
  status: string;
  rate_limit_per_min: number;
  member_detail_enabled: boolean;
  tenant_used: number;
  tenant_reset: number;
  key_used: number;
  key_reset: number;
};

// Charges both windows with one upsert: a refused request is charged too, which the product does
// not do; being exact there would cost this server a lock more.
const admission = {
  name: 'admission',
  text: `with k as (
      select k.id as key_id, k.lineage_id, k.prefix, k.tenant_id, k.scopes,
        t.plan, t.status, t.rate_limit_per_min, t.member_detail_enabled
      from api_key k join tenant t on t.id = k.tenant_id
      where k.prefix = $1 and k.hash = $2 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > $3)
        and (k.ip_ranges = '{}' or $4::inet <<= any (k.ip_ranges::inet[]))
    ), charged as (
      insert into rate_window as w (subject, started_at, used)
      select 'tenant:' || k.tenant_id, $3::timestamptz, 1 from k
      union all select 'key:' || k.key_id, $3::timestamptz, 1 from k
      on conflict (subject) do update set
        used = case when $3 < w.started_at + interval '60 s' then w.used + 1 else 1 end,
        started_at = case when $3 < w.started_at + interval '60 s' then w.started_at else $3 end
      returning w.subject, w.used,
        ceil(extract(epoch from w.started_at + interval '60 s' - $3))::integer as reset
    )
    select k.*, t.used as tenant_used, t.reset as tenant_reset,
      c.used as key_used, c.reset as key_reset
    from k join charged t on t.subject = 'tenant:' || k.tenant_id
    join charged c on c.subject = 'key:' || k.key_id`,
};

class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

async function admit(req: IncomingMessage, res: ServerResponse, now: Date): Promise<Key> {
  const token = req.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const prefix = token.slice('svck_live_'.length, 20);
  const values = [prefix, hash, now, req.socket.remoteAddress];
  const key = (await pool.query<Key>({ ...admission, values })).rows[0];
  if (!key) throw new Refused(401, 'unauthorized');
  const left = [key.rate_limit_per_min - key.tenant_used, KEY_LIMIT - key.key_used] as const;
  const byTenant = left[0] < left[1];
  res.setHeader('X-Request-Id', randomUUID());
  res.setHeader('RateLimit-Limit', byTenant ? key.rate_limit_per_min : KEY_LIMIT);
  res.setHeader('RateLimit-Remaining', Math.max(0, Math.min(...left)));
  res.setHeader('RateLimit-Reset', byTenant ? key.tenant_reset : key.key_reset);
  if (Math.min(...left) < 0) throw new Refused(429, 'rate_limited');
  if (key.status !== 'active' || key.plan === 'free') throw new Refused(403, 'api_disabled');
  return key;
}

function allow(key: Key, scope: string, personal: boolean): void {
  if (!key.scopes.includes(scope)) throw new Refused(403, 'insufficient_scope');
  if (personal && !key.member_detail_enabled) throw new Refused(403, 'privacy_restricted');
}

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
  // Joined through a lateral query, which keeps the order of the index also in a large team.
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
    text: `select a.id, a.status, a.title, a.situation_id, a.personality_id, a.industry_id,
        m.user_id as member_user_id, m.email as member_email, a.note, a.due_date,
        a.focus_dimension, a.completed_training_id, a.created_at
      from assignment a join member m on m.tenant_id = a.tenant_id and m.id = a.member_id
      where a.tenant_id = $1 and a.id = $2`,
    values: [key.tenant_id, id],
  });
  if (!rows[0]) throw new Refused(404, 'not_found');
  return JSON.stringify(rows[0]);
}

type Body = {
  member_id: string;
  title: string;
  situation_id: string;
  personality_id: string;
  industry_id: string;
  note?: string;
  due_date?: string;
};

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Done = { status: number; body: string; location: string | null };
type Once = { lineage: string; key: string; fingerprint: Buffer };

async function assign(key: Key, req: IncomingMessage, now: Date): Promise<Done> {
  allow(key, 'assignments:write', false);
  const bytes = await readBody(req);
  const once = {
    lineage: key.lineage_id,
    key: String(req.headers['idempotency-key']),
    fingerprint: createHash('sha256').update(bytes).digest(),
  };
  const input = JSON.parse(bytes.toString()) as Body;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done =
      (await stored(client, key, once)) ?? (await act(client, key, { once, input, now }));
    await client.query('commit');
    client.release();
    return done;
  } catch (error) {
    await client.query('rollback');
    client.release();
    throw error;
  }
}

async function stored(client: pg.PoolClient, key: Key, once: Once): Promise<Done | undefined> {
  const { rows } = await client.query<Done & { locked: boolean; fingerprint: Buffer | null }>({
    name: 'idempotency',
    text: `select l.locked, r.fingerprint, r.status, convert_from(r.body, 'UTF8') as body, r.location
      from (select pg_try_advisory_xact_lock(hashtextextended($1 || $2 || $3, 0)) as locked) l
      left join idempotency_record r on r.tenant_id = $1 and r.lineage_id = $2 and r.key = $3
        and r.created_at > now() - interval '24 h'`,
    values: [key.tenant_id, once.lineage, once.key],
  });
  if (!rows[0]?.locked) throw new Refused(409, 'conflict');
  if (!rows[0].fingerprint) return undefined;
  if (!rows[0].fingerprint.equals(once.fingerprint)) throw new Refused(422, 'idempotency_mismatch');
  return rows[0];
}

type Action = { once: Once; input: Body; now: Date };

/** Returns what may be given; the member is locked against a removal at the same time. */
async function check(client: pg.PoolClient, key: Key, input: Body) {
  const { situation_id, personality_id, industry_id } = input;
  const member = await client.query<{ user_id: string | null; email: string; status: string }>({
    name: 'recipient',
    text: `select m.user_id, m.email, m.status from member m
      where m.tenant_id = $1 and m.id = $2 and m.status <> 'removed' for share`,
    values: [key.tenant_id, input.member_id],
  });
  const recipient = member.rows[0];
  if (!recipient) throw new Refused(404, 'not_found');
  const { rows } = await client.query<{ known: number; ruled: boolean; blocked: boolean }>({
    name: 'combination',
    text: `select
        (select count(*)::integer from visible_catalog($1) v where (v.dimension, v.id) in
          (('situation', $2), ('personality', $3), ('industry', $4))) as known,
        exists (select from catalog_rule r where (r.situation_id is null or r.situation_id = $2)
          and (r.personality_id is null or r.personality_id = $3)
          and (r.industry_id is null or r.industry_id = $4)) as ruled,
        exists (select from effective_policy($1, $5) e join (values ('situation', $2),
          ('personality', $3), ('industry', $4)) a (dimension, id) on a.dimension = e.dimension
          where (e.mode = 'allow') <> (a.id = any (e.entry_ids))) as blocked`,
    values: [
      key.tenant_id,
      situation_id,
      personality_id,
      industry_id,
      recipient.status === 'active' ? input.member_id : null,
    ],
  });
  if (rows[0]?.known !== 3 || rows[0].ruled) throw new Refused(422, 'kombination_ungueltig');
  if (rows[0].blocked) throw new Refused(403, 'vorgabe_gesperrt');
  return recipient;
}

async function act(client: pg.PoolClient, key: Key, { once, input, now }: Action): Promise<Done> {
  const { title, situation_id, personality_id, industry_id, note, due_date } = input;
  const combination = [situation_id, personality_id, industry_id];
  const recipient = await check(client, key, input);
  const id = `asg_${randomBytes(13).toString('hex')}`;
  await client.query({
    name: 'insert_assignment',
    text: `insert into assignment (tenant_id, id, member_id, title, situation_id, personality_id,
        industry_id, note, due_date, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    values: [key.tenant_id, id, input.member_id, title, ...combination, note, due_date, now],
  });
  await client.query({
    name: 'insert_audit',
    text: `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id,
        created_at) values ($1, $2, 'key', $3, 'assignment.created', $4, $5)`,
    values: [key.tenant_id, `aud_${randomBytes(13).toString('hex')}`, key.prefix, id, now],
  });
  const body = JSON.stringify({
    id,
    status: 'open',
    title,
    situation_id,
    personality_id,
    industry_id,
    member_user_id: key.member_detail_enabled ? recipient.user_id : null,
    member_email: key.member_detail_enabled ? recipient.email : null,
    note: note ?? null,
    due_date: due_date ?? null,
    focus_dimension: null,
    completed_training_id: null,
    created_at: now,
  });
  const done = { status: 201, body, location: `${BASE}/assignments/${id}` };
  await client.query({
    name: 'insert_reply',
    text: `insert into idempotency_record (tenant_id, lineage_id, key, fingerprint, status, body,
        location, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      key.tenant_id,
      once.lineage,
      once.key,
      once.fingerprint,
      done.status,
      Buffer.from(body),
      done.location,
      now,
    ],
  });
  return done;
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<Done> {
  const now = new Date();
  const key = await admit(req, res, now);
  const [path = '', query] = (req.url ?? '').slice(BASE.length).split('?', 2);
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
