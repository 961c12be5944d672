import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';
import type { KeyActor } from './actor.ts';
import { rateSubject } from './ip-range.ts';
import { hashKey, parseKey } from './key-format.ts';
import { type AdmittedGroup, type RateState, REQUESTS_PER_KEY, rateAfter } from './rate-state.ts';
import { inTableOrder } from './scopes.ts';

/** What a request shows of itself: the `Authorization` header and where it comes from. */
export type Credential = { authorization: string | undefined; ip: string | null };

export type Admission =
  | { verdict: 'admitted'; actor: KeyActor; apiEnabled: boolean; now: Date; rate: RateState }
  | { verdict: 'unauthorized'; rate: RateState }
  | { verdict: 'limited'; rate: RateState };

type Waiter = {
  charge: boolean;
  resolve: (admission: Admission) => void;
  reject: (error: unknown) => void;
};

/** Requests of one moment that share a credential and an address. */
type Group = { key: string | null; ip: string | null; waiters: Waiter[] };

const BATCHES_IN_FLIGHT = 2;
const GROUPS_PER_BATCH = 200;
/** More than this is no queue any more but a database that is away. */
const GROUPS_WAITING = 10_000;

const admit = {
  name: 'admit',
  text: 'select * from admit($1, $2, $3, $4, $5, $6, $7, $8)',
  // Everybody waits behind it: a database that has not answered by then is away (D83).
  query_timeout: 5_000,
};

/**
 * One round trip decides a request: key, state, expiry, address list, tenant, switches and both
 * rate windows; nothing is cached, so that a revocation counts at once (D44). Requests that arrive
 * while the event loop turns, or while other calls are under way, share one call.
 */
export class Admissions {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Group>();
  #scheduled = false;
  #inFlight = 0;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Checks and charges a request that needs a key. */
  admit({ authorization, ip }: Credential): Promise<Admission> {
    return this.#join(bearerKey(authorization), ip, true);
  }

  /** Charges the address of a request that needs no key (D24, D52). */
  admitAddress(ip: string | null): Promise<Admission> {
    return this.#join(null, ip, true);
  }

  /** The state of an address's bucket, charging nothing (OPTIONS, D58). */
  peekAddress(ip: string | null): Promise<Admission> {
    return this.#join(null, ip, false);
  }

  #join(key: string | null, ip: string | null, charge: boolean): Promise<Admission> {
    const { promise, resolve, reject } = Promise.withResolvers<Admission>();
    const name = `${ip} ${key}`;
    if (this.#waiting.size >= GROUPS_WAITING && !this.#waiting.has(name)) {
      const cause = new Overload('admission', 'too many requests wait to be admitted');
      return Promise.reject(new ApiError('unavailable', { cause }));
    }
    const group = this.#waiting.get(name) ?? { key, ip, waiters: [] };
    group.waiters.push({ charge, resolve, reject });
    this.#waiting.set(name, group);
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= BATCHES_IN_FLIGHT || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#inFlight += 1;
      void this.#decide(this.#takeBatch()).finally(() => {
        this.#inFlight -= 1;
        this.#schedule();
      });
    });
  }

  /** A key that calls from two addresses at once is two groups: one of them waits for the next call. */
  #takeBatch(): Group[] {
    const keys = new Set<string>();
    const batch: Group[] = [];
    for (const [name, group] of this.#waiting) {
      if (batch.length === GROUPS_PER_BATCH) break;
      if (group.key !== null && keys.has(group.key)) continue;
      if (group.key !== null) keys.add(group.key);
      batch.push(group);
      this.#waiting.delete(name);
    }
    return batch;
  }

  async #decide(batch: Group[]): Promise<void> {
    try {
      const parsed = batch.map(({ key }) => (key === null ? null : parseKey(key)));
      const { rows } = await this.#pool.query<AdmittedGroup>({
        ...admit,
        values: [
          parsed.map((key) => key?.prefix ?? null),
          batch.map(({ key }, i) => (key !== null && parsed[i] ? hashKey(key) : null)),
          batch.map(({ ip }) => ip),
          batch.map(({ ip }) => (ip === null ? 'unknown' : rateSubject(ip))),
          batch.map(({ waiters }) => waiters.filter(({ charge }) => charge).length),
          randomBytes(16),
          REQUESTS_PER_KEY,
          this.#clock.stoppedAt(),
        ],
      });
      for (const row of rows) answer(row, batch[row.n - 1]?.waiters ?? []);
    } catch (error) {
      for (const { reject } of batch.flatMap(({ waiters }) => waiters)) reject(error);
    }
  }
}

/** The scheme is case-insensitive (D36). What cannot be a key is none: it needs no group of its own. */
function bearerKey(authorization: string | undefined): string | null {
  const [, token] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  return token !== undefined && parseKey(token) ? token : null;
}

function answer(row: AdmittedGroup, waiters: Waiter[]): void {
  const actor = actorOf(row);
  const apiEnabled = row.api_enabled ?? false;
  const now = new Date(row.at_ms);
  let charged = 0;
  for (const { charge, resolve } of waiters) {
    const granted = charge && charged < row.granted;
    if (granted) charged += 1;
    const rate = rateAfter(row, charged);
    if (charge && !granted) resolve({ verdict: 'limited', rate });
    else if (actor) resolve({ verdict: 'admitted', actor, apiEnabled, now, rate });
    else resolve({ verdict: 'unauthorized', rate });
  }
}

function actorOf(row: AdmittedGroup): KeyActor | null {
  if (row.key_id === null) return null;
  return {
    kind: 'key',
    tenantId: row.tenant_id,
    keyId: row.key_id,
    keyPrefix: row.prefix,
    lineageId: row.lineage_id,
    createdBy: row.created_by,
    scopes: inTableOrder(row.scopes),
    plan: row.plan,
    rateLimitPerMin: row.rate_limit_per_min,
    privacy: {
      memberDetailEnabled: row.member_detail_enabled,
      leaderboardEnabled: row.leaderboard_enabled,
    },
  };
}
