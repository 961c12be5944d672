import type pg from 'pg';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { EventType } from '../../../src/features/webhooks/events.schema.ts';
import type { TestApi } from '../../harness/api.ts';
import { onThisMachine } from '../../harness/computed-ms.ts';
import { type DeliveryRow, deliveryRow, deliveryRows } from '../../harness/delivery-rows.ts';
import { watchLateness } from '../../harness/lateness.ts';
import { type Receiver, type ReceiverHandler, startReceiver } from '../../harness/receiver.ts';
import { makeTeam, type TeamOptions, type TestTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { startTestWorker } from '../../harness/worker.ts';

/** Starts a worker for the tests of a file or a `describe`, in the process of the test. */
export function useWorker(
  api: () => TestApi,
  env: Record<string, string> = {},
  options: Parameters<typeof startTestWorker>[2] = {},
): void {
  let worker: Awaited<ReturnType<typeof startTestWorker>> | undefined;
  beforeAll(async () => {
    worker = await startTestWorker(api(), env, options);
  });
  afterAll(() => worker?.stop());
}

/** Waits for this many whole sweeps of the workers in this process. */
export async function sweeps(count: number): Promise<void> {
  const name = 'webhook_sweep_duration_seconds';
  const seen = async () =>
    Number(/_count (\d+)/.exec(await register.getSingleMetricAsString(name))?.[1]);
  // A sweep that is already running may have read the tables before, so it does not count.
  const enough = (await seen()) + count + 1;
  await until(`${count} sweeps`, async () => (await seen()) >= enough);
}

/** Fails if the work takes longer than a second, plus what a busy machine is late. */
export async function expectWithinSecond(sql: pg.Pool, work: () => Promise<void>): Promise<void> {
  const late = watchLateness(sql);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  expect(took).toBeLessThan(onThisMachine(1_000) + (await late()));
}

export async function openReceiver(handler?: ReceiverHandler): Promise<Receiver> {
  const receiver = await startReceiver(handler);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Answers with these statuses in turn, and then always with the last one. */
export function answering(...statuses: number[]): ReceiverHandler {
  return (_, response) => {
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    response.end();
  };
}

/** Requires that the attempt was recorded soon after it started. `ended` is the start of the last attempt. */
export function expectRecordedSoonAfter(recorded: Date | null, started: Date | null): void {
  if (!recorded || !started) throw new Error(`There are not two times: ${recorded}, ${started}`);
  const ms = recorded.getTime() - started.getTime();
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(ms).toBeLessThan(20_000);
}

type EndpointRow = {
  status: string;
  failing_since: Date | null;
  warned_since: Date | null;
  last_success_at: Date | null;
  paused_at: Date | null;
};
type AttemptRow = {
  n: number;
  started_at: Date;
  response_code: number | null;
  response_ms: number | null;
  response_excerpt: string | null;
  error: string | null;
};
type Options = { url: string; events?: EventType[]; team?: TestTeam } & TeamOptions;

/** An endpoint of a team. Deliveries use the database's clock, so `pass` moves the times in the rows. */
export class Hook {
  readonly team: TestTeam;
  readonly endpointId: string;
  readonly secret: string;

  private constructor(team: TestTeam, made: { id: string; secret: string }) {
    this.team = team;
    this.endpointId = made.id;
    this.secret = made.secret;
  }

  static async to(
    api: TestApi,
    { url, events, team: existing, ...options }: Options,
  ): Promise<Hook> {
    const team = existing ?? (await makeTeam(api, { rateLimit: 1_000_000, ...options }));
    const { status, body } = await team.request('POST', '/webhook-endpoints', {
      body: { url, events: events ?? ['member.joined'] },
    });
    expect([status, body.code]).toEqual([201, undefined]);
    return new Hook(team, { id: String(body.id), secret: String(body.secret) });
  }

  /** Makes a change that raises an event, and returns the id of the delivery. */
  async happen(): Promise<string> {
    const existing = new Set((await this.deliveries()).map(({ id }) => id));
    await this.team.addMember();
    const made = (await this.deliveries()).find(({ id }) => !existing.has(id));
    if (!made) throw new Error('Nothing was raised');
    return made.id;
  }

  async ping(): Promise<string> {
    const path = `/webhook-endpoints/${this.endpointId}/test`;
    const { status, body } = await this.team.request('POST', path);
    expect(status).toBe(202);
    return String(body.delivery_id);
  }

  async change(body: object): Promise<void> {
    const path = `/webhook-endpoints/${this.endpointId}`;
    expect((await this.team.request('PATCH', path, { body })).status).toBe(200);
  }

  retry(id: string) {
    return this.team.request('POST', `/webhook-deliveries/${id}/retry`);
  }

  remove() {
    return this.team.request('DELETE', `/webhook-endpoints/${this.endpointId}`);
  }

  /** The delivery as the customer sees it. */
  async listed(id: string) {
    const path = `/webhook-endpoints/${this.endpointId}/deliveries?limit=200`;
    const { data } = (await this.team.request('GET', path)).body;
    return data.find((delivery) => delivery.id === id);
  }

  deliveries(): Promise<DeliveryRow[]> {
    return deliveryRows(this.team.api.sql, 's.endpoint_id = $1', [this.endpointId]);
  }

  delivery(id: string): Promise<DeliveryRow> {
    return deliveryRow(this.team.api.sql, id);
  }

  attempts(id: string): Promise<AttemptRow[]> {
    return this.#rows('select * from webhook_attempt where delivery_id = $1 order by n', [id]);
  }

  endpoint(): Promise<EndpointRow> {
    return this.#row('select * from webhook_endpoint where id = $1', [this.endpointId]);
  }

  /** Waits until this many attempts are recorded. */
  async attempted(id: string, count: number): Promise<DeliveryRow> {
    await until(`attempt ${count}`, async () => (await this.delivery(id)).attempt >= count);
    return this.delivery(id);
  }

  /** Waits until the delivery has ended. */
  async ended(id: string): Promise<DeliveryRow> {
    await until('its end', async () => (await this.delivery(id)).status !== 'pending');
    return this.delivery(id);
  }

  /** Moves all times of the team into the past, and wakes a worker. */
  async pass(ms: number): Promise<void> {
    const { sql } = this.team.api;
    const moved = travelling.map(([table, columns]) => {
      const changes = columns.map((name) => `${name} = ${name} - ${ms} * interval '1 ms'`);
      return `update ${table} set ${changes} where tenant_id = '${this.team.tenantId}'`;
    });
    await sql.query(moved.join(';'));
    await this.wake();
  }

  async wake(): Promise<void> {
    const payload = { tenant: this.team.tenantId, endpoints: [this.endpointId], urgent: null };
    await this.#rows("select enqueue('webhook.deliver', $1)", [JSON.stringify(payload)]);
  }

  /** Lets the host count as one that has answered 2xx. */
  async prove(): Promise<void> {
    await this.set("proven_origin = substring(url from '^https://[^/?]+')");
  }

  /** Changes the endpoint's row as no operation does. */
  async set(changes: string): Promise<void> {
    await this.#rows(`update webhook_endpoint set ${changes} where id = $1`, [this.endpointId]);
  }

  /** Changes the row of a pending delivery as no operation does. */
  async setDelivery(id: string, changes: string): Promise<void> {
    const text = `update webhook_pending set ${changes} where delivery_id = $1 returning true`;
    await this.#row(text, [id]);
  }

  async #row<Row>(text: string, values: unknown[]): Promise<Row> {
    const [row] = await this.#rows<Row>(text, values);
    if (!row) throw new Error(`There is no such row: ${text} ${values}`);
    return row;
  }

  async #rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.team.api.sql.query(text, values)).rows as Row[];
  }
}

/** The tables are in the order in which the product locks them. */
const travelling: [table: string, columns: string[]][] = [
  ['webhook_delivery', ['created_at', 'given_up_at']],
  ['webhook_pending', ['next_try_at', 'urgent_at', 'leased_at']],
  ['webhook_attempt', ['started_at']],
  ['webhook_endpoint', ['created_at', 'failing_since', 'last_success_at', 'paused_at']],
];
