import { z } from 'zod';
import type { CommandLineCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { DAY_MS, SECOND_MS } from '../../shared/time/durations.ts';
import { EVENT_DAYS } from '../../shared/time/kept-days.ts';
import { placeEvents } from '../events/place-events.ts';

/** A command line that leaves more events without an answer ends after a while. */
const MOST_EVENTS = 1_000;
const DAY_S = DAY_MS / SECOND_MS;

export const resendToListenerInput = z.union([
  z.strictObject({ event_id: z.string() }),
  /** All events of so many last seconds that the listener takes. */
  z.strictObject({
    last_seconds: z
      .int()
      .min(1)
      .max(EVENT_DAYS * DAY_S),
  }),
]);

export const resentToListener = z.strictObject({ events: z.int() });
type Resent = z.output<typeof resentToListener>;

type Row = { listens: boolean; is_known: boolean; events: number };

// An event that the listener has already gets a later place, unless it still waits for an answer.
const resend = `with own as materialized (
    select l.id, l.events from listener l
    where l.tenant_id = $1 and l.token_id = $2 and l.ended_at is null
      and l.last_seen_at > now() - interval '20 seconds'
  ), chosen as materialized (
    select v.id, v.type, v.created_at, row_number() over (order by k.feed_position, v.id) as n
    from webhook_event v
    left join kept_event k on k.tenant_id = $1 and k.event_id = v.id
    where v.tenant_id = $1 and v.type <> 'ping' and v.created_at > $3 and v.id = any ($4::text[])
  ), sent as (
    insert into listener_event as e (tenant_id, event_id, listener_id, seq, event_type, created_at)
    select $1, c.id, o.id, nextval('listener_event_order'), c.type, c.created_at
    from chosen c cross join own o
    where case when $5::boolean then c.type = any (o.events) else true end
    order by c.n
    on conflict (tenant_id, event_id, listener_id) do update
      set seq = excluded.seq, sent_no = null, sent_at = null, answered_at = null, response_code = null,
        response_ms = null, error = null, response_excerpt = null
      where e.answered_at is not null
    returning e.event_id
  )
  select (select count(*) from own) > 0 as listens, (select count(*) from chosen) > 0 as is_known,
    (select count(distinct s.event_id) from sent s) as events`;

/** Sends events to the command lines of this login that listen now. Endpoints do not notice it. */
export async function resendToListener(
  call: CommandLineCall,
  input: z.output<typeof resendToListenerInput>,
): Promise<Resent> {
  const { db, actor, now } = call;
  const ids = 'event_id' in input ? [input.event_id] : await latestEvents(call, input.last_seconds);
  const oldest = new Date(now.getTime() - EVENT_DAYS * DAY_MS);
  const isSpan = !('event_id' in input);
  const row = await db.write<Row>(resend, [actor.tokenId, oldest, ids, isSpan]);
  if (!row?.listens) throw new ApiError('conflict', { because: 'nothing_listens' });
  if (!isSpan && !row.is_known) throw new ApiError('not_found');
  return { events: row.events };
}

async function latestEvents({ db, now }: CommandLineCall, seconds: number): Promise<string[]> {
  await placeEvents(db, now);
  const since = new Date(now.getTime() - seconds * SECOND_MS);
  const rows = await db.rows<{ id: string }>(
    `select e.event_id as id from kept_event e
     where e.tenant_id = $1 and e.feed_position is not null and e.reached_at >= $2
     order by e.reached_at, e.feed_position limit ${MOST_EVENTS + 1}`,
    [since],
  );
  if (rows.length > MOST_EVENTS) {
    throw new ApiError('conflict', { because: ['too_many_to_listener', MOST_EVENTS] });
  }
  return rows.map(({ id }) => id);
}
