import pg from 'pg';
import Stripe from 'stripe';
import { expect, onTestFinished } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { raiseEvent } from '../../../src/features/webhooks/raise-event.ts';
import { newSecret, sealSecret } from '../../../src/features/webhooks/signing-secret.ts';
import type { PrismaCall } from '../../../src/operation/call.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { newTeam } from '../../cli/harness/team.ts';
import { encryptionKey } from '../../harness/api.ts';
import {
  type ReceivedRequest,
  type Receiver,
  type ReceiverHandler,
  startReceiver,
} from '../../harness/receiver.ts';
import { until } from '../../harness/until.ts';

// Stripe's library reads `t=…,v1=…` independently of this project.
const { webhooks } = new Stripe('sk_test_none');
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');

type Team = { tenantId: string; do<T>(work: (call: PrismaCall) => Promise<T>): Promise<T> };
type Options = {
  endpoints?: number;
  events?: string[];
  handler?: ReceiverHandler;
  team?: Team;
  /** The receiver of another subscriber. */
  receiver?: Receiver;
  /** False for a receiver that has never answered 2xx. */
  isProven?: boolean;
};

export type Delivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  status: 'pending' | 'ok' | 'gave_up';
  attempt: number;
  lease_no: number;
  is_leased: boolean;
  /** The number of rows in webhook_attempt. `attempt` is a column of the delivery. */
  attempts: number;
  error: string | null;
};

/** A team and its receiver, with what the database and the receiver know of its deliveries. */
export class Subscriber {
  readonly sql: pg.Pool;
  readonly receiver: Receiver;
  readonly team: Team;
  /** The endpoints, by the path of their URL. */
  readonly endpoints = new Map<string, { id: string; secret: string }>();

  readonly #isProven: boolean;

  private constructor(sql: pg.Pool, receiver: Receiver, team: Team, isProven: boolean) {
    this.#isProven = isProven;
    this.sql = sql;
    this.receiver = receiver;
    this.team = team;
  }

  static async make(
    databaseUrl: string,
    {
      endpoints = 1,
      events = ['member.removed'],
      handler,
      team,
      receiver: shared,
      isProven = true,
    }: Options = {},
  ): Promise<Subscriber> {
    const receiver = shared ?? (await startReceiver(handler));
    if (!shared) onTestFinished(() => receiver.close());
    const sql = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    // A test may stop the database.
    sql.on('error', () => undefined);
    onTestFinished(() => sql.end());
    const subscriber = new Subscriber(sql, receiver, team ?? (await ownTeam(sql)), isProven);
    for (let n = 0; n < endpoints; n++) await subscriber.#addEndpoint(`/${n}`, events);
    return subscriber;
  }

  async #addEndpoint(path: string, events: string[]): Promise<void> {
    const { tenantId } = this.team;
    const id = newId('whe', new Date());
    const secret = newSecret();
    const sealed = sealSecret(secretKey, secret, { tenantId, endpointId: id });
    const proven = this.#isProven ? new URL(this.receiver.url(path)).origin : null;
    await this.team.do(({ db, now }) =>
      db.write(
        `insert into webhook_endpoint
           (tenant_id, id, url, events, secret, api_version, created_at, proven_origin)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, this.receiver.url(path), events, sealed, API_VERSION, now, proven],
      ),
    );
    this.endpoints.set(path, { id, secret });
  }

  get endpointId(): string {
    return this.endpoints.get('/0')?.id ?? '';
  }

  /** Raises events in one transaction, each with a delivery for each endpoint. */
  async raise(count = 1): Promise<void> {
    await this.team.do(async (call) => {
      for (let n = 0; n < count; n++) await raiseRemoval(call);
    });
  }

  async deliveries(): Promise<Delivery[]> {
    const { rows } = await this.sql.query<Delivery>(
      `select s.id, s.endpoint_id, s.event_id, s.status, coalesce(p.attempt, s.attempt) as attempt,
         s.lease_no, s.leased_at is not null as is_leased, (select count(*)::integer
           from webhook_attempt a where a.delivery_id = s.id) as attempts, s.error
       from webhook_delivery_state s left join webhook_pending p on p.delivery_id = s.id
       where s.tenant_id = $1 order by s.id`,
      [this.team.tenantId],
    );
    return rows;
  }

  /** The only delivery of the subscriber. */
  async delivery(): Promise<Delivery> {
    const [delivery, another] = await this.deliveries();
    if (!delivery || another) throw new Error('Not one delivery');
    return delivery;
  }

  async allOk(limitMs?: number): Promise<void> {
    let waiting: Delivery[] = [];
    const done = until(
      'every delivery to be ok',
      async () => {
        waiting = (await this.deliveries()).filter(({ status }) => status !== 'ok');
        return waiting.length === 0;
      },
      limitMs,
    );
    await done.catch((cause: unknown) => {
      throw new Error(`${waiting.length} are not: ${JSON.stringify(waiting.slice(0, 5))}`, {
        cause,
      });
    });
  }

  /**
   * How often each delivery has arrived, by path and event. Fails if a signature is wrong, or if two requests of an event
   * differ (D160, D161).
   */
  arrived(): Map<string, number> {
    const times = new Map<string, number>();
    const bodies = new Map<string, Buffer>();
    for (const request of this.receiver.requests) {
      const { id } = this.#read(request);
      const first = bodies.get(id) ?? request.rawBody;
      if (!first.equals(request.rawBody)) throw new Error(`Two bodies of ${id}`);
      bodies.set(id, first);
      const key = `${request.path} ${id}`;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    return times;
  }

  #read({ path, headers, rawBody }: ReceivedRequest): { id: string } {
    const { secret = '' } = this.endpoints.get(path) ?? {};
    const event = webhooks.constructEvent(rawBody, headers['svc-signature'] ?? '', secret);
    expect(headers['svc-event-id']).toBe(event.id);
    return event;
  }
}

/** Raises an event that the endpoints subscribe to. */
export function raiseRemoval(call: PrismaCall): Promise<void> {
  const data = { member_id: 'mem_1', user_id: 'usr_ä', role: 'member', status: 'removed' };
  return raiseEvent(call, 'member.removed', data);
}

async function ownTeam(sql: pg.Pool): Promise<Team> {
  const { tenant_id: tenantId, do: work } = await newTeam(sql);
  return { tenantId, do: (task) => work(task, new Date()) };
}
