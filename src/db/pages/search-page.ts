import { JsonPage } from '../../shared/json/json-text.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import { endsAfter } from '../log-slots.ts';
import type { TeamDb } from '../team-db.ts';
import { type CursorPosition, encodeCursor, readCursor } from './cursor.ts';
import {
  isAfter,
  type Order,
  orderOf,
  type Page,
  type PageRequest,
  type PageSource,
  placeOf,
  readEntries,
} from './page.ts';

/** How many rows the search for one page looks at. */
export const MOST_SEARCHED = 50_000;

export type SearchedPage<T> = Page<T> & {
  /**
   * If the search has ended early: it has looked at all rows since this time (oldest first: up to it), and
   * the next page goes on there. Null if the page is full, or if the list has ended.
   */
  searched_back_to: string | null;
};

/**
 * The rows that a search looks at: `where` has conditions that an index serves, and `params` the parameters
 * from `$2` on.
 */
type Searched = { where: string[]; params: unknown[]; most: number };

/**
 * Reads one page of a list whose filter may match few rows. The search looks at a limited number of rows and
 * says how far it has come. So no page reads the whole list (P285). If `among` has all conditions, nothing is searched.
 */
export async function searchPage<T>(
  db: TeamDb,
  request: PageRequest,
  { source, among }: { source: PageSource; among: Searched },
): Promise<JsonPage<T, Omit<SearchedPage<T>, 'data'>>> {
  const isSearch = source.where.length > among.where.length;
  const end = isSearch ? await findEnd(db, request, { source, among }) : undefined;
  const { items, last } = await readEntries(db, request, end ? bounded(source, end) : source);
  const stop = last ?? end;
  const place = placeOf(db, request, source.order);
  return new JsonPage(items, {
    next_cursor: stop ? encodeCursor({ ...place, ...stop }, request.cursorKey) : null,
    searched_back_to: last ? null : (end?.at ?? null),
  });
}

/**
 * Counts the matching rows of a list among the newest that an index finds: one more than `MOST_COUNTED` means that there
 * are more. Null if not all of these rows match and there may be older ones: the number is then not known.
 */
export async function countSearched(
  db: TeamDb,
  { source, among }: { source: Counted; among: Pick<Searched, 'where'> },
): Promise<number | null> {
  const most = MOST_COUNTED + 1;
  const row = await db.row<{ looked: number; matching: number }>(
    `select count(*)::integer as looked, (count(*) filter (where r.matches))::integer as matching from (
       select ${source.where.join(' and ')} as matches from ${source.from}
       where ${among.where.join(' and ')}
       order by ${orderOf(source)} limit $${source.params.length + 2}::integer) r`,
    [...source.params, most],
  );
  const { looked = 0, matching = 0 } = row ?? {};
  return looked < most || matching === most ? matching : null;
}

type Counted = Pick<PageSource, 'from' | 'where' | 'params' | 'at' | 'id'>;

/** The cursor of the first page, for an operation that answers with other rows before it. Not for an order by a text. */
export function cursorOfBegin(db: TeamDb, request: PageRequest, order: Order): string {
  const at = order === 'oldest' ? '-infinity' : 'infinity';
  return encodeCursor({ ...placeOf(db, request, order), at, id: '' }, request.cursorKey);
}

/**
 * Finds the last row that the search looks at. Undefined if there are fewer rows. The number of rows is a
 * parameter, because PostgreSQL would sort all rows of the team if it knew the number.
 */
function findEnd(
  db: TeamDb,
  request: PageRequest,
  { source, among }: { source: PageSource; among: Searched },
): Promise<CursorPosition | undefined> {
  const after = readCursor({ ...request, place: placeOf(db, request, source.order) });
  const first = among.params.length + 2;
  const where = [...among.where, ...(after ? [isAfter(source, first + 1)] : [])];
  return db.row<CursorPosition>(
    `select iso(${source.at}) as at, ${source.id}::text as id from ${source.from}
     where ${where.join(' and ')}
     order by ${orderOf(source)} offset $${first}::integer limit 1`,
    [...among.params, among.most - 1, ...(after ? [after.at, after.id] : [])],
  );
}

function bounded(source: PageSource, end: CursorPosition): PageSource {
  const { at, id, slotted, params, order } = source;
  const n = params.length + 2;
  const reached = order === 'oldest' ? '<=' : '>=';
  const bounds = [`(${at}, ${id}) ${reached} ($${n}::timestamptz, $${n + 1})`];
  if (slotted) bounds.push(endsAfter(slotted, `$${n}`));
  return { ...source, where: [...source.where, ...bounds], params: [...params, end.at, end.id] };
}
