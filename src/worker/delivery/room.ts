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
type EndpointState = { inFlight: number; limit: number };

/**
 * How much may be under way at once in this process: in all, of one team (half of it, so that
 * nobody can take everything), of one endpoint. Whoever waits for a slow receiver gives its quick
 * place to others after a moment: a thousand requests that hang do not stand in front of the rest.
 */
export class Room {
  readonly #total: Count = { quick: 0, all: 0 };
  readonly #tenants = new Map<string, Count>();
  readonly #endpoints = new Map<string, EndpointState>();
  readonly #sending = new Turnstile(MOST_SENT);

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
    const tenant = this.#tenants.get(tenantId) ?? { quick: 0, all: 0 };
    const endpoint = this.#endpoints.get(endpointId) ?? {
      inFlight: 0,
      limit: FIRST_ENDPOINT_LIMIT,
    };
    this.#tenants.set(tenantId, tenant);
    this.#endpoints.set(endpointId, endpoint);
    this.#forgetIdle();
    endpoint.inFlight += 1;
    return new Place([this.#total, tenant], this.#sending, (verdict) => {
      endpoint.inFlight -= 1;
      endpoint.limit = limitAfter(verdict, endpoint.limit);
      // One that has timed out is remembered until it has answered a few times.
      if (endpoint.inFlight === 0 && endpoint.limit >= FIRST_ENDPOINT_LIMIT) {
        this.#endpoints.delete(endpointId);
      }
      if (tenant.all === 0) this.#tenants.delete(tenantId);
    });
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
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #isOpening = false;

  constructor(most: number) {
    this.#free = most;
  }

  get hasQueue(): boolean {
    return this.#waiting.length > 0;
  }

  enter(begin: () => void): void {
    if (this.#free === 0 || this.#waiting.length > 0) {
      this.#waiting.push(begin);
      return;
    }
    this.#free -= 1;
    begin();
  }

  leave(): void {
    this.#free += 1;
    if (this.#isOpening || this.#waiting.length === 0) return;
    this.#isOpening = true;
    setImmediate(() => {
      this.#isOpening = false;
      for (const next of this.#waiting.splice(0, this.#free)) {
        this.#free -= 1;
        next();
      }
    });
  }
}

/** One delivery's place, from before it is claimed until its answer is there. */
export class Place {
  readonly #counts: readonly Count[];
  readonly #sending: Turnstile;
  readonly #left: (verdict: Verdict) => void;
  #timer: NodeJS.Timeout | undefined;
  #isQuick = true;
  #isSending = false;

  constructor(counts: readonly Count[], sending: Turnstile, left: (verdict: Verdict) => void) {
    this.#counts = counts;
    this.#sending = sending;
    this.#left = left;
    for (const count of counts) {
      count.quick += 1;
      count.all += 1;
    }
  }

  /** Waits until it may be sent; `slow` is called if it then takes long. */
  begin(slow: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#sending.enter(() => {
        this.#isSending = true;
        this.#timer = setTimeout(() => {
          this.#giveQuickPlace();
          slow();
        }, PLACE_KEPT_MS);
        resolve();
      });
    });
  }

  leave(verdict: Verdict): void {
    clearTimeout(this.#timer);
    this.#giveQuickPlace();
    for (const count of this.#counts) count.all -= 1;
    this.#left(verdict);
  }

  #giveQuickPlace(): void {
    if (this.#isSending) this.#sending.leave();
    this.#isSending = false;
    if (!this.#isQuick) return;
    this.#isQuick = false;
    for (const count of this.#counts) count.quick -= 1;
  }
}
