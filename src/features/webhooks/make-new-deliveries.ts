import { idFloor } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';

/** The most rows that a step looks at. */
export const MOST_READ = 500;

/** A delivery, or an event of which a delivery may be made. */
export type Row = { id: string; at: string; is_chosen: boolean };
type Walk = { at_id: string | null; from_at: string | null; to_at: string; types: string[] };
type Ref = { id: string; endpointId: string };
type Chosen = { run: { actor_kind: string; actor_id: string }; ids: string[] };

/** Reads the next kept events along their ids, which begin with their time, and which of them the run chooses. */
export function readEvents(db: TeamDb, { at_id, from_at, to_at, types }: Walk): Promise<Row[]> {
  const floor = (at: string) => idFloor('evt', new Date(at));
  return db.rows<Row>(
    `select e.event_id as id, e.created_at::text as at, e.type = any ($4::text[]) as is_chosen
     from kept_event e
     where e.tenant_id = $1 and e.event_id > $2 and e.event_id < $3
     order by e.event_id limit ${MOST_READ}`,
    [at_id ?? floor(from_at ?? ''), floor(to_at), types],
  );
}

/**
 * Makes a new delivery of each event. It is urgent and has no plan of retries: these would stand before live events
 * in the queue of the endpoint. The lock keeps housekeeping from removing an event meanwhile.
 */
export async function makeNew(db: TeamDb, ref: Ref, { run, ids }: Chosen): Promise<string[]> {
  if (ids.length === 0) return [];
  await db.rows(
    `select from webhook_event v where v.tenant_id = $1 and v.id = any ($2)
     order by v.id for key share`,
    [ids],
  );
  // A delivery's id has the event's digits of time and random digits.
  const row = await db.write<{ urgent: string[] }>(
    `with chosen as materialized (
       select v.id as event_id, v.type, v.created_at,
         'whd_' || substr(v.id, 5, 10) || right(replace(gen_random_uuid()::text, '-', ''), 16) as id
       from webhook_event v where v.tenant_id = $1 and v.id = any ($2)
     ), made as (
       insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
       select $1, c.id, $3, c.event_id, c.type, c.created_at from chosen c
     ), queued as (
       insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, urgent_at,
         is_replayed)
       select $1, c.id, $3, c.event_id, now(), true from chosen c
     ), asked as (
       insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, run_id, asked_at)
       select $1, c.id, 1, $4, $5, $6, now() from chosen c
     )
     select array(select id from chosen) as urgent`,
    [ids, ref.endpointId, run.actor_kind, run.actor_id, ref.id],
  );
  return row?.urgent ?? [];
}
