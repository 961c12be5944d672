import type pg from 'pg';
import { newId } from '../../../src/db/ids.ts';
import { type DeliveryState, insertDeliveryRow } from '../../harness/delivery-rows.ts';

type Row = Record<string, unknown>;
type DeliveryRow = DeliveryState & {
  tenant_id?: string;
  event_id?: string;
  event_type?: string;
  created_at?: Date;
};

async function insert(sql: pg.Pool | pg.PoolClient, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`);
  await sql.query(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Inserts rows as the product writes them, for tests of statements that only read rows. */
export class WebhookRows {
  readonly #sql: pg.Pool;
  readonly #now: Date;

  constructor(sql: pg.Pool, now: Date) {
    this.#sql = sql;
    this.#now = now;
  }

  async tenant(id = 'ten_1'): Promise<string> {
    const team = { name: 'Team', plan: 'team', seats: 5, created_at: this.#now };
    await insert(this.#sql, 'tenant', { id, ...team });
    return id;
  }

  async endpoint(row: Row = {}): Promise<string> {
    const id = newId('whe', this.#now);
    await insert(this.#sql, 'webhook_endpoint', {
      id,
      tenant_id: 'ten_1',
      url: 'https://hooks.example.com',
      events: ['member.invited'],
      secret: '',
      api_version: '2026-11',
      created_at: this.#now,
      ...row,
    });
    return id;
  }

  async event(createdAt = this.#now): Promise<string> {
    const id = newId('evt', createdAt);
    const content = { type: 'member.invited', body: '{}', created_at: createdAt };
    await insert(this.#sql, 'webhook_event', { id, tenant_id: 'ten_1', ...content });
    return id;
  }

  /** Inserts an event as well unless one is named. Both ids have the same time. */
  async delivery(endpointId: string, row: DeliveryRow = {}): Promise<string> {
    const eventId = row.event_id ?? (await this.event());
    const id = eventId.slice(0, -16).replace('evt_', 'whd_') + newId('whd', this.#now).slice(-16);
    await insertDeliveryRow(this.#sql, {
      id,
      tenant_id: 'ten_1',
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: 'member.invited',
      created_at: this.#now,
      ...row,
    });
    return id;
  }

  /** Inserts pending deliveries with an event each. Their ids are older than all others. */
  async deliveries(endpointId: string, count: number): Promise<void> {
    await this.#sql.query(
      `with event as (
         insert into webhook_event (id, tenant_id, type, body, created_at)
         select 'evt_' || lpad(n::text, 10, '0') || $1, 'ten_1', 'member.invited', '{}', $2
         from generate_series(1, $3) n returning id
       ), delivery as (
         insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event_type, created_at)
         select 'whd_' || substr(id, 5), 'ten_1', $1, id, 'member.invited', $2 from event
         returning tenant_id, id, endpoint_id, event_id)
       insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
       select tenant_id, id, endpoint_id, event_id, $2 from delivery`,
      [endpointId, this.#now, count],
    );
  }

  /** Ends all pending deliveries with a successful first attempt. */
  async arrive(at: Date): Promise<void> {
    await this.#sql.query(
      `with ended as (delete from webhook_pending returning tenant_id, delivery_id)
       insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, lease_no)
       select tenant_id, delivery_id, 1, $1, 200, 1 from ended`,
      [at],
    );
  }

  async mail(createdAt: Date, row: Row = {}): Promise<string> {
    const id = newId('mail', createdAt);
    await insert(this.#sql, 'mail', {
      id,
      tenant_id: 'ten_1',
      cause: id,
      recipient: 'a@example.com',
      lang: 'de',
      subject: 'S',
      body: 'B',
      created_at: createdAt,
      ...row,
    });
    return id;
  }
}
