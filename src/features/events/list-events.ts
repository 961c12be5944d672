import type { z } from 'zod';
import { type CursorPosition, encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import type { FeedRead, RequestCall } from '../../operation/call.ts';
import { FeedPage } from '../../operation/feed-page.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { isInFuture } from '../../shared/time/future.ts';
import type { EventFeed, listEventsInput } from './feed.schema.ts';
import { readFeed } from './read-feed.ts';

type ReaderPlace = Pick<FeedRead, 'types' | 'history' | 'begin' | 'position'> & {
  reached_at: string;
};
type ListInput = z.output<typeof listEventsInput>;

/**
 * Reads the events after a cursor. The cursor names the history, the last event that was looked at, and where its reader
 * began without a cursor (D178).
 */
export async function listEvents(
  call: RequestCall,
  { cursor, ...filter }: ListInput,
): Promise<JsonText<EventFeed>> {
  const { since } = filter;
  if (since !== undefined && cursor !== undefined) {
    throw wrongSince('Only without `cursor`, which says where the page begins.');
  }
  if (since !== undefined && isInFuture(since, call.now)) {
    throw wrongSince('A time in the past. Without `since`, the page begins now.');
  }
  const { cursorKey } = call;
  const from = readCursor({ cursor, place: listOf(call, filter.types), cursorKey });
  return listEventsAfter(call, from ? placeOf(from) : null, filter);
}

type Place = { history: string; reached_at: string; position: number; begin?: number | undefined };

/** Reads the events after a place, or without one since a time or from now on. */
export async function listEventsAfter(
  call: RequestCall,
  after: Place | null,
  { since, types, limit, wait }: Omit<ListInput, 'cursor'>,
): Promise<JsonText<EventFeed>> {
  const read = await readFeed(call, { after, since, types, limit });
  if (read.isExpired) throw expired(after ? '/cursor' : '/since');
  const { history, from, last, bodies, has_more } = read;
  const begin = after?.begin ?? from.position;
  const { reached_at, position } = from;
  noteReader(call, { types: types?.join() ?? '', history, begin, reached_at, position });
  const id = `${history} ${last.position} ${begin}`;
  const next = encodeCursor({ ...listOf(call, types), at: last.reached_at, id }, call.cursorKey);
  const text = `{"data":[${bodies.join(',')}],"cursor":${JSON.stringify(next)},"has_more":${has_more}}`;
  if (wait === 0 || has_more || bodies.length > 0) return new JsonText(text);
  const again = { cursor: next, types: types?.join(), limit: String(limit), wait: String(wait) };
  const waiting = { seconds: wait, next: again, feed: 'events', position: last.position } as const;
  return new FeedPage(text, { waiting });
}

/** The list that a cursor belongs to. */
const listOf = ({ db }: RequestCall, types: ListInput['types']) => ({
  route: 'events',
  tenant: db.tenantId,
  filters: { types: types?.join() },
});

function placeOf({ at, id }: CursorPosition): Place {
  const [history = '', position = '', begin] = id.split(' ');
  // A cursor of an older release has no beginning.
  const began = begin === undefined ? undefined : Number(begin);
  return { history, reached_at: at, position: Number(position), begin: began };
}

/** What a key asks with, it has taken. */
function noteReader({ db, actor, now, readers }: RequestCall, place: ReaderPlace): void {
  if (actor.kind !== 'key') return;
  const reader = { tenantId: db.tenantId, lineageId: actor.lineageId, at: now };
  readers?.note({ feed: 'events', ...reader, ...place });
}

function wrongSince(detail: string): ApiError {
  return new ApiError('validation_error', {
    issues: [{ in: 'query', pointer: '/since', code: 'invalid_value', detail }],
  });
}

function expired(pointer: string): ApiError {
  const detail = 'Events after it are missing: they were removed, or not kept. Synchronize anew.';
  return new ApiError('validation_error', {
    issues: [{ in: 'query', pointer, code: 'cursor_expired', detail }],
  });
}
