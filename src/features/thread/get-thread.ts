import { mayRead } from '../../auth/require-right.ts';
import type { MemberCall } from '../../operation/call.ts';
import { timeAround } from '../../shared/secrets/request-id.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { DELIVERY_DAYS, REQUEST_LOG_DAYS } from '../../shared/time/kept-days.ts';
import { describeEntries, type StoredEntry } from '../audit-log/describe-entries.ts';
import { listRequests } from '../request-log/list-requests.ts';
import { findOrigin, MOST_SHOWN } from './find-origin.ts';
import { listThreadEvents } from './list-thread-events.ts';
import type { Thread, ThreadEvent, ThreadInput, ThreadRequest } from './thread.schema.ts';

/**
 * A request and its consequences: what it changed, the events of these changes, and their deliveries.
 * A thread that starts from an entry or an event is about the object of that entry or event alone, because a
 * request of the product's backend may change a hundred objects.
 */
export async function getThread(call: MemberCall, start: ThreadInput): Promise<Thread> {
  const origin = await findOrigin(call, start);
  const { requestId, entries } = origin;
  const shown = entries.slice(0, MOST_SHOWN);
  const mayFollow = mayRead(call.actor, 'see_webhooks');
  const events = mayFollow
    ? await listThreadEvents(call, { ...origin, start, entries: shown })
    : null;
  const first = shown.at(-1);
  return {
    request: requestId === null ? null : await findRequest(call, requestId, first),
    entries: await describeEntries(call, inOrder(shown.toReversed())),
    events: events?.slice(0, MOST_SHOWN).toSorted(byId) ?? null,
    events_expired: first !== undefined && isOlder(call, Date.parse(first.at), DELIVERY_DAYS),
    has_more: entries.length > MOST_SHOWN || (events?.length ?? 0) > MOST_SHOWN,
  };
}

const stages = ['training.started', 'training.finished', 'training.evaluated'];

/**
 * Changes of one transaction have one time, and their ids have no order. A training all the same starts before it is
 * finished and evaluated.
 */
function inOrder(entries: readonly StoredEntry[]): StoredEntry[] {
  return entries.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ action }) => stages.indexOf(action));
    const isComparable = one.at === other.at && one.target_id === other.target_id;
    if (!isComparable || first === undefined || second === undefined) return 0;
    return first < 0 || second < 0 ? 0 : first - second;
  });
}

/** The ids of events sort by time, and those of one transaction by their order in it. */
const byId = (one: ThreadEvent, other: ThreadEvent) => (one.id < other.id ? -1 : 1);

const isOlder = ({ now }: MemberCall, at: number, days: number) =>
  at < now.getTime() - days * DAY_MS;

/** The line of the request log, or why there is none. */
async function findRequest(
  call: MemberCall,
  id: string,
  entry: StoredEntry | undefined,
): Promise<ThreadRequest> {
  const without = (state: ThreadRequest['state']): ThreadRequest => ({ id, state, line: null });
  if (entry?.actor_kind === 'user') return without('app');
  if (entry?.actor_kind === 'service') return without('product');
  if (!mayRead(call.actor, 'see_request_log')) return without('hidden');
  const { data } = await listRequests(call, { request_id: id, limit: 1, cursor: undefined });
  const [line] = data;
  if (!line) {
    const at = entry ? Date.parse(entry.at) : (timeAround(id)?.to.getTime() ?? call.now.getTime());
    return without(isOlder(call, at, REQUEST_LOG_DAYS) ? 'expired' : 'missing');
  }
  const { at, method, path, status, ms, key } = line;
  const named = key && { prefix: key.prefix, name: key.name };
  return { id, state: 'logged', line: { at, method, path, status, ms, key: named } };
}
