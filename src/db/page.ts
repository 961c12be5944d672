import type { KeyObject } from 'node:crypto';
import { ApiError } from '../shared/errors.ts';
import { JsonText } from '../shared/json-text.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { TeamDb } from './team-db.ts';

export type Page<T> = { data: T[]; next_cursor: string | null };

type PageRequest = {
  route: string;
  limit: number;
  cursor: string | undefined;
  cursorKey: KeyObject;
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

type PageRow = { items: string | null; last_at: string | null; last_id: string | null };

// Between two items of a page. No JSON text holds this character, so that it can be told from them.
const SEPARATOR = '\u001e';

function pageText(source: PageSource, after: boolean): string {
  const first = source.params.length + 2;
  const keyset = `(${source.at}, ${source.id}) < ($${first + 1}::timestamptz, $${first + 2})`;
  const where = [...source.where, ...(after ? [keyset] : [])].join(' and ');
  return `select string_agg(r.item, chr(30)) as items,
    iso((array_agg(r.at))[$${first}]) as last_at, (array_agg(r.id))[$${first}] as last_id
  from (
    select ${source.at} as at, ${source.id} as id, row_to_json(s)::text as item
    from ${source.from} cross join lateral (select ${source.shape}) s
    where ${where}
    order by ${source.at} desc, ${source.id} desc
    limit $${first}::integer + 1
  ) r`;
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
  const items = row?.items?.split(SEPARATOR) ?? [];
  const next =
    items.length > request.limit && row?.last_at && row.last_id
      ? encodeCursor({ ...place, at: row.last_at, id: row.last_id }, request.cursorKey)
      : null;
  const data = items.slice(0, request.limit).join(',');
  return new JsonText(`{"data":[${data}],"next_cursor":${JSON.stringify(next)}}`);
}
