import type { z } from 'zod';
import { authorise } from '../../auth/permissions.ts';
import { type CursorPosition, encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import type { RequestCall } from '../../operation/call.ts';
import { FeedPage } from '../../operation/feed-page.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { changedTypes, isToldOfErasures } from './changed-types.ts';
import {
  type ChangedType,
  type ChangeList,
  type listChangesInput,
  typeNames,
} from './changes.schema.ts';
import { type ChangePage, countObjects, placeChanges, readChanges } from './read-changes.ts';

/** How often one call looks again before it answers with an empty page, although there is more. */
const MOST_EMPTY = 5;

/** Where a reader is. */
type Place = {
  /** The list of changes that it reads. A new one begins after a restore, for example. */
  feed: string;
  /** Where it began in that list. Null before the list has opened. */
  begin: number | null;
  /** Up to here it has taken the changes. */
  position: number;
  /** The reader was told everything while the switch of member detail was like this. */
  hasDetail: boolean;
  /** What it reads of what there is before it goes on with changes. */
  walk: Walk | null;
};
type Walk = {
  /** Everything at the beginning. Later only the objects that the switch changes. */
  isWhole: boolean;
  type: ChangedType;
  id: string;
  left: number;
};

/** Reads the objects of the team that have changed, each as it is now (D183 to D188). */
export async function listChanges(
  call: RequestCall,
  { cursor, types: named, limit, wait }: z.output<typeof listChangesInput>,
): Promise<FeedPage<ChangeList>> {
  const { db, now, cursorKey } = call;
  const types = readableTypes(call, named);
  const list = { route: 'changes', tenant: db.tenantId, filters: { types: types.join() } };
  const after = readCursor({ cursor, place: list, cursorKey });
  let place = after ? placeOf(after) : null;
  noteReader(call, types, place);
  for (let n = 0; ; n++) {
    await placeChanges(db, now);
    const read = await readPage(call, { types, limit, place });
    place = read.place;
    const isLast = !read.hasMore || read.place.begin === null || n === MOST_EMPTY;
    if (read.items.length === 0 && !isLast) continue;
    const next = encodeCursor({ ...list, ...positionOf(place) }, cursorKey);
    const text = `{"data":[${read.items.join(',')}],"cursor":${JSON.stringify(next)},"has_more":${read.hasMore}}`;
    const headers =
      read.remaining === undefined ? {} : { 'Changes-Remaining': `${read.remaining}` };
    const again = { cursor: next, types: named?.join(), limit: String(limit), wait: String(wait) };
    const isEmpty = wait > 0 && read.items.length === 0;
    const waiting = isEmpty
      ? { seconds: wait, next: again, feed: 'changes' as const, position: place.position }
      : undefined;
    return new FeedPage(text, { waiting, headers });
  }
}

/** The types of the call: each needs the scope of its list, and none may be closed by the switch (D185). */
function readableTypes({ actor }: RequestCall, named: readonly ChangedType[] | undefined) {
  const scopes = actor.kind === 'key' ? actor.scopes : [];
  const types = named ?? typeNames.filter((type) => scopes.includes(changedTypes[type].scope));
  if (types.length === 0) {
    throw new ApiError('insufficient_scope', {
      detail: 'The key has no scope for any of these lists.',
      requiredScope: changedTypes.member.scope,
    });
  }
  for (const type of types) authorise(actor, { ...changedTypes[type], needsMemberDetail: false });
  for (const type of types) authorise(actor, changedTypes[type]);
  return typeNames.filter((type) => types.includes(type));
}

type Read = {
  items: string[];
  place: Place;
  hasMore: boolean;
  /** About how many objects of the beginning are left behind the page. */
  remaining?: number;
};

async function readPage(
  call: RequestCall,
  { types, limit, place }: { types: readonly ChangedType[]; limit: number; place: Place | null },
): Promise<Read> {
  const hasDetail = call.actor.privacy.hasMemberDetail;
  const walk = walkOf(types, place, hasDetail);
  const of = walk && !walk.isWhole ? detailTypes(types) : types;
  const after = walk ? { ids: idsAfter(of, walk) } : { position: place?.position ?? 0 };
  const page = await readChanges(call, { types: of, limit, after });
  if (!page) throw new ApiError('unavailable');
  if (place && isExpired(place, page)) throw expired();
  const known = { feed: page.feed, hasDetail };
  if (!page.is_open) {
    return {
      items: [],
      place: { ...known, begin: null, position: page.last_position, walk },
      hasMore: true,
    };
  }
  if (!walk) {
    const { begin = null, position = 0 } = place ?? {};
    const reached = page.isCut ? (page.last?.position ?? position) : page.last_position;
    return {
      items: page.items,
      place: { ...known, begin, position: reached, walk: null },
      hasMore: page.isCut || page.has_unplaced,
    };
  }
  // What changes from this moment on has a later position.
  const isBegun = place?.begin != null && place.feed === page.feed;
  const position = isBegun ? place.position : page.last_position;
  const begin = isBegun ? place.begin : page.last_position;
  const isFirst = walk.isWhole && walk.left === 0 && walk.id === '';
  const left = isFirst ? await countObjects(call.db, types) : walk.left;
  const remaining = page.isCut ? Math.max(left - page.items.length, 0) : 0;
  const next =
    page.isCut && page.last
      ? { ...walk, type: page.last.type, id: page.last.id, left: remaining }
      : null;
  return {
    items: page.items,
    place: { ...known, begin, position, walk: next },
    hasMore: true,
    ...(walk.isWhole && { remaining }),
  };
}

const detailTypes = (types: readonly ChangedType[]) =>
  types.filter((type) => changedTypes[type].hasHiddenField);

/** Whether the page reads what there is: at the beginning, and when the switch has changed what objects show (D186). */
function walkOf(
  types: readonly ChangedType[],
  place: Place | null,
  hasDetail: boolean,
): Walk | null {
  const first = { type: typeNames[0], id: '', left: 0 };
  if (!place || place.begin === null) return { ...first, isWhole: true };
  if (place.hasDetail === hasDetail) return place.walk;
  const isWhole = place.walk?.isWhole ?? false;
  return isWhole || detailTypes(types).length > 0 ? { ...first, isWhole } : null;
}

/** The ids after which the types are read: those before the present type are done. */
function idsAfter(types: readonly ChangedType[], { type, id }: Walk) {
  const present = typeNames.indexOf(type);
  const left = types.filter((one) => typeNames.indexOf(one) >= present);
  return Object.fromEntries(left.map((one) => [one, one === type ? id : '']));
}

/**
 * A place beyond the end is from before a restore that PostgreSQL took for a crash, as that of a disk's snapshot. Before
 * the floor, deletions are no longer known.
 */
function isExpired({ feed, begin, position }: Place, page: ChangePage): boolean {
  if (feed !== page.feed) return begin !== null;
  return position > page.last_position || (begin !== null && position < page.floor);
}

function expired(): ApiError {
  const detail = 'Deletions after it are no longer known. Begin again without a cursor.';
  return new ApiError('validation_error', {
    issues: [{ in: 'query', pointer: '/cursor', code: 'cursor_expired', detail }],
  });
}

/** A cursor has the place as text. */
function positionOf({ feed, begin, position, hasDetail, walk }: Place): CursorPosition {
  const at = [feed, begin ?? '', position, hasDetail ? 1 : 0].join(' ');
  return { at, id: walk ? [walk.isWhole ? 1 : 0, walk.type, walk.left, walk.id].join(' ') : '' };
}

function placeOf({ at, id }: CursorPosition): Place {
  const [feed = '', begin, position, hasDetail] = at.split(' ');
  const [isWhole, type, left, lastId = ''] = id.split(' ');
  return {
    feed,
    begin: begin ? Number(begin) : null,
    position: Number(position),
    hasDetail: hasDetail === '1',
    walk: type
      ? { isWhole: isWhole === '1', type: type as ChangedType, left: Number(left), id: lastId }
      : null,
  };
}

/** What a key asks with, it has taken. */
function noteReader(
  { db, actor, now, readers }: RequestCall,
  types: readonly ChangedType[],
  place: Place | null,
): void {
  if (actor.kind !== 'key' || !place || place.begin === null) return;
  const { feed: history, begin, position, walk } = place;
  const reader = { tenantId: db.tenantId, lineageId: actor.lineageId, at: now };
  const remaining = walk?.isWhole ? walk.left : null;
  readers?.note({
    feed: 'changes',
    ...reader,
    types: types.join(),
    history,
    begin,
    position,
    remaining,
    isToldOfErasures: types.some(isToldOfErasures),
  });
}
