import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';

const KEY_LIMIT = 120;

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
});
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export type Key = {
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

// One upsert charges both windows. Unlike the product, it also charges refused requests. Otherwise this server would
// need another lock.
const admission = {
  name: 'admission',
  text: `with k as (
      select k.id as key_id, k.lineage_id, k.prefix, k.tenant_id, k.scopes,
        t.plan, t.status, t.rate_limit_per_min, t.member_detail_enabled
      from api_key k join tenant t on t.id = k.tenant_id
      where k.prefix = $1 and k.hash = $2 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > $3)
        and (k.ip_ranges = '{}' or $4::inet <<= any (k.ip_ranges))
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

export class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export async function admit(req: IncomingMessage, res: ServerResponse, now: Date): Promise<Key> {
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

export function allow(key: Key, scope: string, personal: boolean): void {
  if (!key.scopes.includes(scope)) throw new Refused(403, 'insufficient_scope');
  if (personal && !key.member_detail_enabled) throw new Refused(403, 'privacy_restricted');
}
