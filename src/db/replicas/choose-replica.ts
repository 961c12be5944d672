import type pg from 'pg';
import type { Logger } from '../../shared/log.ts';
import type { ShareHolder } from '../../shared/share-holder.ts';
import type { Queryable } from '../team-db.ts';
import type { TeamSlots } from '../team-slots.ts';
import { type NoAnswer, type Outcome, Replica, type ReplicaOptions } from './replica.ts';
import { type TeamWatermark, visitPrimary } from './watermarks.ts';

const VISIT_EVERY_MS = 500;
/** The visit before the last but one was at least a second ago. */
const A_SECOND_AGO = 2;

/** Why the primary and not a replica has answered a query. `none`: no replica was in rotation. */
export type ToPrimary = NoAnswer | 'none' | 'sandbox';

type About = { name: string; holder: ShareHolder; watermark: TeamWatermark | undefined };

type Ways<T> = { onReplica: (from: Queryable) => Promise<T>; onPrimary: () => Promise<T> };

/**
 * The replicas that may answer queries. A replica answers if and only if it has replayed all that the team
 * had committed when its caller was admitted. A query has no effects, so if anything fails on a replica, the
 * query runs on the primary.
 */
export class Replicas {
  readonly all: readonly Replica[];
  readonly #primary: pg.Pool;
  readonly #log: Logger;
  /** The queries that read tables without watermarks. A query is added when a replica has refused it once. */
  readonly #forPrimary = new Set<string>();
  readonly toPrimary = new Map<ToPrimary, number>();
  /** How many bytes of log the primary had written at its last visits, the newest first. */
  #positions: number[] = [];
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(primary: pg.Pool, urls: readonly string[], options: Omit<ReplicaOptions, 'url'>) {
    this.#primary = primary;
    this.#log = options.log;
    this.all = urls.map((url) => new Replica({ ...options, url }));
  }

  /** Begins to ask the replicas. Resolves when each was asked once. */
  async start(): Promise<void> {
    await this.#visit();
    await Promise.all(this.all.map((replica) => replica.start()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.all.map((replica) => replica.stop()));
  }

  /** Runs a query on a replica, if one may answer, or else on the primary. `name` is the procedure. */
  async read<T>(
    { name, watermark }: Omit<About, 'holder'>,
    { onReplica, onPrimary }: Ways<T>,
  ): Promise<T> {
    const outcome = await this.#ask(name, watermark, onReplica);
    if ('answer' in outcome) return outcome.answer;
    const { refusal } = outcome;
    this.toPrimary.set(refusal, (this.toPrimary.get(refusal) ?? 0) + 1);
    return onPrimary();
  }

  async #ask<T>(
    name: string,
    watermark: TeamWatermark | undefined,
    onReplica: Ways<T>['onReplica'],
  ): Promise<Outcome<T, ToPrimary>> {
    if (!watermark) return { refusal: 'sandbox' };
    if (this.#forPrimary.has(name)) return { refusal: 'unmarked' };
    const replica = this.#choose();
    if (!replica) return { refusal: 'none' };
    const outcome = await replica.read(watermark, onReplica);
    if ('refusal' in outcome && outcome.refusal === 'unmarked') this.#forPrimary.add(name);
    return outcome;
  }

  /** How many bytes of log the primary had written when it was asked last. Null if it did not say. */
  get position(): number | null {
    return this.#positions[0] ?? null;
  }

  /** The replicas that keep up take turns. If none does, all take turns: most teams have written nothing lately. */
  #choose(): Replica | undefined {
    const ready = this.all.filter(({ isIn }) => isIn);
    const due = this.#positions[A_SECOND_AGO] ?? 0;
    const current = ready.filter(({ position }) => position !== null && position >= due);
    const those = current.length > 0 ? current : ready;
    this.#next += 1;
    return those[this.#next % those.length];
  }

  async #visit(): Promise<void> {
    try {
      const { rows } = await this.#primary.query<{ position: number }>({
        ...visitPrimary,
        query_timeout: VISIT_EVERY_MS * 4,
      } as pg.QueryConfig);
      const seen = rows.map(({ position }) => position);
      this.#positions = [...seen, ...this.#positions].slice(0, A_SECOND_AGO + 1);
    } catch (err) {
      this.#positions = [];
      this.#log.debug({ err }, 'the primary did not say how far it has written');
    }
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#visit(), VISIT_EVERY_MS).unref();
  }
}

/**
 * Runs a query of a team on a replica, or on the primary if there are no replicas or none may answer. The
 * query waits for one of the team's turns on the server where it runs, so that a slow replica holds up no
 * changes.
 */
export function readOnReplicaOrPrimary<T>(
  { replicas, slots }: { replicas?: Replicas | undefined; slots: TeamSlots },
  { name, holder, watermark }: About,
  ways: Ways<T>,
): Promise<T> {
  const onPrimary = () => slots.run(holder, ways.onPrimary);
  return replicas ? replicas.read({ name, watermark }, { ...ways, onPrimary }) : onPrimary();
}
