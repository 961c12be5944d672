import { Deadlines } from '../../shared/deadlines.ts';

/** Deliveries that were taken and are not slow yet. Slow ones may be many: they cost a socket each. */
const MOST_QUICK = 768;
const MOST = 2_048;
/** Of them so many are sent at once: with more sockets between the same processes each costs more. */
const MOST_SENT = 64;
/** After that it is slow, and gives its place to another. */
const PLACE_KEPT_MS = 50;
/** While others wait to be sent there is no hurry: the more are claimed together, the less each costs. */
const WORTH_CLAIMING = 256;
/** One endpoint starts with a few at a time; quick answers earn it more, timeouts cost it. */
const FIRST_ENDPOINT_LIMIT = 4;
const MOST_OF_ENDPOINT = 16;
/** Endpoints whose limit is remembered; a deleted one never comes to be forgotten by itself. */
const MOST_ENDPOINTS = 10_000;

type Count = { quick: number; all: number };
type Tenant = Count & { id: string };
type Endpoint = { id: string; inFlight: number; limit: number };

/**
 * How much may be under way at once in this process: in all, of one team (half of it, so that
 * nobody can take everything), of one endpoint. Whoever waits for a slow receiver gives its quick
 * place to others after a moment: a thousand requests that hang do not stand in front of the rest.
 */
export class Room {
  readonly #total: Count = { quick: 0, all: 0 };
  readonly #tenants = new Map<string, Tenant>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #sending: Turnstile;

  /** `slow` is called when one that is being sent has given its quick place to others. */
  constructor(slow: () => void = () => undefined) {
    this.#sending = new Turnstile((place) => {
      this.#giveQuickPlace(place);
      slow();
    });
  }

  get inFlight(): number {
    return this.#total.all;
  }

  get isFull(): boolean {
    return left(this.#total, 1) <= 0;
  }

  /** Whether it is time to claim more. */
  get isWorthFilling(): boolean {
    return !this.#sending.hasQueue || left(this.#total, 1) >= WORTH_CLAIMING;
  }

  isFullFor(tenantId: string): boolean {
    const tenant = this.#tenants.get(tenantId);
    return this.isFull || (tenant !== undefined && left(tenant, 2) <= 0);
  }

  /** For how many more deliveries of this endpoint there is room now. */
  of(tenantId: string, endpointId: string): number {
    const tenant = this.#tenants.get(tenantId) ?? { quick: 0, all: 0 };
    const endpoint = this.#endpoints.get(endpointId);
    return Math.max(
      0,
      Math.min(
        left(this.#total, 1),
        left(tenant, 2),
        endpoint ? endpoint.limit - endpoint.inFlight : FIRST_ENDPOINT_LIMIT,
      ),
    );
  }

  take(tenantId: string, endpointId: string): Place {
    const tenant = this.#tenants.get(tenantId) ?? { id: tenantId, quick: 0, all: 0 };
    const endpoint = this.#endpoints.get(endpointId) ?? {
      id: endpointId,
      inFlight: 0,
      limit: FIRST_ENDPOINT_LIMIT,
    };
    this.#tenants.set(tenantId, tenant);
    this.#endpoints.set(endpointId, endpoint);
    this.#forgetIdle();
    endpoint.inFlight += 1;
    for (const count of [this.#total, tenant]) {
      count.quick += 1;
      count.all += 1;
    }
    return new Place(this, tenant, endpoint);
  }

  enter(place: Place): void {
    this.#sending.enter(place);
  }

  leave(place: Place, verdict: Verdict): void {
    const { tenant, endpoint } = place;
    this.#sending.leave(place);
    this.#giveQuickPlace(place);
    this.#total.all -= 1;
    tenant.all -= 1;
    endpoint.inFlight -= 1;
    endpoint.limit = limitAfter(verdict, endpoint.limit);
    // One that has timed out is remembered until it has answered a few times.
    if (endpoint.inFlight === 0 && endpoint.limit >= FIRST_ENDPOINT_LIMIT) {
      this.#endpoints.delete(endpoint.id);
    }
    if (tenant.all === 0) this.#tenants.delete(tenant.id);
  }

  #giveQuickPlace(place: Place): void {
    if (!place.isQuick) return;
    place.isQuick = false;
    this.#total.quick -= 1;
    place.tenant.quick -= 1;
  }

  #forgetIdle(): void {
    for (const [endpointId, { inFlight }] of this.#endpoints) {
      if (this.#endpoints.size <= MOST_ENDPOINTS) return;
      if (inFlight === 0) this.#endpoints.delete(endpointId);
    }
  }
}

/** Slow answers are answers: they bring it back to where it began, and no further. */
function limitAfter(verdict: Verdict, limit: number): number {
  switch (verdict) {
    case 'quick':
      return Math.min(limit * 2, MOST_OF_ENDPOINT);
    case 'slow':
      return Math.max(limit, Math.min(limit * 2, FIRST_ENDPOINT_LIMIT));
    case 'timeout':
      return Math.max(limit >> 1, 1);
    case 'unknown':
      return limit;
  }
}

function left({ quick, all }: Count, share: number): number {
  return Math.min(MOST_QUICK / share - quick, MOST / share - all);
}

export type Verdict = 'quick' | 'slow' | 'timeout' | 'unknown';

/**
 * Lets so many in at once, in the order in which they came. Whoever follows those that have left
 * begins after all answers of this turn of the event loop have been read: doing the same many times
 * over costs a tenth less than doing both by turns.
 */
class Turnstile {
  readonly #waiting: Place[] = [];
  readonly #inside: Deadlines<Place>;
  #isOpening = false;

  constructor(slow: (place: Place) => void) {
    this.#inside = new Deadlines(PLACE_KEPT_MS, (place) => {
      this.#open();
      slow(place);
    });
  }

  get hasQueue(): boolean {
    return this.#waiting.length > 0;
  }

  enter(place: Place): void {
    if (this.#inside.size === MOST_SENT || this.hasQueue) this.#waiting.push(place);
    else this.#letIn(place);
  }

  leave(place: Place): void {
    if (this.#inside.delete(place)) this.#open();
  }

  #letIn(place: Place): void {
    this.#inside.add(place);
    place.start?.();
  }

  #open(): void {
    if (this.#isOpening || !this.hasQueue) return;
    this.#isOpening = true;
    setImmediate(() => {
      this.#isOpening = false;
      const next = this.#waiting.splice(0, MOST_SENT - this.#inside.size);
      for (const place of next) this.#letIn(place);
    });
  }
}

/** One delivery's place, from before it is claimed until its answer is there. */
export class Place {
  readonly tenant: Tenant;
  readonly endpoint: Endpoint;
  readonly #room: Room;
  isQuick = true;
  start: (() => void) | undefined;

  constructor(room: Room, tenant: Tenant, endpoint: Endpoint) {
    this.#room = room;
    this.tenant = tenant;
    this.endpoint = endpoint;
  }

  /** Calls `start` as soon as it may be sent. */
  begin(start: () => void): void {
    this.start = start;
    this.#room.enter(this);
  }

  leave(verdict: Verdict): void {
    this.#room.leave(this, verdict);
  }
}
