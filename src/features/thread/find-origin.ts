import { z } from 'zod';
import type { Call, MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { StoredEntry } from '../audit-log/describe-entries.ts';
import { entryShape, readEntries } from '../audit-log/list-entries.ts';
import type { ThreadInput } from './thread.schema.ts';

/**
 * The most entries and the most events that a thread shows. A request of the product's backend may have
 * changed more.
 */
export const MOST_SHOWN = 20;

/** A call of a member, or of the operator. */
export type ThreadCall = Call & Pick<MemberCall, 'cursorKey'>;

export type Origin = {
  requestId: string | null;
  /** The entries of the log. If there are more than the thread shows, one more than that. */
  entries: StoredEntry[];
  /**
   * The ids of the objects that the thread is about. Null if it is about everything that the request has
   * changed.
   */
  objects: string[] | null;
  /** The time of the event, if the thread starts from an event. The event may have no entry. */
  eventAt?: string;
};

/** Finds the request of the thread, and what it changed. */
export function findOrigin(call: ThreadCall, { of, id }: ThreadInput): Promise<Origin> {
  switch (of) {
    case 'request':
      return ofRequest(call, id);
    case 'entry':
      return ofEntry(call, id);
    case 'event':
      return ofEvent(call, id);
  }
}

async function ofRequest(call: ThreadCall, id: string): Promise<Origin> {
  if (!z.uuid().safeParse(id).success) throw new ApiError('not_found');
  const filter = { request_id: id.toLowerCase() };
  const { data } = await readEntries(call, { filter, cursor: undefined, limit: MOST_SHOWN + 1 });
  return { requestId: filter.request_id, entries: data, objects: null };
}

async function ofEntry(call: ThreadCall, id: string): Promise<Origin> {
  const entry = await call.db.row<StoredEntry>(
    `select ${entryShape} from audit_entry a where a.tenant_id = $1 and a.id = $2`,
    [id],
  );
  if (!entry) throw new ApiError('not_found');
  const objects = [entry.target_id];
  const { at, request_id } = entry;
  const entries = await entriesAt(call, at, objects);
  return {
    requestId: request_id,
    entries: entries.filter((other) => other.request_id === request_id),
    objects,
  };
}

type EventRow = { request_id: string | null; at: string; objects: string[] };

/**
 * An event of an earlier release names no request, and neither does an event of a worker. The entries of such
 * an event have its time and its object.
 */
async function ofEvent(call: ThreadCall, id: string): Promise<Origin> {
  const event = await call.db.row<EventRow>(
    `select v.request_id, iso(v.created_at) as at, ${objectsOf('v.body')} as objects
     from webhook_event v where v.tenant_id = $1 and v.id = $2`,
    [id],
  );
  if (!event) throw new ApiError('not_found');
  const { request_id, at, objects } = event;
  const entries = await entriesAt(call, at, objects);
  const isOfNone = entries.some((entry) => entry.request_id === null);
  const requestId = request_id ?? (isOfNone ? null : (entries[0]?.request_id ?? null));
  const own = entries.filter((entry) => entry.request_id === requestId);
  // An event also names a person, who may have many other entries in the same request. So the entries decide
  // about which objects the thread is.
  const about = own.length > 0 ? own.map(({ target_id }) => target_id) : objects;
  return { requestId, entries: own, objects: about, eventAt: at };
}

/** The ids in the data of an event: those of the objects that it is about. */
export const objectsOf = (body: string) => `array(
  select d.value from json_each_text(${body}::json -> 'data') d
  where d.key like '%\\_id' and d.key <> 'team_id' and d.value is not null)`;

/** A change, its entry and its event have the same time, that of their transaction. */
function entriesAt({ db }: ThreadCall, at: string, objects: string[]): Promise<StoredEntry[]> {
  return db.rows<StoredEntry>(
    `select ${entryShape} from audit_entry a
     where a.tenant_id = $1 and a.created_at = $2::timestamptz and a.target_id = any ($3)
     order by a.id desc limit ${MOST_SHOWN + 1}`,
    [at, objects],
  );
}
