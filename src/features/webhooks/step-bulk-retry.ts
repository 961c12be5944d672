import { idTime } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { type Conditions, matches, paramsOf, retryable } from './list-all-deliveries.ts';
import { MOST_READ, makeNew, type Row, readEvents } from './make-new-deliveries.ts';
import { replaysLeft } from './rules/require-replays-left.ts';

export type RunRef = { tenantId: string; id: string; endpointId: string };

type Run = {
  /** Null if the run makes new deliveries. */
  filter: Conditions | null;
  /** The types of the events of which the run makes new deliveries. */
  types: string[];
  expected: number | null;
  from_at: string | null;
  to_at: string;
  created_at: string;
  at_time: string | null;
  at_id: string | null;
  actor_kind: string;
  actor_id: string;
  /** True if the API of the team is on and the endpoint is active. */
  may_send: boolean;
};
type Step = {
  /** The deliveries that are urgent now. */
  urgent: string[];
  /** True if there may be more to do at once. */
  moved: boolean;
};

/**
 * The most deliveries of an endpoint that a worker sends at once. A bulk retry queues as many, and no more.
 */
export const MOST_AT_ONCE = 16;
const nothing: Step = { urgent: [], moved: false };

/**
 * Takes one step of a bulk retry, in one transaction. The step makes some deliveries urgent, as a manual
 * retry does, or makes new ones, which are urgent too. It notes how far it has come. If the worker is killed, the
 * step is done as a whole or not at all. If several workers try, one of them takes the step, and the others leave
 * this bulk retry alone.
 */
export async function stepBulkRetry(db: TeamDb, ref: RunRef): Promise<Step> {
  const run = await lockRun(db, ref);
  if (!run) return nothing;
  if (!run.may_send) {
    await finish(db, ref, true);
    return nothing;
  }
  const free = MOST_AT_ONCE - (await countQueued(db, ref));
  if (free <= 0) return nothing;
  const left = run.expected === null ? await leftFor(db, ref) : free;
  if (left <= 0) {
    await finish(db, ref, true);
    return nothing;
  }
  const most = Math.min(free, left);
  const { filter } = run;
  const rows = filter ? await readOn(db, ref, { ...run, filter }) : await readEvents(db, run);
  const chosen = rows.filter(({ is_chosen }) => is_chosen).slice(0, most);
  const last = chosen.length === most ? chosen.at(-1) : rows.at(-1);
  const ids = chosen.map(({ id }) => id);
  const urgent = await (filter ? makeUrgent : makeNew)(db, ref, { run, ids });
  if (last)
    await notePlace(db, ref, { last, looked: rows.indexOf(last) + 1, retried: urgent.length });
  const isEnd = rows.length < MOST_READ && last === rows.at(-1);
  if (isEnd) await finish(db, ref, false);
  return { urgent, moved: !isEnd };
}

function lockRun(db: TeamDb, { id, endpointId }: RunRef): Promise<Run | undefined> {
  return db.row<Run>(
    `select nullif(r.filter, '"all"') as filter, r.types, r.expected, iso(r.from_at) as from_at,
       iso(r.to_at) as to_at, r.created_at::text, r.at_time::text, r.at_id,
       r.actor_kind, r.actor_id, has_api(t.status, t.plan) and exists (
         select from webhook_endpoint e
         where e.tenant_id = $1 and e.id = $3 and e.deleted_at is null
           and e.status = 'active') as may_send
     from webhook_retry_run r join tenant t on t.id = $1
     where r.tenant_id = $1 and r.id = $2 and r.endpoint_id = $3 and r.finished_at is null
     for update of r skip locked`,
    [id, endpointId],
  );
}

/** How many deliveries the team may still send again on the day of this run. */
function leftFor(db: TeamDb, { id }: RunRef): Promise<number> {
  const began = idTime(id);
  if (!began) throw new Error(`The id of a bulk retry has no time: ${id}`);
  return replaysLeft(db, began);
}

async function countQueued(db: TeamDb, { endpointId }: RunRef): Promise<number> {
  const row = await db.row<{ queued: number }>(
    `select count(*)::integer as queued from (select from webhook_pending p
       where p.tenant_id = $1 and p.endpoint_id = $2 and p.urgent_at is not null
       limit ${MOST_AT_ONCE}) p`,
    [endpointId],
  );
  return row?.queued ?? 0;
}

/**
 * True if the delivery has had no attempt since somebody asked for the retry. Otherwise it needs none.
 */
const isUntried = `coalesce((select a.started_at from webhook_attempt a
  where a.tenant_id = $1 and a.delivery_id = d.id order by a.n desc limit 1) <`;

/** Reads the next deliveries of the endpoint, oldest first, and which of them the bulk retry chooses. */
function readOn(
  db: TeamDb,
  { endpointId }: RunRef,
  run: Run & { filter: Conditions },
): Promise<Row[]> {
  const { at_time, at_id, from_at, to_at, created_at, filter } = run;
  const place = at_time === null ? [from_at ?? '-infinity', ''] : [at_time, at_id];
  return db.rows<Row>(
    `with seen as materialized (
       select d.id, d.created_at from webhook_delivery d
       where d.tenant_id = $1 and d.endpoint_id = $2
         and (d.created_at, d.id) > ($3::timestamptz, $4) and d.created_at < $5::timestamptz
       order by d.created_at, d.id limit ${MOST_READ}
     )
     select r.id, r.created_at::text as at,
       ${retryable} and ${matches(7)}
       and ${isUntried} $6::timestamptz, true) as is_chosen
     from seen r cross join lateral (
       select s.* from webhook_delivery_state s where s.tenant_id = $1 and s.id = r.id limit 1) d
     order by r.created_at, r.id`,
    [endpointId, ...place, to_at, created_at, ...paramsOf(filter)],
  );
}

type Chosen = { run: Run; ids: string[] };

/**
 * Locks as a single retry does: the deliveries, then their rows in webhook_pending. Each lock is a
 * statement of its own, so that the last statement sees what others have changed.
 */
async function makeUrgent(db: TeamDb, ref: RunRef, { run, ids }: Chosen): Promise<string[]> {
  if (ids.length === 0) return [];
  await db.rows(
    `select from webhook_delivery d where d.tenant_id = $1 and d.id = any ($2)
     order by d.id for no key update`,
    [ids],
  );
  await db.rows(
    `select from webhook_pending p where p.tenant_id = $1 and p.delivery_id = any ($2)
     order by p.delivery_id for no key update`,
    [ids],
  );
  const row = await db.write<{ urgent: string[] }>(
    `with chosen as materialized (
       select d.id, d.endpoint_id, d.event_id, d.event_type, d.attempt, d.lease_no
       from unnest($2::text[]) as c (id) cross join lateral (
         select s.* from webhook_delivery_state s where s.tenant_id = $1 and s.id = c.id limit 1) d
       where ${retryable} and ${isUntried} $3::timestamptz, true)
     ), queued as (
       insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, is_ping, attempt,
         lease_no, urgent_at, is_replayed)
       select $1, c.id, c.endpoint_id, c.event_id, c.event_type = 'ping', c.attempt, c.lease_no, now(), true
       from chosen c
       on conflict (delivery_id) do update set urgent_at = excluded.urgent_at, is_replayed = true
     ), again as (
       update webhook_delivery d set given_up_for = null, given_up_at = null
       where d.tenant_id = $1 and d.id = any (array(select id from chosen))
         and d.given_up_at is not null
     ), asked as (
       insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, run_id, asked_at)
       select $1, c.id, c.attempt + 1, $4, $5, $6, now() from chosen c
       on conflict (tenant_id, delivery_id, n) do update set
         actor_kind = excluded.actor_kind, actor_id = excluded.actor_id,
         run_id = excluded.run_id, asked_at = excluded.asked_at
     )
     select array(select id from chosen) as urgent`,
    [ids, run.created_at, run.actor_kind, run.actor_id, ref.id],
  );
  return row?.urgent ?? [];
}

type Place = { last: Row; looked: number; retried: number };

async function notePlace(db: TeamDb, ref: RunRef, { last, looked, retried }: Place): Promise<void> {
  await db.write(
    `update webhook_retry_run r set at_time = $4, at_id = $5, looked_at = r.looked_at + $6,
       retried = r.retried + $7
     where r.tenant_id = $1 and r.id = $2 and r.endpoint_id = $3`,
    [ref.id, ref.endpointId, last.at, last.id, looked, retried],
  );
}

async function finish(db: TeamDb, { id, endpointId }: RunRef, stopped: boolean): Promise<void> {
  await db.write(
    `update webhook_retry_run r set finished_at = now(), stopped = $4
     where r.tenant_id = $1 and r.id = $2 and r.endpoint_id = $3`,
    [id, endpointId, stopped],
  );
}
