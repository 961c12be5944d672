import type pg from 'pg';

/** The window begins with the first failure. Attempts above the limit are refused until it ends. */
const WINDOW_MS = 15 * 60_000;

/**
 * The counts of failed attempts, in the database, so that they hold over all processes. They are SQL,
 * because Prisma can neither insert or count in one statement by the age of the row, nor lock rows in
 * one order.
 */
export class SignInThrottle {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Counts one attempt for each subject, and says how many there are in the window. */
  async charge(subjects: string[], now: Date): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ subject: string; failures: number }>({
      name: 'charge attempt',
      text: `insert into sign_in_throttle as t (subject, started_at, failures)
        select s, $2::timestamptz, 1 from unnest($1::text[]) s order by s collate "C"
        on conflict (subject) do update set
          started_at = case when t.started_at <= $3 then excluded.started_at else t.started_at end,
          failures = case when t.started_at <= $3 then 1 else least(t.failures, 1000000) + 1 end
        returning t.subject, t.failures`,
      values: [subjects, now, new Date(now.getTime() - WINDOW_MS)],
    });
    return new Map(rows.map((row) => [row.subject, row.failures]));
  }

  /** Takes back one attempt of each subject, and all attempts of those in `reset`. */
  async takeBack(subjects: string[], reset: string[]): Promise<void> {
    await this.#pool.query({
      name: 'take back attempt',
      text: `update sign_in_throttle t set failures = case
          when t.subject = any ($2) then 0 else greatest(0, t.failures - 1) end
        where t.subject in (
          select s.subject from sign_in_throttle s where s.subject = any ($1)
          order by s.subject for update)`,
      values: [subjects, reset],
    });
  }
}
