import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { Batcher } from '../db/batcher.ts';
import { isRefusedWrite } from '../db/refused-writes.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { KeyActor } from './actor.ts';
import { bearerToken } from './bearer.ts';
import { hashKey, parseKey } from './key-format.ts';
import type { KeyUse } from './key-uses.ts';
import { type Charged, countsOf, MinuteCounts, networksOf, subjectOf } from './minute-counts.ts';
import { Privacy } from './privacy.ts';
import {
  type AdmittedGroup,
  type RateState,
  type RateWindow,
  REQUESTS_PER_KEY,
  rateAfter,
} from './rate-limits.ts';
import { inTableOrder } from './scopes.ts';

/** What identifies the caller: the `Authorization` header and the client's address. */
export type Credential = { authorization: string | undefined; ip: string | null };

export type Admission =
  | { verdict: 'admitted'; actor: KeyActor; apiEnabled: boolean; now: Date; rate: RateWindow }
  | { verdict: 'unauthorized'; now: Date; rate: RateWindow }
  /** A limit of the key, its team or the address was reached. The actor is null without a valid key. */
  | { verdict: 'limited'; actor: KeyActor | null; now: Date; rate: RateWindow };

type PendingRequest = {
  charge: boolean;
  resolve: (admission: Admission) => void;
  reject: (error: unknown) => void;
};

/** Pending requests with the same credential and address. They are one row of the statement. */
type Group = { key: string | null; ip: string | null; requests: PendingRequest[] };

/** `isAlone`: the database cannot be written, and this process counts. */
type Decided = { row: AdmittedGroup; isAlone: boolean };

type Asked = Pick<Group, 'key' | 'ip'> & Pick<PendingRequest, 'charge'>;

type NotesUses = { note(use: KeyUse): void };

/** So many requests of a group are answered in one turn of the event loop. */
const MOST_IN_A_TICK = 50;
/** While the database cannot be written, so often a statement tries to charge again. */
const TRY_AGAIN_MS = 1_000;

// The SQL function decides (prisma/functions/admit_calls.sql). This file collects requests into one call of
// the function, and gives each request its result.
const admitStatement = {
  name: 'admit',
  text: 'select * from admit_calls($1, $2, $3, $4, $5, $6, $7, $8)',
  // All requests wait for this query, so we give it up after 5 s (D83).
  query_timeout: 5_000,
};

/**
 * One statement checks the key, its state, expiry and address list, the tenant, its switches and
 * both rate windows. Nothing is cached, so that a revocation counts at once (D44). Requests that
 * arrive in one turn of the event loop, or while two statements run, share the next statement.
 */
export class Admissions {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #uses: NotesUses;
  /** What this process counts alone. */
  readonly #counts: MinuteCounts;
  #countsAloneUntil = 0;
  readonly #batches: Batcher<Group, Decided>;
  /**
   * The groups that wait for their batch, by credential and address. The map is made anew: one in which groups come and go
   * for ever keeps their garbage (docs/performance.md).
   */
  #waiting = new Map<string, Group>();

  constructor(pool: pg.Pool, clock: Clock, uses: NotesUses) {
    this.#pool = pool;
    this.#clock = clock;
    this.#uses = uses;
    this.#counts = new MinuteCounts(clock);
    // A call charges the window of a key for one group, so the groups of a key that is used from two addresses go into
    // different batches.
    const nameOf = ({ key }: Group) => key;
    const answer = (groups: Group[]) => this.#decide(groups);
    this.#batches = new Batcher({ answer, nameOf, most: 200, atOnce: 2, what: 'requests' });
  }

  /** Checks and charges a request that needs a key. */
  admit({ authorization, ip }: Credential): Promise<Admission> {
    return this.#enqueue({ key: bearerKey(authorization), ip, charge: true });
  }

  /** Checks a request again that has waited since it was charged. */
  readmit({ authorization, ip }: Credential): Promise<Admission> {
    return this.#enqueue({ key: bearerKey(authorization), ip, charge: false });
  }

  /** Charges the address of a request that needs no key (D24, D52). */
  admitAddress(ip: string | null): Promise<Admission> {
    return this.#enqueue({ key: null, ip, charge: true });
  }

  /** Reads the window of an address without charging it (OPTIONS, D58). */
  peekAddress(ip: string | null): Promise<Admission> {
    return this.#enqueue({ key: null, ip, charge: false });
  }

  #enqueue({ key, ip, charge }: Asked): Promise<Admission> {
    const { promise, resolve, reject } = Promise.withResolvers<Admission>();
    const name = `${ip} ${key}`;
    const waiting = this.#waiting.get(name);
    const group = waiting ?? { key, ip, requests: [] };
    group.requests.push({ charge, resolve, reject });
    if (!waiting) {
      this.#waiting.set(name, group);
      void this.#decideGroup(name, group);
    }
    return promise;
  }

  async #decideGroup(name: string, group: Group): Promise<void> {
    try {
      const { row, isAlone } = await this.#batches.ask(group);
      this.#note(row, group.ip);
      const counts = [...(isAlone ? countsOf(row, group.ip) : []), ...networksOf(row, group.ip)];
      await answer(row, group.requests, () =>
        counts.length > 0 ? this.#counts.charge(counts) : null,
      );
    } catch (error) {
      if (this.#waiting.get(name) === group) this.#waiting.delete(name);
      for (const { reject } of group.requests) reject(error);
    }
  }

  /**
   * Decides and charges in the database. While it cannot be written, this process counts alone, so that reads
   * work.
   */
  async #decide(groups: Group[]): Promise<Decided[]> {
    const taken = new Set(groups);
    this.#waiting = new Map([...this.#waiting].filter(([, group]) => !taken.has(group)));
    const wanted = groups.map(({ requests }) => requests.filter(({ charge }) => charge).length);
    if (this.#clock.elapsedMs() >= this.#countsAloneUntil) {
      try {
        const rows = await this.#ask(groups, wanted);
        return rows.map((row) => ({ row, isAlone: false }));
      } catch (error) {
        if (!isRefusedWrite(error)) throw error;
        this.#countsAloneUntil = this.#clock.elapsedMs() + TRY_AGAIN_MS;
      }
    }
    const rows = await this.#ask(groups, Array(groups.length).fill(0));
    return rows.map((row) => {
      const granted = wanted[row.n - 1] ?? 0;
      return { row: { ...unused(row), granted }, isAlone: true };
    });
  }

  async #ask(batch: Group[], wanted: number[]): Promise<AdmittedGroup[]> {
    const parsed = batch.map(({ key }) => (key === null ? null : parseKey(key)));
    const { rows } = await this.#pool.query<AdmittedGroup>({
      ...admitStatement,
      values: [
        parsed.map((key) => key?.prefix ?? null),
        batch.map(({ key }, i) => (key !== null && parsed[i] ? hashKey(key) : null)),
        batch.map(({ ip }) => ip),
        batch.map(({ ip }) => subjectOf(ip)),
        wanted,
        randomBytes(16),
        REQUESTS_PER_KEY,
        this.#clock.stoppedAt(),
      ],
    });
    return rows;
  }

  #note(row: AdmittedGroup, ip: string | null): void {
    if (row.key_id === null) return;
    const { tenant_id: tenantId, key_id: keyId } = row;
    const inSandbox = row.sandbox_of !== null;
    this.#uses.note({ tenantId, keyId, at: new Date(row.at_ms), ip, inSandbox });
  }
}

/** The windows in the database stand still while it cannot be written. */
function unused(row: AdmittedGroup): AdmittedGroup {
  return row.key_id === null ? { ...row, outer_used: 0 } : { ...row, outer_used: 0, key_used: 0 };
}

/** A malformed token counts as no key, so that the request shares the group of its address. */
function bearerKey(authorization: string | undefined): string | null {
  const token = bearerToken(authorization);
  return token !== null && parseKey(token) ? token : null;
}

/**
 * Answers the requests of a group. The statement has granted a number of requests, and the first ones get
 * them. A large group is answered in pieces, so that other clients are served between them.
 */
async function answer(
  row: AdmittedGroup,
  requests: PendingRequest[],
  chargeInMemory: () => Charged | null,
): Promise<void> {
  const actor = actorOf(row);
  const apiEnabled = row.api_enabled ?? false;
  const now = new Date(row.at_ms);
  let charged = 0;
  for (const [index, { charge, resolve }] of requests.entries()) {
    if (index > 0 && index % MOST_IN_A_TICK === 0) await turn();
    const granted = charge && charged < row.granted;
    if (granted) charged += 1;
    const counted = granted ? chargeInMemory() : null;
    const rate = tighter(rateAfter(row, charged), counted?.rate);
    if ((charge && !granted) || counted?.isOver) resolve({ verdict: 'limited', actor, now, rate });
    else if (actor) resolve({ verdict: 'admitted', actor, apiEnabled, now, rate });
    else resolve({ verdict: 'unauthorized', now, rate });
  }
}

/** The limit with fewer requests remaining (D56). A wider network counts as the address, too. */
function tighter(rate: RateWindow, counted: RateState | undefined): RateWindow {
  return counted && counted.remaining < rate.remaining ? { ...rate, ...counted } : rate;
}

function actorOf(row: AdmittedGroup): KeyActor | null {
  if (row.key_id === null) return null;
  const team = { tenantId: row.tenant_id, homeTenantId: row.sandbox_of ?? row.tenant_id };
  return {
    kind: 'key',
    ...team,
    keyId: row.key_id,
    keyPrefix: row.prefix,
    lineageId: row.lineage_id,
    createdBy: row.created_by,
    scopes: inTableOrder(row.scopes),
    plan: row.plan,
    rateLimitPerMin: row.rate_limit_per_min,
    privacy: Privacy.of(row),
  };
}
