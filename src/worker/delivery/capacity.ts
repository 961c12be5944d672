import { MOST_AT_ONCE } from '../../features/webhooks/step-bulk-retry.ts';
import type { ShareHolder } from '../../shared/load/share-holder.ts';

/** Limit for quick deliveries: those whose request is not sent yet, or has not yet taken 50 ms. */
const MAX_QUICK = 1_024;
/** Limit for quick and slow deliveries together. A slow delivery costs only a socket. */
export const MAX_IN_FLIGHT = 2_048;
/** One team may use half of both limits. */
export const TEAM_DIVISOR = 2;
/**
 * While requests wait to be sent, the loop claims only if at least this many slots are free, because one
 * large claim costs less than many small ones. With a higher number, a single team could not claim while it
 * sends.
 */
const WORTH_CLAIMING = MAX_QUICK / TEAM_DIVISOR;
/**
 * An endpoint starts with this many deliveries at a time. Fast answers raise its limit up to `MOST_AT_ONCE`,
 * and timeouts lower it. A claim costs less for sixteen deliveries of one endpoint than for four of each of
 * four endpoints.
 */
const FIRST_ENDPOINT_LIMIT = 4;
/**
 * The most endpoints whose limit is remembered. Without this bound, deleted endpoints would stay in memory.
 */
const MAX_ENDPOINTS = 10_000;

type Count = { quick: number; all: number };
type Holder = Count & { id: ShareHolder };
type Endpoint = { id: string; inFlight: number; urgent: number; limit: number };

/** The share of the capacity that one delivery uses, from its claim to its answer. */
export type Slot = {
  readonly holder: Holder;
  readonly endpoint: Endpoint;
  readonly isUrgent: boolean;
  isSlow: boolean;
};

/** How fast a receiver has answered; `unknown` when no request was made. */
export type AnswerSpeed = 'fast' | 'late' | 'timeout' | 'unknown';

/**
 * An answer within this time raises the endpoint's limit. This is not the 50 ms after which a request
 * counts as slow.
 */
const FAST_ANSWER_MS = 1_000;

export function speedOf({ ms, error }: { ms: number | null; error: string | null }): AnswerSpeed {
  if (error === 'timeout') return 'timeout';
  if (ms === null) return 'unknown';
  return ms < FAST_ANSWER_MS ? 'fast' : 'late';
}

/**
 * Limits how many deliveries this process may have in flight: in all, for one team (half of all, so that no
 * team can take everything), and for one endpoint. Urgent deliveries have no limit of their endpoint, and leave it to
 * the others: otherwise a replay, which always has sixteen in flight, would keep live events waiting. A slow delivery
 * no longer counts as quick, so a thousand requests without an answer do not block the others.
 */
export class Capacity {
  readonly #total: Count = { quick: 0, all: 0 };
  readonly #holders = new Map<ShareHolder, Holder>();
  readonly #endpoints = new Map<string, Endpoint>();

  get inFlight(): number {
    return this.#total.all;
  }

  get isFull(): boolean {
    return this.#free <= 0;
  }

  isWorthClaiming({ hasWaiting }: { hasWaiting: boolean }): boolean {
    return !hasWaiting || this.#free >= WORTH_CLAIMING;
  }

  isFullFor(holderId: ShareHolder): boolean {
    const holder = this.#holders.get(holderId);
    return this.isFull || (holder !== undefined && freeOf(holder, TEAM_DIVISOR) <= 0);
  }

  /** True if replays use their half: the other half is left to live events. */
  isFullForReplays(holderId: ShareHolder): boolean {
    const holder = this.#holders.get(holderId);
    const isTeamFull = holder !== undefined && freeOf(holder, 2 * TEAM_DIVISOR) <= 0;
    return isTeamFull || freeOf(this.#total, 2) <= 0;
  }

  /** How many more deliveries of this endpoint, which are not urgent, may be claimed now. */
  freeFor(holderId: ShareHolder, endpointId: string): number {
    const holder = this.#holders.get(holderId) ?? { quick: 0, all: 0 };
    const endpoint = this.#endpoints.get(endpointId);
    return Math.max(
      0,
      Math.min(
        this.#free,
        freeOf(holder, TEAM_DIVISOR),
        endpoint ? endpoint.limit - endpoint.inFlight + endpoint.urgent : FIRST_ENDPOINT_LIMIT,
      ),
    );
  }

  take(holderId: ShareHolder, endpointId: string, isUrgent = false): Slot {
    const holder = this.#holders.get(holderId) ?? { id: holderId, quick: 0, all: 0 };
    const endpoint = this.#endpoints.get(endpointId) ?? {
      id: endpointId,
      inFlight: 0,
      urgent: 0,
      limit: FIRST_ENDPOINT_LIMIT,
    };
    this.#holders.set(holderId, holder);
    this.#endpoints.set(endpointId, endpoint);
    this.#forgetIdleEndpoints();
    endpoint.inFlight += 1;
    endpoint.urgent += Number(isUrgent);
    for (const count of [this.#total, holder]) {
      count.quick += 1;
      count.all += 1;
    }
    return { holder, endpoint, isUrgent, isSlow: false };
  }

  /** Takes a released slot again, even if nothing is free: at most for a moment, until it is known who needs one. */
  takeAgain({ holder, endpoint, isUrgent }: Slot): Slot {
    return this.take(holder.id, endpoint.id, isUrgent);
  }

  markSlow(slot: Slot): void {
    if (slot.isSlow) return;
    slot.isSlow = true;
    this.#total.quick -= 1;
    slot.holder.quick -= 1;
  }

  release(slot: Slot, speed: AnswerSpeed): void {
    const { holder, endpoint } = slot;
    // The slot may still count as quick.
    this.markSlow(slot);
    this.#total.all -= 1;
    holder.all -= 1;
    endpoint.inFlight -= 1;
    endpoint.urgent -= Number(slot.isUrgent);
    endpoint.limit = limitAfter(speed, endpoint.limit);
    if (endpoint.inFlight === 0) this.#keepLimit(endpoint);
    if (holder.all === 0) this.#holders.delete(holder.id);
  }

  get #free(): number {
    return freeOf(this.#total, 1);
  }

  /**
   * Puts the endpoint behind the others, so that the endpoint without deliveries for the longest time is forgotten
   * first. An endpoint with the first limit need not be kept. A backlog ends sooner if an endpoint keeps its limit
   * while it has nothing in flight, although the others wait for longer turns.
   */
  #keepLimit(endpoint: Endpoint): void {
    this.#endpoints.delete(endpoint.id);
    if (endpoint.limit !== FIRST_ENDPOINT_LIMIT) this.#endpoints.set(endpoint.id, endpoint);
  }

  #forgetIdleEndpoints(): void {
    for (const [endpointId, { inFlight }] of this.#endpoints) {
      if (this.#endpoints.size <= MAX_ENDPOINTS) return;
      if (inFlight === 0) this.#endpoints.delete(endpointId);
    }
  }
}

/** The limit after an answer. Late answers raise a lowered limit only up to its first value. */
function limitAfter(speed: AnswerSpeed, limit: number): number {
  switch (speed) {
    case 'fast':
      return Math.min(limit * 2, MOST_AT_ONCE);
    case 'late':
      return Math.max(limit, Math.min(limit * 2, FIRST_ENDPOINT_LIMIT));
    case 'timeout':
      return Math.max(limit >> 1, 1);
    case 'unknown':
      return limit;
  }
}

function freeOf({ quick, all }: Count, divisor: number): number {
  return Math.min(MAX_QUICK / divisor - quick, MAX_IN_FLIGHT / divisor - all);
}
