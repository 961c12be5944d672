import { ApiError } from '../shared/errors.ts';
import { JsonText } from '../shared/json-text.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { TeamDb } from './team-db.ts';

export type Page<T> = { data: T[]; next_cursor: string | null };

type PageRequest = {
  route: string;
  limit: number;
  cursor: string | undefined;
  cursorKey: Buffer;
  /** The filters that the cursor belongs to (D67). */
  filters: Record<string, string | undefined>;
};

type PageSource = {
  /** The select list that makes the public shape of one row. */
  shape: string;
  /** Tables and joins. */
  from: string;
  /** Conditions; `$2` and up are `params`. */
  where: string[];
  params: unknown[];
  /** The two columns that order the list, newest first (D65). */
  at: string;
  id: string;
};

type PageRow = { items: string; last_at: string | null; last_id: string | null; more: boolean };

function pageText(source: PageSource, after: boolean): string {
  const first = source.params.length + 2;
  const keyset = `(${source.at}, ${source.id}) < ($${first + 1}::timestamptz, $${first + 2})`;
  const where = [...source.where, ...(after ? [keyset] : [])].join(' and ');
  return `select coalesce(string_agg(p.item, ',' order by p.n) filter (where p.n <= $${first}), '') as items,
    max(iso(p.at)) filter (where p.n = $${first}) as last_at,
    max(p.id) filter (where p.n = $${first}) as last_id,
    count(*) > $${first} as more
  from (
    select row_number() over (order by r.at desc, r.id desc) as n, r.at, r.id, r.item
    from (
      select ${source.at} as at, ${source.id} as id,
        (select row_to_json(s)::text from (select ${source.shape}) s) as item
      from ${source.from}
      where ${where}
      order by ${source.at} desc, ${source.id} desc
      limit $${first}::integer + 1
    ) r
  ) p`;
}

/** One page of a list, by keyset: no row is missed or repeated while others are written. */
export async function readPage<T>(
  db: TeamDb,
  request: PageRequest,
  source: PageSource,
): Promise<JsonText<Page<T>>> {
  const place = { route: request.route, tenant: db.tenantId, filters: request.filters };
  const after = request.cursor ? decodeCursor(request.cursor, place, request.cursorKey) : undefined;
  if (after === null) {
    const detail = 'Not a cursor of this list with these filters.';
    throw new ApiError('validation_error', {
      issues: [{ in: 'query', pointer: '/cursor', code: 'invalid_cursor', detail }],
    });
  }
  const params = [...source.params, request.limit, ...(after ? [after.at, after.id] : [])];
  const row = await db.row<PageRow>(pageText(source, Boolean(after)), params);
  const next =
    row?.more && row.last_at && row.last_id
      ? encodeCursor({ ...place, at: row.last_at, id: row.last_id }, request.cursorKey)
      : null;
  return new JsonText(`{"data":[${row?.items ?? ''}],"next_cursor":${JSON.stringify(next)}}`);
}
