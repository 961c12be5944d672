import type { KeyObject } from 'node:crypto';
import { type CursorPlace, encodeCursor, readCursor } from '../pages/cursor.ts';

type PageRequest = {
  place: CursorPlace;
  limit: number;
  cursor: string | undefined;
  cursorKey: KeyObject;
};

type Row = { id: string; created_at: Date };

/** The arguments that a page adds to `findMany`. */
type PageQuery = {
  where: { OR?: [{ created_at: { lt: Date } }, { created_at: Date; id: { lt: string } }] };
  part: { take: number; orderBy: [{ created_at: 'desc' }, { id: 'desc' }] };
};

/**
 * One page of a list through Prisma, by keyset, so that no row is missed or repeated while others
 * change. Prisma's own `cursor` does not promise that.
 */
export async function newestFirst<R extends Row>(
  { place, limit, cursor, cursorKey }: PageRequest,
  read: (page: PageQuery) => Promise<R[]>,
): Promise<{ rows: R[]; next_cursor: string | null }> {
  const after = readCursor({ cursor, place, cursorKey, in: 'body' });
  const found = await read({
    where: after ? { OR: older(new Date(after.at), after.id) } : {},
    part: { take: limit + 1, orderBy: [{ created_at: 'desc' }, { id: 'desc' }] },
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next_cursor =
    last && found.length > limit
      ? encodeCursor({ ...place, at: last.created_at.toISOString(), id: last.id }, cursorKey)
      : null;
  return { rows, next_cursor };
}

function older(at: Date, id: string): NonNullable<PageQuery['where']['OR']> {
  return [{ created_at: { lt: at } }, { created_at: at, id: { lt: id } }];
}
