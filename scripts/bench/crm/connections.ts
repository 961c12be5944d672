import type pg from 'pg';
import { sealAccess } from '../../../src/crm/access.ts';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { Access } from '../../../src/crm/connector.ts';
import { newId } from '../../../src/db/ids.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../server-process.ts';
import { type CrmSite, until } from './site.ts';

type Wanted = {
  tenants: readonly string[];
  provider?: 'hubspot' | 'pipedrive';
  notes?: boolean;
  /** The connection has already read everything, so only changes are read. */
  isSynced?: boolean;
};

const entered: Record<string, Record<string, string>> = {
  hubspot: { access_token: 'pat-eu1-fake-token-0001' },
  pipedrive: { api_token: 'token-of-the-bench', company: 'bench' },
};

/** Inserts a connection in each of these teams. None is due yet. */
export async function insertConnections(
  { sql }: CrmSite,
  { tenants, provider = 'hubspot', notes = false, isSynced = false }: Wanted,
): Promise<string[]> {
  const key = deriveKey(Buffer.from(encryptionKey, 'base64'), 'crm');
  const access: Access = { kind: 'token', entered: entered[provider] ?? {}, tokens: null };
  const ids = tenants.map(() => newId('con', new Date()));
  await sql.query(
    `insert into crm_connection (tenant_id, id, provider, account_id, name, account, settings,
       every_minutes, access_kind, credentials, credentials_hint, credentials_at, created_at, full_at)
     select tenant_id, id, $4, id, 'Bench', case when $5 then jsonb_build_object('reference',
         jsonb_build_object('pipelines', '[]'::jsonb)) else '{}' end,
       $6, 1440, 'token', credentials, 'abcd', now(), now(), case when $5 then now() end
     from unnest($1::text[], $2::text[], $3::bytea[]) c (tenant_id, id, credentials)`,
    [
      tenants,
      ids,
      ids.map((id, n) => sealAccess(key, { tenantId: tenants[n] ?? '', id, provider }, access)),
      provider,
      isSynced,
      connectionSettings.parse({ notes }),
    ],
  );
  if (isSynced) {
    await sql.query(
      `insert into crm_cursor (tenant_id, connection_id, stream, since, pass, is_full)
       select tenant_id, id, 'deals', now() - interval '1 hour', 1, false
       from unnest($1::text[], $2::text[]) c (tenant_id, id)`,
      [tenants, ids],
    );
    await sql.query(
      `insert into crm_fields (tenant_id, connection_id, fields, read_at)
       select tenant_id, id, '[]', now() from unnest($1::text[], $2::text[]) c (tenant_id, id)`,
      [tenants, ids],
    );
  }
  return ids;
}

export async function makeDue(sql: pg.Client, ids: readonly string[], before = '0'): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>(
    `with due as (update crm_connection set next_sync_at = now() - $2::interval where id = any ($1))
     select now()::timestamptz(3) as now`,
    [ids, before],
  );
  if (!rows[0]) throw new Error('The database has no time');
  return rows[0].now;
}

/** Waits for a synchronization, and returns how long it took since it was due. */
export async function synchronized(sql: pg.Client, id: string): Promise<number> {
  const since = await makeDue(sql, [id]);
  const { ms } = await until<{ ms: number }>(
    sql,
    `select extract(epoch from synced_at - $2)::float8 * 1000 as ms from crm_connection
     where id = $1 and synced_at >= $2 and leased_at is null`,
    [id, since],
  );
  return ms;
}
