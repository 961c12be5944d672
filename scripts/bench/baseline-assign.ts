import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import { effectivePolicy, visibleCatalog } from '../../src/features/catalog/team-catalog.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { allow, type Key, pool, Refused } from './baseline-admission.ts';

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

export type Done = { status: number; body: string; location: string | null };
type Once = { lineage: string; key: string; fingerprint: Buffer };

export async function assign(key: Key, req: IncomingMessage, now: Date): Promise<Done> {
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

/** Checks the combination, and locks the member against a removal at the same time. */
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
        (select count(*)::integer from ${visibleCatalog} v where (v.dimension, v.id) in
          (('situation', $2), ('personality', $3), ('industry', $4))) as known,
        exists (select from catalog_rule r where (r.situation_id is null or r.situation_id = $2)
          and (r.personality_id is null or r.personality_id = $3)
          and (r.industry_id is null or r.industry_id = $4)) as ruled,
        exists (select from ${effectivePolicy('$5')} e join (values ('situation', $2),
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
    member_id: key.member_detail_enabled ? input.member_id : null,
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
  const done = { status: 201, body, location: `${BASE_PATH}/assignments/${id}` };
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
