import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LEASE_MS } from '../../features/crm/lease.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time/durations.ts';
import { rootSpan } from '../../tracing/span.ts';
import { type Claim, claimConnections, claimedOf, renewLeases } from './claim.ts';
import { countEnd, countRecords, observeOldest, watchSyncPlaces } from './metrics.ts';
import { SyncPlaces } from './sync-places.ts';
import type { SyncDeps, SyncEnd } from './synchronize/claimed-connection.ts';
import { removeConnection } from './synchronize/remove-connection.ts';
import { synchronize } from './synchronize/synchronize.ts';

type Deps = {
  /** The pool for claims and leases. */
  pool: pg.Pool;
  outgoing: Outgoing;
  log: Logger;
  /**
   * The dependencies of a synchronization. They have a pool of their own, so that pages never delay
   * deliveries.
   */
  sync: SyncDeps;
};

const INTERVAL_MS = SECOND_MS;
/** How long a connection has its turn. */
const SLICE_MS = 45 * SECOND_MS;

const oldestSync = {
  name: 'oldest crm sync',
  text: `select coalesce(extract(epoch from max(now() - coalesce(c.read_to, c.synced_at, c.created_at))), 0)::float8
      as seconds
    from crm_connection c join tenant t on t.id = c.tenant_id
    where c.state = 'active' and t.status = 'active'`,
};

/**
 * Synchronizes the connections that are due, and removes the connections that a person has removed. Any
 * number of workers may do this.
 */
export class SyncLoop {
  readonly #deps: Deps;
  readonly #places = new SyncPlaces();
  readonly #held = new Map<string, Claim>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[];
  #looking: Promise<void> | undefined;
  #isAway = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    watchSyncPlaces(this.#places);
    this.#timers = [
      setInterval(() => this.wake(), INTERVAL_MS),
      setInterval(() => void this.#renew(), LEASE_MS / 4),
      setInterval(() => void this.#observe(), MINUTE_MS),
    ];
    this.wake();
    void this.#observe();
  }

  /** Looks for due connections at once. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Ends the work after the page that is being written. Other workers continue it at once. */
  async stop(withinMs: number): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
    await this.#looking;
    const late = new AbortController();
    const { signal } = late;
    await Promise.race([
      Promise.all(this.#working),
      sleep(withinMs, undefined, { signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  async #look(): Promise<void> {
    const free = this.#places.free();
    if (free.all === 0) return;
    try {
      const { pool, outgoing } = this.#deps;
      const claims = await claimConnections(pool, free, outgoing.isOpen);
      for (const claim of claims) this.#start(claim);
      if (this.#isAway) this.#deps.log.info('due CRM connections are found again');
      this.#isAway = false;
    } catch (err) {
      if (!this.#isAway) this.#deps.log.warn({ err }, 'due CRM connections could not be found');
      this.#isAway = true;
    }
  }

  #start(claim: Claim): void {
    const key = `${claim.tenantId} ${claim.id}`;
    this.#held.set(key, claim);
    this.#places.take(key, claim.isLong);
    const work = this.#work(claim, key).finally(() => {
      this.#working.delete(work);
      // This worker may have claimed the connection again after it had lost its lease.
      if (this.#held.get(key) === claim) {
        this.#held.delete(key);
        this.#places.leave(key);
      }
      this.wake();
    });
    this.#working.add(work);
  }

  /**
   * Does the work of a claim. If it fails unexpectedly, the lease stays until its end, so that the next try
   * does not come at once.
   */
  async #work(claim: Claim, key: string): Promise<void> {
    const { sync, log } = this.#deps;
    const { provider, id, state } = claim;
    const limits = {
      signal: this.#stopping.signal,
      maxMs: SLICE_MS,
      onProgress: (count: number) => {
        this.#places.noteAnswer(key);
        if (state === 'active') countRecords(provider, count);
      },
    };
    try {
      const claimed = claimedOf(claim);
      const { tenantId } = claim;
      const start = {
        name: state === 'removing' ? 'crm removal' : 'crm synchronization',
        attributes: {
          'team_api.crm.provider': provider,
          'team_api.crm.connection_id': id,
          'team_api.tenant_id': tenantId,
        },
      };
      const end: SyncEnd = await rootSpan(start, () =>
        state === 'removing'
          ? removeConnection(sync, claimed, limits)
          : synchronize(sync, claimed, limits),
      );
      countEnd(provider, end);
      log.debug({ connection_id: id, provider, end }, 'a CRM connection had its turn');
    } catch (err) {
      countEnd(provider, 'broken_off');
      log.warn(
        { err, connection_id: id, provider },
        'a synchronization broke off, and goes on soon',
      );
    }
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0) return;
    await renewLeases(this.#deps.pool, [...this.#held.values()]).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'the leases of CRM connections could not be renewed');
    });
  }

  async #observe(): Promise<void> {
    try {
      const { rows } = await this.#deps.pool.query<{ seconds: number }>(oldestSync);
      observeOldest(rows[0]?.seconds ?? 0);
    } catch (err) {
      this.#deps.log.debug({ err }, 'the age of the oldest synchronization could not be read');
    }
  }
}
