import type { Queryable } from '../db/team-db.ts';

/** The window begins with the first failure. Attempts above the limit are refused until it ends. */
const WINDOW_MS = 15 * 60_000;

export type Counted = { subject: string; limit: number };
/** What an attempt counts against: the address, who tries, and the account if others may try it. */
export type Counts = { address: Counted; own: Counted; account: Counted | null };
/** `own` or `account` is null if nothing was counted there. */
type Failures = { address: number; own: number | null; account: number | null };

/** The statement that counts one attempt for what `source` selects. */
const count = (source: string) => `
  insert into sign_in_throttle as t (subject, started_at, failures)
  ${source}
  on conflict (subject) do update set
    started_at = case when t.started_at <= $2 then excluded.started_at else t.started_at end,
    failures = case when t.started_at <= $2 then 1 else least(t.failures, 1000000) + 1 end
  returning t.failures`;

/**
 * Each count depends on the one before. So an attempt above a limit writes no further row, and all
 * attempts lock their rows in the same order.
 */
const charge = {
  name: 'charge attempt',
  text: `with address as (${count('select $3, $1::timestamptz, 1')}
    ), own as (${count('select $5, $1::timestamptz, 1 from address where failures <= $4')}
    ), account as (${count(
      'select $7, $1::timestamptz, 1 from own where failures <= $6 and $7::text is not null',
    )})
    select (select failures from address) as address, (select failures from own) as own,
      (select failures from account) as account`,
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
 * The counts of failed attempts, in the database, so that they hold over all processes. They are SQL,
 * because Prisma can neither insert or count in one statement by the age of the row, nor lock rows in
 * one order.
 */
export class SignInThrottle {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Counts one attempt. Says how many there are in the window. */
  async charge({ address, own, account }: Counts, now: Date): Promise<Failures> {
    const { rows } = await this.#db.query<Failures>({
      ...charge,
      values: [
        now,
        new Date(now.getTime() - WINDOW_MS),
        address.subject,
        address.limit,
        own.subject,
        own.limit,
        account?.subject ?? null,
      ],
    });
    const [failures] = rows;
    if (!failures) throw new Error('The database does not tell what it has counted');
    return failures;
  }

  /** Takes back one attempt of each subject, and all attempts of the one that is `reset`. */
  async takeBack(subjects: string[], reset: string | null): Promise<void> {
    await this.#db.query({ ...takeBack, values: [subjects, reset] });
  }
}
