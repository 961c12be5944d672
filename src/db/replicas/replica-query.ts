import type pg from 'pg';
import type { Queryable } from '../team-db.ts';
import { isForReplicas } from './replicated-tables.ts';
import { type Checked, checkWatermark, type TeamWatermark } from './watermarks.ts';

/** Why a replica did not answer. The primary answers then. */
export type Refusal =
  /** The replica has not replayed yet what the team has written. */
  | 'behind'
  /** The replica was promoted. */
  | 'promoted'
  /** A statement reads a table without watermarks. */
  | 'unmarked'
  /** The connection was lost, or a statement failed or took too long. */
  | 'failed';

const remembered = new Map<string, boolean>();

function mayRead(text: string): boolean {
  const cached = remembered.get(text);
  if (cached !== undefined) return cached;
  const answer = isForReplicas(text);
  // The list is limited, because Prisma makes another text for each shape of arguments, and callers may use
  // any number of shapes.
  if (remembered.size < 2_000) remembered.set(text, answer);
  return answer;
}

/** One query on a connection of a replica. The check of the watermarks is sent with its first statement. */
export class ReplicaQuery implements Queryable {
  readonly #client: pg.PoolClient;
  readonly #watermark: TeamWatermark;
  readonly #isEager: boolean;
  #checked: Promise<void> | undefined;
  #refusal: Refusal | undefined;

  /** If `isEager`, the first statement does not wait for the answer to the check. */
  constructor(
    client: pg.PoolClient,
    { watermark, isEager }: { watermark: TeamWatermark; isEager: boolean },
  ) {
    this.#client = client;
    this.#watermark = watermark;
    this.#isEager = isEager;
  }

  /** Why the replica has not answered the query, even if the operation has caught the error. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  // pg declares many signatures for `query`. This one stands for all of them.
  readonly query = ((statement: pg.QueryConfig) => this.#ask(statement)) as Queryable['query'];

  async #ask(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!mayRead(statement.text)) throw this.#refuse('unmarked');
    const isChecked = this.#checked !== undefined;
    this.#checked ??= this.#check();
    if (!isChecked && !this.#isEager) await this.#checked;
    // The statement and the check are sent before either is awaited.
    const answer = this.#client.query(statement);
    const [result] = await Promise.all([answer, this.#checked]).catch((error: unknown) => {
      throw this.#refuse('failed', error);
    });
    return result;
  }

  async #check(): Promise<void> {
    const { tenantId, numbers, shared } = this.#watermark;
    const checked = this.#client.query<Checked>({
      ...checkWatermark,
      values: [tenantId, numbers, shared],
    });
    const { rows } = await checked.catch((error: unknown) => {
      throw this.#refuse('failed', error);
    });
    if (!rows[0]?.is_replica) throw this.#refuse('promoted');
    if (!rows[0].has_all) throw this.#refuse('behind');
  }

  /** Notes the first reason, and returns an error for those who wait. */
  #refuse(why: Refusal, cause?: unknown): Error {
    this.#refusal ??= why;
    return new Error(`The replica does not answer: ${this.#refusal}`, { cause });
  }
}
