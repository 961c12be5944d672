import { idFloor } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { causeOf } from '../../shared/diagnosis/diagnose-delivery.ts';
import { peopleOf } from '../webhooks/list-listeners.ts';
import type { EventAnswer } from '../webhooks/listeners.schema.ts';
import { MOST_SHOWN, type Origin, objectsOf } from './find-origin.ts';
import type { ThreadDelivery, ThreadEvent, ThreadInput } from './thread.schema.ts';

const MOST_DELIVERIES = 100;
const MOST_ATTEMPTS = 8;
const MOST_COMMAND_LINES = 20;

type Search = Origin & { start: ThreadInput };
type Heard = Omit<EventAnswer, 'by'> & { member_id: string };
type Sent = Omit<ThreadDelivery, 'cause'> & { response_excerpt: string | null };
type Row = Omit<ThreadEvent, 'deliveries' | 'command_lines'> & {
  deliveries: Sent[];
  heard: Heard[];
};

/**
 * The events of these changes with their deliveries, oldest first. No index contains the request. But an id
 * begins with its time, and an event has the time of its change. So the search reads the events of these
 * milliseconds by their primary key, and then their deliveries. If the change is a retry, the event is that
 * of the delivery.
 */
export async function listThreadEvents(call: Call, search: Search): Promise<ThreadEvent[]> {
  const { start, requestId, entries, objects, eventAt } = search;
  const times = entries.map(({ at }) => at);
  const moments = new Set(eventAt ? [...times, eventAt] : times);
  const named = objects ?? [...new Set(entries.map(({ target_id }) => target_id))];
  // The audit log may be on another server than the events.
  const ofNoRequest = requestId === null ? [[], []] : await changesOfNoRequest(call, [...moments]);
  const rows = await call.db.rows<Row>(
    `with found as (
       select u.* from (select v.id, v.type, v.created_at
       from unnest($2::text[]) as m (digits)
       cross join lateral (${eventsOfMoment}) v
       where case when v.request_id is null
         then ${objectsOf('v.body')} && $5::text[] and ($3::uuid is null or not ${isOfNoRequest})
         else v.request_id = $3 and ($4 or ${objectsOf('v.body')} && $5::text[]) end
       union
       select v.id, v.type, v.created_at from webhook_delivery d
       join webhook_event v on v.tenant_id = $1 and v.id = d.event_id
       where d.tenant_id = $1 and d.id = any ($5)) u
       order by u.id = $6 desc, u.id limit ${MOST_SHOWN + 1}
     ), sent as materialized (${deliveriesOfFound})
     select f.id, f.type, iso(f.created_at) as at, ${deliveriesOf} as deliveries,
       ${heardOf} as heard
     from found f order by f.id = $6 desc, f.id`,
    [
      [...moments].map((at) => digitsOf(new Date(at))),
      requestId,
      objects === null,
      named,
      start.of === 'event' ? start.id : '',
      ...ofNoRequest,
    ],
  );
  return Promise.all(rows.map((row) => shown(call, row)));
}

async function shown(call: Call, { heard, deliveries, ...event }: Row): Promise<ThreadEvent> {
  const people = await peopleOf(call, heard);
  const command_lines = heard.flatMap(({ member_id: _, ...one }, i) => {
    const person = people[i];
    return person ? [{ ...one, ...person }] : [];
  });
  return { ...event, deliveries: deliveries.map(withCause), command_lines };
}

function withCause({ response_excerpt, ...delivery }: Sent): ThreadDelivery {
  const last = delivery.attempts.at(-1);
  return { ...delivery, cause: last?.error ? causeOf({ ...last, response_excerpt }) : null };
}

/** The order has PostgreSQL read each millisecond by the key: a join would read the events of all teams instead (P14). */
const eventsOfMoment = `select e.* from webhook_event e
  where e.tenant_id = $1 and e.id >= 'evt_' || m.digits and e.id < 'evt_' || m.digits || '~'
  order by e.id`;

/** True if the event is of a worker or the command line, and not of an earlier release. */
const isOfNoRequest = `exists (select from unnest($7::timestamptz[], $8::text[]) a (at, target_id)
  where a.at = v.created_at and a.target_id = any (${objectsOf('v.body')}))`;

/** The changes of these moments that were not made by a request. */
async function changesOfNoRequest(
  { db }: Call,
  moments: readonly string[],
): Promise<[at: string[], ids: string[]]> {
  const rows = await db.rows<{ at: string; target_id: string }>(
    `select iso(a.created_at) as at, a.target_id from audit_entry a
     where a.tenant_id = $1 and a.created_at = any ($2::timestamptz[]) and a.request_id is null`,
    [moments],
  );
  return [rows.map(({ at }) => at), rows.map(({ target_id }) => target_id)];
}

/** The digits with which every id of that millisecond begins. */
const digitsOf = (at: Date) => idFloor('evt', at).slice('evt_'.length);

const attemptsOf = `(
  select coalesce(json_agg(s order by s.n), '[]') from (
    select a.n, iso(a.started_at) as at, a.response_code, a.error from webhook_attempt a
    where a.tenant_id = $1 and a.delivery_id = d.id order by a.n desc limit ${MOST_ATTEMPTS}
  ) s
)`;

/**
 * The deliveries of all these events. The statement scans each millisecond once, because it may contain many
 * other deliveries.
 */
const deliveriesOfFound = `
  select d.id, d.event_id, d.endpoint_id, e.url, d.status, d.attempt, d.response_excerpt,
    coalesce(d.urgent_at, case when e.status = 'active' then d.next_try_at end) as next_try_at
  from (select distinct substr(f.id, 5, 10) as digits from found f) m
  join webhook_delivery_state d on d.tenant_id = $1
    and d.id >= 'whd_' || m.digits and d.id < 'whd_' || m.digits || '~'
    and d.event_id = any (array(select f.id from found f))
  join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id and e.deleted_at is null`;

const deliveriesOf = `(
  select coalesce(json_agg(s order by s.id), '[]') from (
    select d.id, json_build_object('id', d.endpoint_id, 'url', d.url) as endpoint, d.status, d.attempt,
      iso(d.next_try_at) as next_try_at, d.response_excerpt, ${attemptsOf} as attempts
    from sent d where d.event_id = f.id order by d.id limit ${MOST_DELIVERIES}
  ) s
)`;

/** The command lines that received the event, and the answers of their receivers. */
const heardOf = `(
  select coalesce(json_agg(s order by s.listener_id), '[]') from (
    select l.id as listener_id, l.member_id, l.machine,
      case when h.answered_at is not null then json_build_object('at', iso(h.answered_at),
        'status', h.response_code, 'ms', h.response_ms, 'error', h.error) end as answer
    from listener_event h
    join listener l on l.tenant_id = $1 and l.id = h.listener_id
    where h.tenant_id = $1 and h.event_id = f.id order by l.id limit ${MOST_COMMAND_LINES}
  ) s
)`;
