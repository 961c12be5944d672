import type pg from 'pg';
import type { Logger } from '../../shared/log.ts';
import { connectionName } from '../../shared/own-release.ts';
import { shareOf } from '../../shared/share-holder.ts';
import { createPool, type PoolOptions } from '../pool.ts';
import type { Queryable } from '../team-db.ts';
import { TeamSlots } from '../team-slots.ts';
import { type Refusal, ReplicaQuery } from './replica-query.ts';
import type { TeamWatermark } from './watermarks.ts';

/** How often each process asks whether a replica answers, and how long the replica may take. */
const PROBE_EVERY_MS = 500;
const PROBE_LIMIT_MS = 400;
const CONNECT_LIMIT_MS = 400;
/** After this time a query runs on the primary, within the time limit of the request. */
const SILENCE_LIMIT_MS = 5_000;
/** A query that waits for a slot for longer runs on the primary. */
const WAIT_LIMIT_MS = 500;

export type ReplicaOptions = {
  url: string;
  max: number;
  log: Logger;
  plans?: PoolOptions['plans'];
};

/** `busy`: the team, or all teams together, have all their turns on this replica already. */
export type NoAnswer = Refusal | 'unreachable' | 'busy';

/** The result of a read on a replica. */
export type Outcome<T, Why = NoAnswer> = { answer: T } | { refusal: Why };

type Probe = { is_replica: boolean; position: number | null };

const probe = {
  name: 'probe replica',
  text: `select pg_is_in_recovery() as is_replica,
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position`,
};

/** One replica as this process sees it: its connections, and whether queries are sent to it. */
export class Replica {
  /** Host and port, for log and metrics. The address itself has a password. */
  readonly name: string;
  readonly #pool: pg.Pool;
  readonly #probes: pg.Pool;
  readonly #log: Logger;
  /** The turns of this replica. They are its own, so that a slow replica uses up no turns of the primary. */
  readonly #slots: TeamSlots;
  readonly #running = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #isIn = false;
  #isEager = false;
  #isStopped = false;
  /** How many bytes of log it had replayed, when it was asked last. */
  position: number | null = null;
  answered = 0;

  constructor({ url, max, log, ...way }: ReplicaOptions) {
    const { hostname, port } = new URL(url);
    this.name = `${hostname}:${port || 5432}`;
    this.#log = log;
    this.#slots = new TeamSlots(max, { waitMs: WAIT_LIMIT_MS });
    const limits = { log, connectMs: CONNECT_LIMIT_MS, ...way };
    const reads = { max, name: connectionName('replica'), silenceMs: SILENCE_LIMIT_MS };
    this.#pool = createPool(url, { ...limits, ...reads });
    const probes = { max: 1, name: connectionName('replica probe'), silenceMs: PROBE_LIMIT_MS };
    this.#probes = createPool(url, { ...limits, ...probes });
  }

  /** True if queries are sent to this replica. */
  get isIn(): boolean {
    return this.#isIn;
  }

  /** Asks the replica now, and then every half second. */
  async start(): Promise<void> {
    await this.#probe();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.start(), PROBE_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#pool.end(), this.#probes.end()]);
  }

  /**
   * Runs a query on this replica. Throws the errors of the query itself. A failure of the replica becomes a
   * refusal.
   */
  async read<T>(
    watermark: TeamWatermark,
    work: (from: Queryable) => Promise<T>,
  ): Promise<Outcome<T>> {
    let hasStarted = false;
    try {
      // A sandbox has no watermark, so this team is no sandbox.
      return await this.#slots.run(shareOf({ homeTenantId: watermark.tenantId }), () => {
        hasStarted = true;
        return this.#answer(watermark, work);
      });
    } catch (error) {
      if (hasStarted) throw error;
      return { refusal: 'busy' };
    }
  }

  async #answer<T>(
    watermark: TeamWatermark,
    work: (from: Queryable) => Promise<T>,
  ): Promise<Outcome<T>> {
    // The replica may have left rotation while the query waited for its slot.
    if (!this.#isIn) return { refusal: 'unreachable' };
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // Perhaps nobody waits for this promise any more.
    lost.catch(() => undefined);
    const lose = () => reject(new Error('The replica does not answer any more'));
    this.#running.add(lose);
    let reading: ReplicaQuery | undefined;
    let client: pg.PoolClient | undefined;
    let isBroken = false;
    const breaks = () => {
      isBroken = true;
    };
    try {
      client = await this.#connect(lost);
      client.on('error', breaks);
      reading = new ReplicaQuery(client, { watermark, isEager: this.#isEager });
      const answer = await Promise.race([work(reading), lost.catch(breaksAnd(breaks))]);
      if (!reading.refusal) {
        this.#isEager = true;
        this.answered += 1;
        return { answer };
      }
    } catch (error) {
      if (reading && !reading.refusal && !isBroken) {
        this.#isEager = true;
        this.answered += 1;
        throw error;
      }
    } finally {
      this.#running.delete(lose);
      client?.off('error', breaks);
      client?.release(isBroken || reading?.refusal === 'failed');
    }
    return { refusal: this.#refused(reading?.refusal ?? (client ? 'failed' : 'unreachable')) };
  }

  async #connect(lost: Promise<never>): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect();
    return Promise.race([connecting, lost]).catch((error: unknown) => {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    });
  }

  #refused(why: Refusal | 'unreachable'): Refusal | 'unreachable' {
    // The next query first waits for the check, so that no read is made in vain.
    if (why !== 'unmarked') this.#isEager = false;
    if (why === 'promoted' || why === 'unreachable') this.#leave(why);
    return why;
  }

  async #probe(): Promise<void> {
    try {
      const [row] = await within(PROBE_LIMIT_MS, this.#ask());
      this.position = row?.position ?? null;
      if (row?.is_replica) this.#enter();
      else this.#leave('promoted');
    } catch {
      this.#leave('unreachable');
    }
  }

  async #ask(): Promise<Probe[]> {
    return (await this.#probes.query<Probe>(probe)).rows;
  }

  #enter(): void {
    if (this.#isIn || this.#isStopped) return;
    this.#isIn = true;
    this.#log.info({ replica: this.name }, 'queries are sent to this replica');
  }

  #leave(reason: string): void {
    // Queries that wait for this replica run on the primary at once.
    for (const lose of this.#running) lose();
    this.#isEager = false;
    if (!this.#isIn || this.#isStopped) return;
    this.#isIn = false;
    this.#log.warn({ replica: this.name, reason }, 'no queries are sent to this replica');
  }
}

const breaksAnd =
  (breaks: () => void) =>
  (error: unknown): never => {
    breaks();
    throw error;
  };

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No answer in time')), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
