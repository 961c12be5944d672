import type { z } from 'zod';
import { type CursorPosition, encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import type { RequestCall } from '../../operation/call.ts';
import { EmptyPage } from '../../operation/empty-page.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { EventFeed, listEventsInput } from './feed.schema.ts';
import { readFeed } from './read-feed.ts';

type ListInput = z.output<typeof listEventsInput>;

/** Reads the events after a cursor. The cursor names the history, and the last event that was looked at (D178). */
export async function listEvents(
  call: RequestCall,
  { cursor, since, types, limit, wait }: ListInput,
): Promise<JsonText<EventFeed>> {
  const { db, cursorKey } = call;
  const place = { route: 'events', tenant: db.tenantId, filters: { types: types?.join() } };
  if (cursor !== undefined && since !== undefined) throw onlyWithoutCursor();
  const from = readCursor({ cursor, place, cursorKey });
  const after = from ? placeOf(from) : null;
  const read = await readFeed(call, { after, since, types, limit });
  if (read.isExpired) throw expired(cursor === undefined ? '/since' : '/cursor');
  const { history, last, bodies, has_more } = read;
  const id = `${history} ${last.position}`;
  const next = encodeCursor({ ...place, at: last.reached_at, id }, cursorKey);
  const text = `{"data":[${bodies.join(',')}],"cursor":${JSON.stringify(next)},"has_more":${has_more}}`;
  if (wait === 0 || has_more || bodies.length > 0) return new JsonText(text);
  const asked = { cursor: next, types: types?.join(), limit: String(limit), wait: String(wait) };
  return new EmptyPage(text, { seconds: wait, next: asked, position: last.position });
}

function placeOf({ at, id }: CursorPosition) {
  const [history = '', position = ''] = id.split(' ');
  return { history, reached_at: at, position: Number(position) };
}

function onlyWithoutCursor(): ApiError {
  const detail = 'Only without `cursor`, which says where the page begins.';
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
