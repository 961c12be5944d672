import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Logger } from '../../shared/log.ts';
import type { Attempter } from './attempt.ts';
import { type Claimed, claimDue } from './claim.ts';
import { EndpointQueue, type Turn } from './endpoint-queue.ts';
import type { Due, UrgentRef } from './find-due.ts';
import { giveBack, giveUpForTenant, type Result } from './finish.ts';
import { countAttempt, countLostLease, countStart } from './metrics.ts';
import type { Recorder } from './recorder.ts';
import { type Place, Room, type Verdict } from './room.ts';

type Deps = {
  pool: pg.Pool;
  attempter: Attempter;
  recorder: Recorder;
  leaseMs: number;
  /** The longest that an attempt can take. */
  timeoutMs: number;
  log: Logger;
};

/** Of all that are claimed together. */
type Lease = { claimedAt: number; endsAt: number };

const MOST_TURNS = 128;
/** Deliveries that were taken and not written down; with more of them nothing new is taken. */
const MOST_UNRECORDED = 4_096;
/** A delivery whose worker died so often is what kills it. */
const MOST_LOST_LEASES = 5;
const QUICK_MS = 1_000;

/**
 * Takes due deliveries, endpoint by endpoint in turns and as far as there is room, attempts them
 * and has the results recorded. What it is told is only where to look: the table knows the rest.
 */
export class Dispatcher {
  readonly #deps: Deps;
  readonly #queue = new EndpointQueue();
  readonly #urgent = new Map<string, UrgentRef>();
  readonly #room = new Room(() => this.#schedule());
  readonly #notBegun: Claimed[] = [];
  #isClaiming = false;
  #unrecorded = 0;
  #scheduled = false;
  #stopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Deliveries that were taken: being sent, or about to be. */
  get inFlight(): number {
    return this.#room.inFlight;
  }

  /** Endpoints that wait for room. */
  get parked(): number {
    return this.#queue.size;
  }

  look({ endpoints, urgent }: Pick<Due, 'endpoints' | 'urgent'>): void {
    for (const endpoint of endpoints) this.#queue.add(endpoint);
    for (const delivery of urgent) this.#urgent.set(delivery.id, delivery);
    this.#schedule();
  }

  /**
   * Begins nothing more, waits for what is under way as long as it is worth waiting, and leaves to
   * others at once what was claimed and not begun.
   */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    const end = performance.now() + patienceMs;
    while ((this.#isClaiming || this.#unrecorded > 0) && performance.now() < end) {
      await this.#giveBack();
      await sleep(10);
    }
    await this.#giveBack();
  }

  /** At once: one receiver that hangs does not keep from others what was claimed with it. */
  async #giveBack(): Promise<void> {
    const notBegun = this.#notBegun.splice(0);
    if (notBegun.length === 0) return;
    await giveBack(this.#deps.pool, notBegun).catch((err: unknown) => {
      this.#deps.log.warn(
        { err },
        'deliveries could not be given back: they wait for their leases',
      );
    });
  }

  #schedule = (): void => {
    if (this.#scheduled || this.#stopping) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#fill();
    });
  };

  #fill(): void {
    if (this.#isClaiming || this.#unrecorded >= MOST_UNRECORDED || this.#stopping) return;
    const urgent = this.#takeUrgent();
    const isTime = urgent.size > 0 || this.#room.isWorthFilling;
    const turns = isTime ? this.#queue.next(this.#room, MOST_TURNS) : [];
    if (urgent.size > 0 || turns.length > 0) void this.#claim(turns, urgent);
    else if (this.#room.inFlight === 0) this.#deps.recorder.flush();
  }

  /** Urgent deliveries do not wait for their endpoint's turn or limit. */
  #takeUrgent(): Map<string, Place> {
    const places = new Map<string, Place>();
    for (const { id, tenantId, endpointId } of this.#urgent.values()) {
      if (this.#room.isFullFor(tenantId)) continue;
      places.set(id, this.#room.take(tenantId, endpointId));
      this.#urgent.delete(id);
    }
    return places;
  }

  async #claim(turns: readonly Turn[], urgent: Map<string, Place>): Promise<void> {
    this.#isClaiming = true;
    const endsAt = performance.now() + this.#deps.leaseMs;
    const claimed = await this.#claimed(turns, [...urgent.keys()]);
    const lease = { claimedAt: performance.now(), endsAt };
    this.#isClaiming = false;
    const parts = Map.groupBy(claimed, ({ id, endpointId }) => (urgent.has(id) ? id : endpointId));
    for (const [id, place] of urgent) this.#begin(parts.get(id) ?? [], [place], lease);
    for (const turn of turns) {
      const part = parts.get(turn.endpointId) ?? [];
      this.#queue.settle(turn, part.length >= turn.places.length);
      this.#begin(part, turn.places, lease);
    }
    this.#giveUp(claimed.filter(({ endpoint }) => !endpoint.enabled));
    this.#schedule();
  }

  /** None while the database is away: the sweep asks again. */
  async #claimed(turns: readonly Turn[], urgent: string[]): Promise<Claimed[]> {
    const { pool, leaseMs, log } = this.#deps;
    const wanted = turns.map(({ endpointId, places }) => ({ endpointId, room: places.length }));
    try {
      return await claimDue(pool, { wanted, urgent, lease: leaseMs });
    } catch (err) {
      const level = isUnavailable(err) ? 'warn' : 'error';
      log[level]({ err }, 'due deliveries could not be claimed');
      return [];
    }
  }

  #begin(claimed: readonly Claimed[], places: readonly Place[], lease: Lease): void {
    for (const [i, place] of places.entries()) {
      const delivery = claimed[i];
      if (delivery?.endpoint.enabled) this.#lineUp(delivery, place, lease);
      else place.leave('unknown');
    }
  }

  #lineUp(delivery: Claimed, place: Place, lease: Lease): void {
    this.#unrecorded += 1;
    if (delivery.lostLeases > 0) countLostLease();
    place.begin(() => void this.#attempt(delivery, place, lease));
  }

  async #attempt(delivery: Claimed, place: Place, lease: Lease): Promise<void> {
    if (this.#stopping) {
      this.#notBegun.push(delivery);
      place.leave('unknown');
      this.#recorded();
      return;
    }
    const waitedMs = performance.now() - lease.claimedAt;
    // What nobody has had before was due when it was raised.
    const isFirst = delivery.leaseNo === 1;
    countStart({ isFirst, sinceDueMs: delivery.sinceDueMs + waitedMs });
    let outcome: Outcome | undefined;
    try {
      outcome = await this.#outcome(delivery, lease);
    } catch (err) {
      // Nothing is known of it: its lease runs out, and it is made again.
      this.#deps.log.error({ err, delivery: delivery.id }, 'an attempt broke off');
    }
    place.leave(outcome ? verdictOn(outcome) : 'unknown');
    if (outcome) {
      const { id, leaseNo } = delivery;
      const { code, ms, excerpt, error } = outcome;
      countAttempt(outcome);
      const result = { id, leaseNo, waitedMs, code, ms, excerpt, error };
      this.#deps.recorder.add(result, lease.endsAt, this.#recorded);
    } else this.#recorded();
    this.#schedule();
  }

  #outcome(delivery: Claimed, lease: Lease): Promise<Outcome> | Outcome | undefined {
    // The answer to the claim came late, or we stood still: others would attempt it beside us.
    if (performance.now() + this.#deps.timeoutMs > lease.endsAt) return undefined;
    if (delivery.lostLeases >= MOST_LOST_LEASES) return workerLost;
    return this.#deps.attempter.attempt(delivery);
  }

  #recorded = (): void => {
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

type Outcome = Omit<Result, 'id' | 'leaseNo' | 'waitedMs'>;

const workerLost = { code: null, ms: null, excerpt: null, error: 'worker_lost' } as const;

function verdictOn({ ms, error }: Pick<Result, 'ms' | 'error'>): Verdict {
  if (error === 'timeout') return 'timeout';
  if (ms === null) return 'unknown';
  return ms < QUICK_MS ? 'quick' : 'slow';
}
