import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { Privacy } from '../../../src/auth/privacy.ts';
import { type Queryable, TeamDb } from '../../../src/db/team-db.ts';
import type { RequestCall } from '../../../src/operation/call.ts';

/** The answer to a list's first statement if the page is too large. */
const tooLarge = { rows: [{ found: 1, items: null }] };

/** The generic plans that PostgreSQL keeps for the prepared statements of a list. */
export async function plansOfCall(
  sql: pg.Pool,
  cursorKey: KeyObject,
  list: (call: RequestCall) => Promise<unknown>,
): Promise<string[][]> {
  const texts: string[] = [];
  let pages = 0;
  const recording = {
    query(query: { text: string }) {
      texts.push(query.text);
      if (query.text.includes(' as items,')) pages += 1;
      else return sql.query(query as never);
      return pages === 1 ? tooLarge : sql.query(query as never);
    },
  };
  await list({
    db: new TeamDb(recording as unknown as Queryable, 'ten_1'),
    actor: { kind: 'system', tenantId: 'ten_1', privacy: Privacy.hidesNothing },
    now: new Date(),
    requestId: null,
    ip: null,
    language: 'de',
    cursorKey,
    secretKey: cursorKey,
    urlChecker: { check: () => Promise.reject(new Error('not to be asked')) },
  });
  const plans: string[][] = [];
  for (const text of texts) {
    const { rows } = await sql.query(`explain (generic_plan, costs off) ${text}`);
    plans.push(rows.map((row) => row['QUERY PLAN'].trim()));
  }
  return plans;
}
