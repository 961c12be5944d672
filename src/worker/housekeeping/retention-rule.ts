import type pg from 'pg';
import { type IdPrefix, idFloor } from '../../db/ids.ts';
import type { AllTeamsPrisma } from '../../db/prisma/team-prisma.ts';
import { DAY_MS } from '../../shared/time/durations.ts';

export const BATCH = 2_000;

export type Done = { count: number; more: boolean };

/** How long one table keeps its rows, and how a batch of expired rows is removed. */
export type RetentionRule = {
  name: string;
  keptMs: number;
  /** True: the time does not count while nothing may be sent. */
  standsStill?: true;
  /** Uses SQL if the table is large or if locked rows must be skipped, otherwise Prisma. */
  run(client: pg.PoolClient, before: Date, prisma: AllTeamsPrisma): Promise<Done>;
};

export const YEAR_MS = 365 * DAY_MS;
/** A walk stops after this many rows that must stay, and the next rule has its turn. */
const MAX_STAYING = 200 * BATCH;

/**
 * Makes the `run` of a rule from one SQL statement, which removes expired rows or empties their expired
 * columns. `$1` is the time before which rows have expired, `$2` the maximum number of rows. On a large
 * table the statement should use an index, so that its time does not grow with the table, and should skip
 * locked rows, so that housekeeping and other transactions do not wait for each other.
 */
export const byStatement = (sql: string): RetentionRule['run'] => {
  return async (client, before) => {
    const { rowCount } = await client.query(sql, [before, BATCH]);
    return { count: rowCount ?? 0, more: rowCount === BATCH };
  };
};

export type Step = (client: pg.PoolClient, ids: string[], before: Date) => Promise<number>;

/**
 * Walks along the ids, which sort by the age of their rows. Most of the rows in a batch may have to
 * stay. If each batch began at the start, it would read them again, so it begins where the previous
 * batch ended.
 */
export function walk(table: string, prefix: IdPrefix, remove: Step): RetentionRule['run'] {
  let seen = '';
  let staying = 0;
  return async (client, before) => {
    const { rows: old } = await client.query<{ id: string }>(
      `select id from ${table} where id > $1 and id < $2 order by id limit $3`,
      [seen, idFloor(prefix, before), BATCH],
    );
    const ids = old.map(({ id }) => id);
    const count = await remove(client, ids, before);
    const last = ids.length < BATCH ? undefined : ids.at(-1);
    seen = last ?? '';
    staying += ids.length - count;
    const more = last !== undefined && staying < MAX_STAYING;
    if (!more) staying = 0;
    return { count, more };
  };
}
