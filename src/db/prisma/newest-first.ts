import type { KeyObject } from 'node:crypto';
import { type CursorPlace, encodeCursor, readCursor } from '../pages/cursor.ts';
import { MAX_BYTES } from '../pages/page.ts';

type PageRequest<At> = {
  place: CursorPlace;
  limit: number;
  cursor: string | undefined;
  cursorKey: KeyObject;
  /** The column of the time that orders the list. */
  at: At;
};

type Times<At extends string, Value> = { [column in At]: Value };
type Row<At extends string> = Times<At, Date> & { id: string };
type Place = { time: Date; id: string };

/** The arguments that a page adds to `findMany`. */
type PageQuery<At extends string> = {
  where: { OR?: [Times<At, { lt: Date }>, Times<At, Date> & { id: { lt: string } }] };
  part: { take: number; orderBy: [Times<At, 'desc'>, { id: 'desc' }] };
};

/**
 * The most rows of one statement. Prisma cannot ask how large a row is before it reads the row, so a page is
 * read in pieces, until it has enough bytes.
 */
const PIECE = 10;

/**
 * One page of a list through Prisma, by keyset, so that no row is missed or repeated while others
 * change. Prisma's own `cursor` does not promise that. A page ends with the row that reaches the most bytes
 * of a page.
 */
export async function newestFirst<At extends string, R extends Row<At>>(
  { place, limit, cursor, cursorKey, at }: PageRequest<At>,
  read: (page: PageQuery<At>) => Promise<R[]>,
): Promise<{ rows: R[]; next_cursor: string | null }> {
  const after = readCursor({ cursor, place, cursorKey, in: 'body' });
  let last = after && { time: new Date(after.at), id: after.id };
  const rows: R[] = [];
  for (let bytes = 0; ; ) {
    const most = Math.min(PIECE, limit - rows.length);
    const found = await read(queryOf(at, last, most + 1));
    const fitting = found.slice(0, most).filter((row) => {
      const fits = bytes < MAX_BYTES;
      bytes += Buffer.byteLength(JSON.stringify(row));
      return fits;
    });
    rows.push(...fitting);
    const end = rows.at(-1);
    if (!end || fitting.length === found.length) return { rows, next_cursor: null };
    last = { time: end[at], id: end.id };
    if (rows.length < limit && bytes < MAX_BYTES) continue;
    const next = { ...place, at: last.time.toISOString(), id: last.id };
    return { rows, next_cursor: encodeCursor(next, cursorKey) };
  }
}

function queryOf<At extends string>(at: At, last: Place | undefined, take: number): PageQuery<At> {
  const where = last && {
    OR: [{ [at]: { lt: last.time } }, { [at]: last.time, id: { lt: last.id } }],
  };
  const part = { take, orderBy: [{ [at]: 'desc' }, { id: 'desc' }] };
  // TypeScript does not see which name a computed key has.
  return { where: where ?? {}, part } as PageQuery<At>;
}
