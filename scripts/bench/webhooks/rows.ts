import type pg from 'pg';
import { newId } from '../../../src/db/ids.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { newSecret, sealSecret } from '../../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../server-process.ts';

export type Endpoint = { id: string; tenantId: string; secret: string };

const TYPE = 'training.completed';
const BATCH = 20_000;

/** Deletes events, deliveries and wake-ups, and with `endpoints` the endpoints too. */
export async function clearWebhooks(sql: pg.Client, also?: 'endpoints'): Promise<void> {
  const tables = [
    'webhook_attempt',
    'webhook_pending',
    'webhook_delivery',
    'webhook_event',
    'kept_event',
  ];
  if (also) tables.push('webhook_endpoint');
  await sql.query(`truncate ${tables.join(', ')}, graphile_worker._private_jobs`);
}

export async function insertTeams(sql: pg.Client, count: number): Promise<string[]> {
  const now = new Date();
  const ids = Array.from({ length: count }, () => newId('ten', now));
  await sql.query(
    `insert into tenant (id, name, plan, seats, created_at)
     select id, 'Bench', 'enterprise', 100, $2 from unnest($1::text[]) t (id)`,
    [ids, now],
  );
  return ids;
}

type Endpoints = { tenants: string[]; each: number; events?: string[]; status?: string };

/** Inserts the rows that `createEndpoint` would write, with sealed secrets. */
export async function insertEndpoints(
  sql: pg.Client,
  origin: string,
  { tenants, each, events = [TYPE], status = 'active' }: Endpoints,
): Promise<Endpoint[]> {
  const now = new Date();
  const key = deriveKey(Buffer.from(encryptionKey, 'base64'), 'webhook-secret');
  const endpoints = tenants.flatMap((tenantId) =>
    Array.from({ length: each }, () => ({
      id: newId('whe', now),
      tenantId,
      secret: newSecret(),
    })),
  );
  await sql.query(
    `insert into webhook_endpoint
       (id, tenant_id, url, events, status, secret, api_version, created_at, proven_origin)
     select id, tenant_id, $4 || '/' || id, $5, $6, secret, $7, $8, $4
     from unnest($1::text[], $2::text[], $3::bytea[]) e (id, tenant_id, secret)`,
    [
      endpoints.map(({ id }) => id),
      endpoints.map(({ tenantId }) => tenantId),
      endpoints.map(({ id, tenantId, secret }) =>
        sealSecret(key, secret, { tenantId, endpointId: id }),
      ),
      origin,
      events,
      status,
      API_VERSION,
      now,
    ],
  );
  return endpoints;
}

/** Inserts events with a delivery each, due now. The endpoints take turns. */
export async function insertDue(
  sql: pg.Client,
  endpoints: readonly Pick<Endpoint, 'id' | 'tenantId'>[],
  each: number,
): Promise<void> {
  await sql.query('set synchronous_commit = off');
  const all = endpoints.length * each;
  for (let from = 0; from < all; from += BATCH) {
    const length = Math.min(BATCH, all - from);
    const rows = Array.from({ length }, (_, i) =>
      delivery(endpoints[(from + i) % endpoints.length]),
    );
    await sql.query(
      `with row as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
           r (tenant_id, endpoint_id, event_id, delivery_id, body)
       ), event as (
         insert into webhook_event (tenant_id, id, type, body, created_at)
         select tenant_id, event_id, $6, body, now() from row
       ), delivery as (
         insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
         select tenant_id, delivery_id, endpoint_id, event_id, $6, now() from row
       )
       insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
       select tenant_id, delivery_id, endpoint_id, event_id, now() from row`,
      [
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ endpointId }) => endpointId),
        rows.map(({ eventId }) => eventId),
        rows.map(({ id }) => id),
        rows.map(({ body }) => body),
        TYPE,
      ],
    );
  }
  await sql.query('reset synchronous_commit');
  await sql.query('analyze webhook_event, webhook_delivery, webhook_pending');
}

function delivery(endpoint: Pick<Endpoint, 'id' | 'tenantId'> | undefined) {
  const { id: endpointId = '', tenantId = '' } = endpoint ?? {};
  const now = new Date();
  const eventId = newId('evt', now);
  const body = JSON.stringify({
    id: eventId,
    type: TYPE,
    created_at: now.toISOString(),
    api_version: API_VERSION,
    tenant_id: tenantId,
    data: {
      team_id: tenantId,
      training_id: newId('trn', now),
      user_id: newId('usr', now),
      assignment_id: newId('asg', now),
      status: 'scored',
    },
  });
  return { id: newId('whd', now), tenantId, endpointId, eventId, body };
}
