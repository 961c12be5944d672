import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../shared/errors/errors.ts';
import { keysOf } from '../../shared/secrets/seal.ts';

/**
 * The list that a cursor belongs to. `filters` does not contain `limit`, because the page size may
 * change (D67).
 */
export type CursorPlace = {
  route: string;
  tenant: string;
  filters: Record<string, string | undefined>;
};

/**
 * The last row of a page. The next page compares with it and does not look it up. So a cursor
 * survives the deletion of its row (D66).
 */
export type CursorPosition = { at: string; id: string };

const VERSION = 1;
const MAC_BYTES = 16;
const HEAD_BYTES = 1 + MAC_BYTES;
const MAX_LENGTH = 1000;

/**
 * Makes the cursor of a list. Operations leave this to the function that reads their page: `readPage`
 * (`page.ts`) or `searchPage`.
 */
export function encodeCursor(cursor: CursorPlace & CursorPosition, key: KeyObject): string {
  const content = [cursor.route, cursor.tenant, hashFilters(cursor.filters), cursor.at, cursor.id];
  const payload = Buffer.from(JSON.stringify(content));
  return Buffer.concat([Buffer.from([VERSION]), mac(payload, key), payload]).toString('base64url');
}

/** Decodes a cursor. Null if it was changed, or belongs to another tenant, route or filter (D67). */
export function decodeCursor(
  text: string,
  place: CursorPlace,
  key: KeyObject,
): CursorPosition | null {
  const bytes = Buffer.from(text.slice(0, MAX_LENGTH), 'base64url');
  // Buffer ignores invalid characters and spare bits. Only the exact text that we made is valid.
  if (bytes.toString('base64url') !== text) return null;
  if (bytes.length <= HEAD_BYTES || bytes[0] !== VERSION) return null;
  const payload = bytes.subarray(HEAD_BYTES);
  const present = bytes.subarray(1, HEAD_BYTES);
  if (!keysOf(key).some((one) => timingSafeEqual(present, mac(payload, one)))) return null;
  const [route, tenant, filters, at, id] = JSON.parse(payload.toString()) as string[];
  const same = route === place.route && tenant === place.tenant;
  if (!same || filters !== hashFilters(place.filters)) return null;
  return at === undefined || id === undefined ? null : { at, id };
}

type CursorInput = {
  cursor: string | undefined;
  place: CursorPlace;
  cursorKey: KeyObject;
};

/** Reads a cursor: the position after which the page begins. Undefined for the first page. */
export function readCursor({ cursor, place, cursorKey }: CursorInput): CursorPosition | undefined {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place, cursorKey);
  if (after !== null) return after;
  const detail = 'Not a cursor of this list with these filters.';
  throw new ApiError('validation_error', {
    issues: [{ in: 'query', pointer: '/cursor', code: 'invalid_cursor', detail }],
  });
}

function mac(payload: Buffer, key: KeyObject): Buffer {
  const hmac = createHmac('sha256', key)
    .update(Buffer.from([VERSION]))
    .update(payload);
  return hmac.digest().subarray(0, MAC_BYTES);
}

function hashFilters(filters: CursorPlace['filters']): string {
  const present = Object.entries(filters).filter(([, value]) => value !== undefined);
  const sorted = present.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, 22);
}
