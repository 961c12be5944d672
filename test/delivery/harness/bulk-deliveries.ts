import pg from 'pg';
import { onTestFinished } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { newSecret, sealSecret } from '../../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { encryptionKey, type TestApi } from '../../harness/api.ts';
import { cloneDatabase } from '../../harness/database.ts';
import { Spawned } from '../../harness/spawned.ts';
import { until } from '../../harness/until.ts';
import { loopbackReceivers } from '../../harness/worker.ts';

const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');

/** Inserts many teams, endpoints and deliveries at once. The rows are like those of `raiseEvent`. */
export class BulkDeliveries {
  readonly sql: pg.Pool;
  readonly url: string;

  private constructor(sql: pg.Pool, url: string) {
    this.sql = sql;
    this.url = url;
  }

  /** Call it before processes start on it: they then end before the database is dropped. */
  static async make(): Promise<BulkDeliveries> {
    const database = await cloneDatabase();
    const sql = new pg.Pool({ connectionString: database.url, max: 4, application_name: 'test' });
    onTestFinished(async () => {
      await sql.end();
      await database.drop();
    });
    return BulkDeliveries.beside({ sql, database });
  }

  /** Uses the database of an API. */
  static beside({ sql, database }: Pick<TestApi, 'sql' | 'database'>): BulkDeliveries {
    const bulk = new BulkDeliveries(sql, database.url);
    onTestFinished(() => bulk.#workersAreGone());
    return bulk;
  }

  /** Waits for the last statements of killed workers. */
  #workersAreGone(): Promise<void> {
    return until('the connections of workers to end', async () => {
      const { rowCount } = await this.sql.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name not in ('test', 'api', 'request log')`,
      );
      return rowCount === 0;
    });
  }

  async team(): Promise<string> {
    const id = newId('ten', new Date());
    await this.sql.query(
      `insert into tenant (id, name, plan, seats, created_at) values ($1, $1, 'team', 5, now())`,
      [id],
    );
    return id;
  }

  async endpoints(tenantId: string, urls: readonly string[]): Promise<string[]> {
    const ids = urls.map(() => newId('whe', new Date()));
    const secrets = ids.map((endpointId) =>
      sealSecret(secretKey, newSecret(), { tenantId, endpointId }),
    );
    await this.sql.query(
      `insert into webhook_endpoint
         (tenant_id, id, url, events, secret, api_version, created_at, proven_origin)
       select $1, id, url, '{member.removed}', secret, $5, now(), origin
       from unnest($2::text[], $3::text[], $4::bytea[], $6::text[]) as e (id, url, secret, origin)`,
      [tenantId, ids, urls, secrets, API_VERSION, urls.map((url) => new URL(url).origin)],
    );
    return ids;
  }

  /** Inserts events, one a millisecond, each with a delivery for every endpoint and a wake-up job. */
  async raise(tenantId: string, endpointIds: readonly string[], events: number): Promise<void> {
    const random = newId('evt', new Date());
    const body = JSON.stringify({
      id: random,
      type: 'member.removed',
      data: { team_id: tenantId },
    });
    const payload = JSON.stringify({ tenant: tenantId, endpoints: endpointIds, urgent: null });
    await this.sql.query(
      `with event as (
         insert into webhook_event (tenant_id, id, type, body, created_at)
         select $1, 'evt_' || lpad(n::text, 10, '0') || right($3, 16), 'member.removed', $4, now()
         from generate_series(1, $5) n
         returning id
       ), delivery as (
         insert into webhook_delivery
           (tenant_id, id, endpoint_id, event_id, event_type, created_at)
         select $1, replace(id, 'evt_', 'whd_') || endpoint_id, endpoint_id, id, 'member.removed',
           now()
         from event cross join unnest($2::text[]) endpoint_id
         returning tenant_id, id, endpoint_id, event_id
       ), pending as (
         insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
         select tenant_id, id, endpoint_id, event_id, now() from delivery
       )
       select graphile_worker.add_jobs(array_agg(
         row('webhook.deliver', $6, null, null, null, null, null, null)::graphile_worker.job_spec))
       from event`,
      [tenantId, endpointIds, random, body, events, payload],
    );
  }

  /** Starts a worker process, and returns when it works. */
  startWorker(): Promise<Spawned> {
    const env = { ENCRYPTION_KEY: encryptionKey, ...loopbackReceivers, DATABASE_URL: this.url };
    return new Spawned('src/worker.ts', env).says('"ready"');
  }

  /** Counts the deliveries of these endpoints in this state. */
  async count(endpointIds: readonly string[], status: string): Promise<number> {
    const { rows } = await this.sql.query<{ count: string }>(
      'select count(*) from webhook_delivery_state where endpoint_id = any ($1) and status = $2',
      [endpointIds, status],
    );
    return Number(rows[0]?.count);
  }
}
