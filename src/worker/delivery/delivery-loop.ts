import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import { HomeTeams } from '../../db/home-teams.ts';
import type { Logger } from '../../shared/process/log.ts';
import { type AnswerSpeed, Capacity, type Slot, speedOf } from './capacity.ts';
import { type Claimed, claimDue, giveUpForTenant, type Lease, unclaim } from './claim.ts';
import type { DeliverySender } from './delivery-sender.ts';
import { type Batch, EndpointQueue, inTurn, wantedOf } from './endpoint-queue.ts';
import type { Due } from './find-due.ts';
import { hideHostErrors } from './hide-host-errors.ts';
import { countAttempt, countLostLease, countStart } from './metrics.ts';
import { groupOf, groupsOf, OriginLimits, type Result } from './origin-limits.ts';
import type { AttemptOutcome } from './record-attempts.ts';
import type { Recorder } from './recorder.ts';
import { SendWindow } from './send-window.ts';
import { type Urgent, UrgentDeliveries } from './urgent-deliveries.ts';

type Deps = {
  pool: pg.Pool;
  sender: DeliverySender;
  recorder: Recorder;
  leaseMs: number;
  /** The longest time that an attempt can take. */
  timeoutMs: number;
  log: Logger;
};

type Sending = { delivery: Claimed; slot: Slot; lease: Lease };

/** The most endpoints from which one statement claims. */
const MAX_BATCHES = 128;
/** At this many claimed deliveries whose result is not written yet, the loop claims no more. */
const MAX_UNRECORDED = 4_096;
/**
 * When a delivery's lease has ended this many times in a row without a result, we assume that the
 * delivery crashes the worker. The attempt then fails with `worker_lost`.
 */
const MAX_LOST_LEASES = 5;

/**
 * Claims due deliveries endpoint by endpoint while there is capacity, sends them, and gives the results to
 * the recorder. `wake` only says which endpoints may have due deliveries. The rows in the database say which
 * deliveries are due.
 *
 * A delivery waits for one of these reasons:
 * - its next attempt is planned for later (`plan-next-attempt.ts`);
 * - its endpoint is paused or switched off, unless a person has asked for the attempt (`claim.ts`);
 * - no job has woken a worker, and the next sweep comes within a second (`sweeper.ts`);
 * - a worker has its lease, even if that worker has lost the database or could not finish (`claim.ts`);
 * - its endpoint, its team or this process sends as many as it may (`capacity.ts`);
 * - its host has never answered 2xx to its team, and gets as many as it may (`origin-limits.ts`);
 * - other endpoints come first (`endpoint-queue.ts`);
 * - it is claimed, and as many requests run as may run at once (`send-window.ts`);
 * - the results of too many attempts are not written yet (`MAX_UNRECORDED`).
 */
export class DeliveryLoop {
  readonly #deps: Deps;
  readonly #homes: HomeTeams;
  readonly #queue = new EndpointQueue();
  readonly #urgent = new UrgentDeliveries();
  readonly #capacity = new Capacity();
  readonly #window = new SendWindow<Sending>({
    start: (sending) => void this.#attempt(sending),
    onSlow: ({ slot }) => {
      this.#capacity.markSlow(slot);
      this.#schedule();
    },
  });
  readonly #unstarted: Claimed[] = [];
  readonly #limits: OriginLimits;
  #isClaiming = false;
  #unrecorded = 0;
  #isScheduled = false;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#homes = new HomeTeams(deps.pool);
    this.#limits = new OriginLimits(deps);
  }

  /** Deliveries that this process has claimed and that have no answer yet. */
  get inFlight(): number {
    return this.#capacity.inFlight;
  }

  get isClaiming(): boolean {
    return this.#isClaiming || this.#limits.isClaiming;
  }

  /** Endpoints waiting for their turn or their host. */
  get queued(): number {
    return this.#queue.size + this.parked.length;
  }

  /** Endpoints waiting for their host. */
  get parked(): string[] {
    return this.#limits.parked;
  }

  async wake({ endpoints, urgent }: Pick<Due, 'endpoints' | 'urgent'>): Promise<void> {
    const shareOf = await this.#homes.sharesOf([...endpoints, ...urgent].map((of) => of.tenantId));
    for (const { endpointId, tenantId } of endpoints) {
      if (this.#limits.isParked(endpointId)) continue;
      this.#queue.add({ endpointId, holder: shareOf(tenantId) });
    }
    for (const { id, endpointId, tenantId, isReplayed = false } of urgent) {
      if (this.#limits.isParked(endpointId)) continue;
      this.#urgent.add({ id, endpointId, holder: shareOf(tenantId), isReplayed });
    }
    this.#schedule();
  }

  /**
   * Starts no more requests, and gives back the deliveries that are claimed and not started. Then waits up to
   * `patienceMs` for the running requests.
   */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    const end = performance.now() + patienceMs;
    while ((this.isClaiming || this.#unrecorded > 0) && performance.now() < end) {
      await this.#unclaimUnstarted();
      await sleep(10);
    }
    await this.#unclaimUnstarted();
  }

  /**
   * Gives back the deliveries that are claimed and not started, so that other workers can send them. `stop`
   * calls this repeatedly: a receiver that does not answer may delay `stop`, and these deliveries must not
   * wait for that.
   */
  async #unclaimUnstarted(): Promise<void> {
    const unstarted = this.#unstarted.splice(0);
    if (unstarted.length === 0) return;
    await unclaim(this.#deps.pool, unstarted).catch((err: unknown) => {
      this.#deps.log.warn(
        { err },
        'deliveries could not be given back; other workers take them when their leases end',
      );
    });
  }

  #schedule = (): void => {
    if (this.#isScheduled || this.#isStopping) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#claimMore();
    });
  };

  #claimMore(): void {
    if (this.#isClaiming || this.#unrecorded >= MAX_UNRECORDED || this.#isStopping) return;
    const urgent = this.#urgent.take(this.#capacity);
    const isWorthClaiming = urgent.size > 0 || this.#capacity.isWorthClaiming(this.#window);
    const batches = isWorthClaiming ? this.#queue.next(this.#capacity, MAX_BATCHES) : [];
    if (urgent.size > 0 || batches.length > 0) void this.#claim(batches, urgent);
    else if (this.#capacity.inFlight === 0) this.#deps.recorder.flush();
  }

  async #claim(batches: readonly Batch[], urgent: Urgent): Promise<void> {
    this.#isClaiming = true;
    const endsAt = performance.now() + this.#deps.leaseMs;
    const { claimed, limited } = await this.#claimRows(batches, [...urgent.keys()]);
    const lease = { claimedAt: performance.now(), endsAt };
    this.#isClaiming = false;
    const of = (isIn: (id: string) => boolean) =>
      [
        batches.filter(({ endpointId }) => isIn(endpointId)),
        new Map([...urgent].filter(([, { endpointId }]) => isIn(endpointId))),
      ] as const;
    this.#start(...of((id) => !limited.has(id)), { claimed, lease });
    for (const [group, ids] of groupsOf(limited)) {
      const [ofQueue, ofUrgent] = of((id) => ids.has(id));
      const { leaseMs } = this.#deps;
      const options = { wanted: wantedOf(ofQueue), urgent: [...ofUrgent.keys()], leaseMs };
      // These claims may wait for long. Until then others may use the slots.
      const slots = [
        ...ofQueue.flatMap((batch) => batch.slots),
        ...[...ofUrgent.values()].map((one) => one.slot),
      ];
      for (const slot of slots) this.#capacity.release(slot, 'unknown');
      this.#limits.claimQueued({ group, ids, options }, (result) => {
        const again = (slot: Slot) => this.#capacity.takeAgain(slot);
        const batches = ofQueue.map((batch) => ({ ...batch, slots: batch.slots.map(again) }));
        const urgent = new Map(
          [...ofUrgent].map(([id, one]) => [id, { ...one, slot: again(one.slot) }]),
        );
        this.#start(batches, urgent, result);
      });
    }
  }

  /** Ends the batches, and starts what was claimed for them. */
  #start(batches: readonly Batch[], urgent: Urgent, { claimed, lease }: Result): void {
    const parts = Map.groupBy(claimed, ({ id, endpointId }) => (urgent.has(id) ? id : endpointId));
    for (const [id, { slot }] of urgent) this.#fill(slot, parts.get(id)?.[0], lease);
    for (const batch of batches) {
      const part = parts.get(batch.endpointId) ?? [];
      const hasMore = part.length >= batch.slots.length && !this.#limits.isParked(batch.endpointId);
      this.#queue.settle(batch, hasMore);
    }
    for (const { slot, endpointId, turn } of inTurn(batches))
      this.#fill(slot, parts.get(endpointId)?.[turn], lease);
    this.#giveUp(claimed.filter(({ endpoint }) => !endpoint.enabled));
    this.#schedule();
  }

  /**
   * Returns no deliveries if the database cannot be reached. The sweeper (sweeper.ts) wakes the loop
   * later.
   */
  async #claimRows(batches: readonly Batch[], urgent: string[]): ReturnType<typeof claimDue> {
    const { pool, leaseMs, log } = this.#deps;
    try {
      return await claimDue(pool, { wanted: wantedOf(batches), urgent, leaseMs });
    } catch (err) {
      const level = isUnavailable(err) ? 'warn' : 'error';
      log[level]({ err }, 'due deliveries could not be claimed');
      return { claimed: [], limited: new Map() };
    }
  }

  /** Uses the slot for the claimed delivery, or releases it. */
  #fill(slot: Slot, delivery: Claimed | undefined, lease: Lease): void {
    if (!delivery?.endpoint.enabled) {
      this.#capacity.release(slot, 'unknown');
      return;
    }
    this.#unrecorded += 1;
    if (delivery.lostLeases > 0) countLostLease();
    this.#window.add({ delivery, slot, lease });
  }

  async #attempt(sending: Sending): Promise<void> {
    const { delivery, lease } = sending;
    if (this.#isStopping) {
      this.#unstarted.push(delivery);
      this.#release(sending, 'unknown');
      this.#finishOne();
      return;
    }
    const waitedMs = performance.now() - lease.claimedAt;
    // This is the first claim of the delivery, so its delay is counted from the event.
    const isFirst = delivery.leaseNo === 1;
    countStart({ isFirst, sinceDueMs: delivery.sinceDueMs + waitedMs });
    let outcome: AttemptOutcome | undefined;
    try {
      outcome = await this.#send(sending, waitedMs);
    } catch (err) {
      // The receiver may have got the request. When the lease has ended, a worker sends it again.
      this.#deps.log.error({ err, delivery_id: delivery.id }, 'an attempt failed unexpectedly');
    }
    this.#release(sending, outcome ? speedOf(outcome) : 'unknown');
    if (outcome) {
      const { id, leaseNo } = delivery;
      countAttempt(outcome);
      const record = { id, leaseNo, waitedMs, ...hideHostErrors(outcome, delivery) };
      this.#deps.recorder.add(record, lease.endsAt, () => {
        if (record.proves) this.#limits.unpark(groupOf(delivery.endpoint));
        this.#finishOne();
      });
    } else this.#finishOne();
    this.#schedule();
  }

  #send(
    { delivery, lease }: Sending,
    waitedMs: number,
  ): Promise<AttemptOutcome> | AttemptOutcome | undefined {
    // The lease could end before this request times out. Another worker could then send the
    // delivery too. So this worker does not send it.
    if (performance.now() + this.#deps.timeoutMs > lease.endsAt) return undefined;
    if (delivery.lostLeases >= MAX_LOST_LEASES) return workerLost;
    return this.#deps.sender.send(delivery, waitedMs);
  }

  #release(sending: Sending, speed: AnswerSpeed): void {
    this.#window.remove(sending);
    this.#capacity.release(sending.slot, speed);
  }

  #finishOne = (): void => {
    this.#unrecorded -= 1;
    this.#schedule();
  };

  #giveUp(claimed: readonly Claimed[]): void {
    if (claimed.length === 0) return;
    giveUpForTenant(this.#deps.pool, claimed).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'deliveries of a disabled team could not be given up');
    });
  }
}

const workerLost: AttemptOutcome = { code: null, ms: null, excerpt: null, error: 'worker_lost' };
