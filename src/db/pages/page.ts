import type { KeyObject } from 'node:crypto';
import { JsonPage } from '../../shared/json/json-text.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import { seal, unseal } from '../../shared/secrets/seal.ts';
import type { TeamDb } from '../team-db.ts';
import { type CursorPlace, type CursorPosition, encodeCursor, readCursor } from './cursor.ts';
import { type PageField, placeOfRow, valuesOf, writeRows } from './page-fields.ts';

export type Page<T> = { data: T[]; next_cursor: string | null };

export type PageRequest = {
  route: string;
  limit: number;
  cursor: string | undefined;
  cursorKey: KeyObject;
  /**
   * The filters to which the cursor belongs (D67). Path parameters belong here too: a cursor for one parent
   * object must not be valid for another.
   */
  filters: Record<string, string | undefined>;
};

/** Lists are read newest first, unless a person chooses. */
export type Order = 'newest' | 'oldest';

export type PageSource = {
  /** The select list that makes the public shape of one row. */
  shape: string;
  /** Tables and joins. */
  from: string;
  /** Conditions. `params` are the parameters from `$2` on. */
  where: string[];
  params: unknown[];
  /** The two columns that order the list, newest first (D65). */
  at: string;
  id: string;
  /** The type of `at`, if it is no time: a name or an amount. Not for a list with `fields`. */
  atType?: 'text' | 'numeric';
  /** Encrypts the value of `at` in a cursor. An address contains cursors, and may contain no names (P380). */
  hides?: KeyObject;
  /** Reads the same index from its other end. Not for a `slotted` list. */
  order?: Order | undefined;
  /** The table with the column `slot`, by which the rows are found if `at` has no index. */
  slotted?: string | undefined;
  /**
   * The columns of the shape that may be large. PostgreSQL then does not write the rows that do not fit. Without
   * them a page is bounded too, but PostgreSQL writes all its rows first.
   */
  large?: readonly string[];
  /**
   * The fields of `shape`, for lists that are read often: this process then writes the JSON. `at` and `id`
   * must be among them.
   */
  fields?: readonly PageField[];
};

type PageRow = {
  /** Null if the whole page is too large or empty. */
  items: string | null;
  /** How many rows were found: one more than the limit if there is a next page. */
  found: number;
  last_at: string | null;
  last_id: string | null;
};

type PlainRow = Pick<PageRow, 'items' | 'found'>;

/**
 * The most bytes of a page: it ends with the entry that reaches them. Larger pages would delay other
 * requests: pages of 26 MB stopped all teams for up to 0.9 s.
 */
export const MAX_BYTES = 2_000_000;

// Separates the items of a page. No JSON text contains this character.
const SEPARATOR = '\u001e';

type Statement = { source: PageSource; after: boolean };

type Ordered = Pick<PageSource, 'slotted' | 'at' | 'id' | 'order'>;

/** The order of the list. */
export function orderOf({ slotted, at, id, order }: Ordered): string {
  if (order === 'oldest') return `${at}, ${id}`;
  return `${slotted ? `${slotted}.slot desc, ` : ''}${at} desc, ${id} desc`;
}

/** A condition for the rows that come after the row whose time and id are `$n` and the parameter after it. */
export function isAfter({ slotted, at, id, order, atType }: PageSource, n: number): string {
  const place = `($${n}::${atType ?? 'timestamptz'}, $${n + 1})`;
  if (order === 'oldest') return `(${at}, ${id}) > ${place}`;
  const inSlot = slotted ? `${slotted}.slot <= $${n}::timestamptz and ` : '';
  return `${inSlot}(${at}, ${id}) < ${place}`;
}

/** The rows of a page, or null if one of them was too large, or all together are. */
const wholeItems = `case when count(r.item) = count(*)
      and octet_length(string_agg(r.item, chr(30))) <= ${MAX_BYTES}
      then string_agg(r.item, chr(30)) end`;

/** The text of `at` in a cursor. */
const placeText = ({ source: { atType } }: Statement, at: string) =>
  atType ? `(${at})::text` : `iso(${at})`;

const AS_JSON = 'row_to_json(s)::text';

/** `written`: how PostgreSQL writes one row. */
function parts({ source, after }: Statement, written = AS_JSON) {
  const first = source.params.length + 2;
  const where = [...source.where, ...(after ? [isAfter(source, first + 1)] : [])].join(' and ');
  // The size is that of the stored value, so PostgreSQL does not decompress the value.
  const sizes = (source.large ?? []).map((column) => `coalesce(pg_column_size(${column}), 0)`);
  const stored = sizes.join(' + ') || '0';
  const limit = `$${first}::integer`;
  return {
    limit,
    order: orderOf(source),
    where,
    from: `${source.from} cross join lateral (select ${source.shape}) s where ${where}`,
    stored,
    item: source.large
      ? `case when ${stored} <= ${MAX_BYTES} / ${limit} then ${written} end`
      : written,
  };
}

/**
 * A statement that reads the whole page if each row is below its share of the limit and all rows together are
 * below the limit. Otherwise it only says that there are rows. For rows of usual size this check costs
 * nothing.
 */
function wholePage(statement: Statement): string {
  const { at, id } = statement.source;
  const { limit, order, from, item } = parts(statement);
  return `select ${wholeItems} as items, count(*)::integer as found,
    ${placeText(statement, `(array_agg(r.at))[${limit}]`)} as last_at,
    (array_agg(r.id))[${limit}] as last_id
  from (
    select ${at} as at, ${id} as id, ${item} as item
    from ${from}
    order by ${order}
    limit ${limit} + 1
  ) r`;
}

/** The same as `wholePage`, but with plain values. */
function plainPage(statement: Statement, fields: readonly PageField[]): string {
  const { limit, order, where, item } = parts(statement, valuesOf(fields));
  return `select ${wholeItems} as items, count(*)::integer as found
  from (
    select ${item} as item
    from ${statement.source.from} where ${where}
    order by ${order}
    limit ${limit} + 1
  ) r`;
}

/**
 * A statement that reads as many rows as fit. PostgreSQL skips a row whose stored size does not fit. The
 * stored value may be compressed, so the written bytes are counted too.
 */
function shortPage(statement: Statement): string {
  const { at, id } = statement.source;
  const { limit, order, from, stored } = parts(statement);
  const fitting = `least(${limit}, count(*) filter (where r.fits))`;
  const ofRows = orderOf({ ...statement.source, at: 'r.at', id: 'r.id', slotted: undefined });
  return `select string_agg(r.item, chr(30)) filter (where r.fits) as items,
    count(*)::integer as found,
    ${placeText(statement, `(array_agg(r.at))[${fitting}]`)} as last_at,
    (array_agg(r.id))[${fitting}] as last_id
  from (
    select r.at, r.id, r.item, r.item is not null and coalesce(sum(octet_length(r.item)) over (
      order by ${ofRows} rows between unbounded preceding and 1 preceding), 0)
      < ${MAX_BYTES} as fits
    from (
      select ${at} as at, ${id} as id,
        case when coalesce(sum(${stored}) over (
          order by ${order} rows between unbounded preceding and 1 preceding), 0) < ${MAX_BYTES}
          then ${AS_JSON} end as item
      from ${from}
      order by ${order}
      limit ${limit} + 1
    ) r
  ) r`;
}

/** Reads one page of a list, by keyset, so that no row is missed or repeated while others change. */
export async function readPage<T>(
  db: TeamDb,
  request: PageRequest,
  source: PageSource,
): Promise<JsonPage<T, { next_cursor: string | null }>> {
  const { items, last } = await readEntries(db, request, source);
  const place = placeOf(db, request, source.order);
  const next_cursor =
    last && encodeCursor({ ...place, ...last, at: hidden(source, last.at) }, request.cursorKey);
  return new JsonPage(items, { next_cursor });
}

/** The entries of a page, each as JSON. `last` is the position of the last one if there is a next page. */
export async function readEntries(
  db: TeamDb,
  request: PageRequest,
  source: PageSource,
): Promise<Read> {
  const place = placeOf(db, request, source.order);
  const after = readCursor({ ...request, place });
  const params = [
    ...source.params,
    request.limit,
    ...(after ? [shown(source, after.at), after.id] : []),
  ];
  const query = { statement: { source, after: Boolean(after) }, params, limit: request.limit };
  const read = await readPlain(db, query);
  return typeof read === 'string' ? readJson(db, query, read) : read;
}

type PageQuery = { statement: Statement; params: unknown[]; limit: number };
type Read = { items: string[]; last: CursorPosition | null };

/** Reads the page with plain values. If that does not work, says with which statement to read it as JSON. */
async function readPlain(
  db: TeamDb,
  { statement, params, limit }: PageQuery,
): Promise<Read | 'whole' | 'short'> {
  const { at, id, large, fields } = statement.source;
  if (!fields) return 'whole';
  const text = plainPage(statement, fields);
  const row = await (large ? db.row<PlainRow>(text, params) : db.lookUp<PlainRow>(text, params));
  if (!row?.found) return { items: [], last: null };
  // The same rows as JSON would be larger still.
  if (row.items === null) return 'short';
  const items = writeRows(row.items, fields);
  // If a text contains a separator, one row becomes several.
  if (items?.length !== row.found) return 'whole';
  // JSON needs at most six bytes for one (`\\u0001`), and adds the names of fields.
  const mayBeLarge = row.items.length > MAX_BYTES / 12;
  if (mayBeLarge && Buffer.byteLength(items.join(SEPARATOR)) > MAX_BYTES) return 'short';
  if (items.length <= limit) return { items, last: null };
  const last = placeOfRow({ text: row.items, n: limit - 1 }, fields, { at, id });
  return { items: items.slice(0, limit), last };
}

async function readJson(
  db: TeamDb,
  { statement, params, limit }: PageQuery,
  page: 'whole' | 'short',
): Promise<Read> {
  const readShort = () => db.row<PageRow>(shortPage(statement), params);
  const readWhole = () =>
    statement.source.large
      ? db.row<PageRow>(wholePage(statement), params)
      : db.lookUp<PageRow>(wholePage(statement), params);
  let row = page === 'whole' ? await readWhole() : await readShort();
  if (page === 'whole' && row?.found && row.items === null) row = await readShort();
  const items = row?.items?.split(SEPARATOR).slice(0, limit) ?? [];
  const last =
    row?.last_at && row.last_id && items.length < row.found
      ? { at: row.last_at, id: row.last_id }
      : null;
  return { items, last };
}

function hidden({ hides }: PageSource, at: string): string {
  return hides ? seal(hides, at, 'cursor').toString('base64url') : at;
}

function shown({ hides }: PageSource, at: string): string {
  return hides ? unseal(hides, Buffer.from(at, 'base64url'), 'cursor') : at;
}

/** A cursor belongs to the order too: in the other one it would skip the rows before it. */
export function placeOf(
  { tenantId }: TeamDb,
  { route, filters }: PageRequest,
  order?: Order,
): CursorPlace {
  return {
    route,
    tenant: tenantId,
    filters: order === 'oldest' ? { ...filters, order } : filters,
  };
}

/** Counts the rows of a list: one more than `MOST_COUNTED` means that there are more. */
export async function countRows(
  db: TeamDb,
  { from, where, params }: Pick<PageSource, 'from' | 'where' | 'params'>,
): Promise<number> {
  const row = await db.row<{ n: number }>(
    `select count(*)::integer as n from (
       select from ${from} where ${where.join(' and ')} limit ${MOST_COUNTED + 1}) x`,
    params,
  );
  return row?.n ?? 0;
}
