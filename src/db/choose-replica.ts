import type pg from 'pg';
import type { Logger } from '../shared/log.ts';
import { type TeamMark, visitPrimary } from './marks.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import type { Refusal } from './replica-query.ts';
import type { Queryable } from './team-db.ts';
import type { TeamSlots } from './team-slots.ts';

const VISIT_EVERY_MS = 500;

/** Why the primary and not a replica has answered a query. `none`: no replica was in rotation. */
export type ToPrimary = Refusal | 'unreachable' | 'busy' | 'none' | 'sandbox';

type About = { name: string; tenantId: string; mark: TeamMark | undefined };

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
  /** The queries that read tables without marks. A query is added when a replica has refused it once. */
  readonly #forPrimary = new Set<string>();
  readonly toPrimary = new Map<ToPrimary, number>();
  /** The position up to which the primary had written when it was last asked. */
  position: string | null = null;
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
    { name, mark }: Omit<About, 'tenantId'>,
    { onReplica, onPrimary }: Ways<T>,
  ): Promise<T> {
    const why = await (async (): Promise<ToPrimary | { answer: T }> => {
      if (!mark) return 'sandbox';
      if (this.#forPrimary.has(name)) return 'unmarked';
      const replica = this.#choose();
      if (!replica) return 'none';
      const outcome = await replica.read(mark, onReplica);
      if ('answer' in outcome) return outcome;
      if (outcome.refusal === 'unmarked') this.#forPrimary.add(name);
      return outcome.refusal;
    })();
    if (typeof why === 'object') return why.answer;
    this.toPrimary.set(why, (this.toPrimary.get(why) ?? 0) + 1);
    return onPrimary();
  }

  /** The replicas in rotation take turns. */
  #choose(): Replica | undefined {
    const ready = this.all.filter(({ isIn }) => isIn);
    this.#next += 1;
    return ready[this.#next % ready.length];
  }

  async #visit(): Promise<void> {
    try {
      const { rows } = await this.#primary.query<{ position: string }>({
        ...visitPrimary,
        query_timeout: VISIT_EVERY_MS * 4,
      } as pg.QueryConfig);
      this.position = rows[0]?.position ?? null;
    } catch (err) {
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
  { name, tenantId, mark }: About,
  ways: Ways<T>,
): Promise<T> {
  const onPrimary = () => slots.run(tenantId, ways.onPrimary);
  return replicas ? replicas.read({ name, mark }, { ...ways, onPrimary }) : onPrimary();
}
