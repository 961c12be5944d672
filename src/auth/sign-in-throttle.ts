import type { Queryable } from '../db/team-db.ts';
import { MINUTE_MS } from '../shared/time/durations.ts';

/** A window begins with its first count. Attempts above the limit are refused until it ends. */
const windows = { short: 15 * MINUTE_MS, day: 24 * 60 * MINUTE_MS } as const;

/** A count in a window of 15 minutes, unless `window` names another. */
export type Counted = { subject: string; limit: number; window?: keyof typeof windows };
export type CountedSoFar = { isOver: boolean; endsAt: Date };

type Row = Record<string, number | Date | null>;

/**
 * The statements that charge one count, two counts, and so on. Each is made only once. In a statement each
 * count depends on the one before. So an attempt above a limit writes no further row, and all attempts lock
 * their rows in the same order.
 */
const charges = Array.from({ length: 8 }, (_, counts) => {
  const steps = Array.from({ length: counts }, (_step, i) => {
    const at = 2 + i * 3;
    const within = i === 0 ? '' : ` from c${i - 1} where failures <= $${at - 2}::integer`;
    return `c${i} as (
      insert into sign_in_throttle as t (subject, started_at, failures)
      select $${at}::text, $1::timestamptz, 1${within}
      on conflict (subject) do update set
        started_at = case when t.started_at <= $${at + 2}::timestamptz then excluded.started_at
          else t.started_at end,
        failures = case when t.started_at <= $${at + 2} then 1 else least(t.failures, 1000000) + 1 end
      returning t.failures, t.started_at, $${at + 1}::integer as most)`;
  });
  const shown = steps.map(
    (_step, i) => `(select failures from c${i}) as failures_${i},
      (select started_at from c${i}) as started_${i}`,
  );
  const text = `with ${steps.join(', ')} select ${shown.join(', ')}`;
  return { name: `charge ${counts} counts`, text };
});

const read = {
  name: 'read count',
  text: `select t.failures as failures_0, t.started_at as started_0
    from sign_in_throttle t where t.subject = $1 and t.started_at > $2`,
};

const takeBack = {
  name: 'take back attempt',
  text: `update sign_in_throttle t
    set failures = case when t.subject = $2 then 0 else greatest(0, t.failures - 1) end
    from (select s.subject from unnest($1::text[]) with ordinality as o (subject, place)
      join sign_in_throttle s using (subject) order by o.place for update of s) mine
    where t.subject = mine.subject`,
};

/**
 * Counts sign-ins and requested mails in the database, so that the limits hold over all processes.
 * This is SQL, because Prisma can neither insert or count in one statement by the age of the row,
 * nor lock rows in one order.
 */
export class SignInThrottle {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /**
   * Charges one count after the other. If a count is over its limit, the counts after it are not charged, and
   * are null.
   */
  async charge(counts: readonly Counted[], now: Date): Promise<(CountedSoFar | null)[]> {
    const statement = charges[counts.length];
    if (!statement) throw new Error('No statement charges so many counts');
    const { rows } = await this.#db.query<Row>({
      ...statement,
      values: [
        now,
        ...counts.flatMap((count) => [count.subject, count.limit, sinceOf(count, now)]),
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The database does not tell what it has counted');
    return counts.map((count, i) => {
      const failures = row[`failures_${i}`];
      return typeof failures === 'number' ? soFar(count, failures, row[`started_${i}`]) : null;
    });
  }

  /** Reads a count without charging it. `isOver` is true if there is no room for another attempt. */
  async read(count: Counted, now: Date): Promise<CountedSoFar | null> {
    const values = [count.subject, sinceOf(count, now)];
    const { rows } = await this.#db.query<Row>({ ...read, values });
    const failures = rows[0]?.failures_0;
    if (typeof failures !== 'number') return null;
    return soFar(count, failures + 1, rows[0]?.started_0);
  }

  /** Takes back one attempt of each subject, and all attempts of the subject `reset`. */
  async takeBack(subjects: string[], reset: string | null): Promise<void> {
    await this.#db.query({ ...takeBack, values: [subjects, reset] });
  }
}

function sinceOf({ window = 'short' }: Counted, now: Date): Date {
  return new Date(now.getTime() - windows[window]);
}

function soFar({ limit, window = 'short' }: Counted, failures: number, started: unknown) {
  const from = started instanceof Date ? started.getTime() : 0;
  return { isOver: failures > limit, endsAt: new Date(from + windows[window]) };
}
