import { HOUR_MS } from '../../../src/shared/time/durations.ts';
import { type Claimed, claimDue, giveUpForTenant } from '../../../src/worker/delivery/claim.ts';
import { pauseFailingEndpoints } from '../../../src/worker/delivery/failing-endpoints.ts';
import { recordAttempts } from '../../../src/worker/delivery/record-attempts.ts';
import type { TestApi } from '../../harness/api.ts';
import { Hook } from './hook.ts';
import { rowsOf } from './machine-rows.ts';

export type Command =
  | { do: 'happen' | 'ping' | 'disable' | 'activate' | 'pause' | 'suspend' | 'resume' | 'remove' }
  | { do: 'claim'; limit: number }
  | { do: 'succeed' | 'fail'; lease: number }
  /** The next automatic retry, from its due time to its result. */
  | { do: 'attempt'; ok: boolean }
  | { do: 'lose' | 'retry'; delivery: number }
  | { do: 'pass'; hours: number };

const LEASE_MS = 30_000;
const DELAYS_H = [1, 3];
const PAUSE_AFTER_H = 72;
/** The number is small, so that many commands concern each of them. */
const MAX_DELIVERIES = 4;

type Modelled = {
  id: string;
  isPing: boolean;
  status: 'pending' | 'ok' | 'gave_up';
  attempt: number;
  retries: number;
  /** The time, in hours of the model's clock. */
  nextTry: number | null;
  urgent: boolean;
  lease: 'none' | 'live' | 'lost';
  leaseNo: number;
  lostLeases: number;
  gaveUpFor: string | null;
  /** The leases of its attempts. */
  tried: number[];
};
type Lease = { id: string; leaseNo: number };

/** A model of the rules of a delivery. It runs each command on itself and on the real statements. */
export class Machine {
  readonly #api: TestApi;
  readonly #hook: Hook;
  readonly #deliveries: Modelled[] = [];
  /** All leases so far. The result of an old one may arrive at any time. */
  readonly #leases: Lease[] = [];
  readonly seen = new Set<string>();
  #hour = 0;
  #endpoint: 'active' | 'disabled' | 'disabled_failures' | 'deleted' = 'active';
  #failingSince: number | null = null;
  #enabled = true;

  private constructor(api: TestApi, hook: Hook) {
    this.#api = api;
    this.#hook = hook;
  }

  static async start(api: TestApi): Promise<Machine> {
    const hook = await Hook.to(api, { url: 'https://127.0.0.1:2/' });
    await hook.set("proven_origin = 'https://127.0.0.1:2'");
    return new Machine(api, hook);
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'happen':
      case 'ping':
        return this.#raise(command.do === 'ping');
      case 'claim':
        return this.#claim(command.limit);
      case 'succeed':
      case 'fail':
        return this.#finish(command.lease, command.do === 'succeed');
      case 'attempt':
        await this.run({ do: 'pass', hours: Math.max(...DELAYS_H) });
        await this.#claim(1);
        return this.#finish(0, command.ok);
      case 'lose':
        return this.#lose(command.delivery);
      case 'retry':
        return this.#retry(command.delivery);
      case 'pass':
        this.#hour += command.hours;
        // Hours later, a lease that was not given back has ended.
        for (const one of this.#deliveries) if (one.lease === 'live') one.lease = 'lost';
        return this.#hook.pass(command.hours * HOUR_MS);
      case 'pause':
        return this.#pause();
      case 'disable':
      case 'activate':
        return this.#change(command.do === 'disable' ? 'disabled' : 'active');
      case 'suspend':
      case 'resume':
        this.#enabled = command.do === 'resume';
        await this.#hook.team.set({ status: this.#enabled ? 'active' : 'suspended' });
        return;
      case 'remove':
        if (!this.#enabled) await this.run({ do: 'resume' });
        await this.#hook.remove();
        this.#endpoint = 'deleted';
    }
  }

  /** The state that the rules demand. */
  expected(): object {
    return {
      endpoint: this.#endpoint === 'deleted' ? 'deleted' : this.#endpoint,
      failing: this.#endpoint === 'deleted' ? null : this.#failingSince !== null,
      stray: [],
      deliveries: this.#deliveries.map((one) => ({
        id: one.id,
        status: one.status,
        attempt: one.attempt,
        tried: one.tried,
        ...this.#waiting(one),
        planned: one.nextTry !== null,
        due: one.nextTry !== null && one.nextTry <= this.#hour,
        urgent: one.urgent,
        leased: one.lease !== 'none',
        lease_no: one.leaseNo,
        given_up_for: one.gaveUpFor,
        ended: one.status !== 'pending',
      })),
    };
  }

  /** The row in webhook_pending. It is deleted when the delivery ends. */
  #waiting({ status, attempt, retries, lostLeases }: Modelled): object {
    if (status !== 'pending') return { made: null, retries: null, lost_leases: null };
    return { made: attempt, retries, lost_leases: lostLeases };
  }

  /** The state in the tables. */
  async rows(): Promise<object> {
    const { deliveries, ...others } = await rowsOf(this.#api.sql, this.#hook.endpointId);
    const order = new Map(this.#deliveries.map(({ id }, place) => [id, place]));
    const sorted = deliveries.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    return { ...others, deliveries: sorted };
  }

  async #raise(isPing: boolean): Promise<void> {
    const isFull = this.#deliveries.length === MAX_DELIVERIES;
    if (isFull || this.#endpoint === 'deleted' || (isPing && !this.#enabled)) return;
    const id = isPing ? await this.#hook.ping() : await this.#hook.happen();
    this.#deliveries.push({
      id,
      isPing,
      status: 'pending',
      attempt: 0,
      retries: 0,
      nextTry: this.#hour,
      urgent: isPing,
      lease: 'none',
      leaseNo: 0,
      lostLeases: 0,
      gaveUpFor: null,
      tried: [],
    });
  }

  /** Two workers claim at once. */
  async #claim(limit: number): Promise<void> {
    const ask = async () => {
      const wanted = [{ endpointId: this.#hook.endpointId, most: limit }];
      const urgent = this.#deliveries.map(({ id }) => id);
      return (await claimDue(this.#api.sql, { wanted, urgent, leaseMs: LEASE_MS })).claimed;
    };
    const claimed = (await Promise.all([ask(), ask()])).flat();
    const ids = new Set(claimed.map(({ id }) => id));
    if (ids.size !== claimed.length) throw new Error('Two workers have the same delivery');
    const free = this.#deliveries.filter((one) => this.#isDue(one) && one.lease !== 'live');
    const urgent = free.filter((one) => one.urgent);
    const scheduled = free.filter((one) => !one.urgent);
    this.#require(claimed, urgent, scheduled, limit);
    for (const one of free.filter(({ id }) => ids.has(id))) {
      if (one.lease === 'lost') this.seen.add('lost');
      one.lostLeases = one.lease === 'lost' ? one.lostLeases + 1 : 0;
      one.lease = 'live';
      one.leaseNo += 1;
      this.#leases.push({ id: one.id, leaseNo: one.leaseNo });
    }
    if (!this.#enabled) await this.#giveUp(claimed);
  }

  #isDue(delivery: Modelled): boolean {
    if (this.#endpoint === 'deleted' || delivery.status !== 'pending') return false;
    const scheduled = delivery.nextTry !== null && delivery.nextTry <= this.#hour;
    return delivery.urgent || (scheduled && this.#endpoint === 'active');
  }

  /** A claim takes everything urgent. Of the rest it takes those that have waited longest, up to the limit. */
  #require(claimed: Claimed[], urgent: Modelled[], scheduled: Modelled[], limit: number): void {
    const ids = new Set(claimed.map(({ id }) => id));
    const taken = scheduled.filter(({ id }) => ids.has(id));
    // The second of two claims skips rows that the first one holds.
    const least = Math.min(limit, scheduled.length);
    const most = Math.min(2 * limit, scheduled.length);
    const isWhole =
      urgent.every(({ id }) => ids.has(id)) &&
      claimed.length === urgent.length + taken.length &&
      taken.length >= least &&
      taken.length <= most &&
      claimed.every(({ endpoint }) => endpoint.enabled === this.#enabled);
    if (!isWhole)
      throw new Error(`Claimed ${[...ids]} of ${JSON.stringify({ urgent, byTurn: scheduled })}`);
    if (this.#endpoint !== 'active' && urgent.length > 0) this.seen.add('paused');
  }

  async #giveUp(claimed: Claimed[]): Promise<void> {
    await giveUpForTenant(this.#api.sql, claimed);
    for (const { id } of claimed) {
      const delivery = this.#named(id);
      this.seen.add('given up for tenant');
      Object.assign(delivery, { status: 'gave_up', gaveUpFor: 'tenant_disabled' });
      Object.assign(delivery, { nextTry: null, urgent: false, lease: 'none' });
    }
  }

  async #finish(place: number, ok: boolean): Promise<void> {
    // 0 is the latest lease.
    const lease = this.#leases.at(-1 - place);
    if (!lease) return;
    const delivery = this.#named(lease.id);
    const code = ok ? 200 : 500;
    const [isWritten] = await recordAttempts(
      this.#api.sql,
      [{ ...lease, waitedMs: 0, code, ms: 5, excerpt: '', error: ok ? null : 'http_status' }],
      DELAYS_H.map((hours) => hours * HOUR_MS),
    );
    const isOurs = delivery.lease !== 'none' && delivery.leaseNo === lease.leaseNo;
    if (isWritten !== (isOurs && this.#endpoint !== 'deleted')) throw new Error('The fence');
    if (isWritten) this.#written(delivery, ok);
    else this.seen.add('fenced');
  }

  #written(delivery: Modelled, ok: boolean): void {
    const isManual = delivery.urgent && (delivery.attempt > 0 || delivery.nextTry === null);
    if (isManual) this.seen.add('manual');
    delivery.attempt += 1;
    delivery.tried.push(delivery.leaseNo);
    Object.assign(delivery, { urgent: false, lease: 'none', lostLeases: 0 });
    const delay = DELAYS_H[delivery.retries];
    if (ok) delivery.status = 'ok';
    else if (isManual) delivery.status = delivery.nextTry === null ? 'gave_up' : 'pending';
    else if (delay === undefined) delivery.status = 'gave_up';
    else {
      delivery.nextTry = this.#hour + delay;
      delivery.retries += 1;
    }
    if (delivery.status !== 'pending') delivery.nextTry = null;
    this.seen.add(delivery.status);
    if (this.#endpoint !== 'active') return;
    if (ok) this.#failingSince = null;
    else if (!delivery.isPing) this.#failingSince ??= this.#hour;
  }

  async #lose(place: number): Promise<void> {
    const delivery = this.#deliveries.at(-1 - place);
    if (delivery?.lease !== 'live') return;
    delivery.lease = 'lost';
    await this.#hook.setDelivery(delivery.id, "leased_at = leased_at - interval '2 min'");
  }

  async #retry(place: number): Promise<void> {
    const delivery = this.#deliveries.at(-1 - place);
    if (!delivery || !this.#enabled) return;
    const { status } = await this.#hook.retry(delivery.id);
    const wanted = this.#endpoint === 'deleted' ? 404 : delivery.status === 'ok' ? 422 : 202;
    if (status !== wanted) throw new Error(`${status} instead of ${wanted}`);
    if (wanted !== 202) return;
    if (delivery.status === 'pending' && (delivery.attempt === 0 || delivery.lease === 'live'))
      return;
    // The new row in webhook_pending has no schedule. Only the lease number continues.
    if (delivery.status === 'gave_up') Object.assign(delivery, { retries: 0, lostLeases: 0 });
    Object.assign(delivery, { status: 'pending', urgent: true, gaveUpFor: null });
  }

  async #change(status: 'active' | 'disabled'): Promise<void> {
    if (this.#endpoint === 'deleted' || !this.#enabled) return;
    await this.#hook.change({ status });
    if (status === 'active' && this.#endpoint !== 'active') this.#failingSince = null;
    this.#endpoint = status;
  }

  async #pause(): Promise<void> {
    await pauseFailingEndpoints({ pool: this.#api.sql, pauseAfterMs: PAUSE_AFTER_H * HOUR_MS });
    if (this.#endpoint !== 'active' || this.#failingSince === null) return;
    if (this.#hour - this.#failingSince < PAUSE_AFTER_H) return;
    this.#endpoint = 'disabled_failures';
  }

  #named(id: string): Modelled {
    const found = this.#deliveries.find((delivery) => delivery.id === id);
    if (!found) throw new Error(`There is no delivery ${id}`);
    return found;
  }
}
