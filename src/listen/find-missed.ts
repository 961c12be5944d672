import type pg from 'pg';
import type { CommandLineActor } from '../auth/command-line-token.ts';
import type { ListenInput } from './listen.schema.ts';

/** The events that a command line has missed. */
export type Missed = {
  from: string;
  until: string;
  /** How many events of the chosen types are stored. */
  events: number;
  /**
   * `all`: every event of that time is stored, because an endpoint subscribes to each of the types. `some`:
   * an endpoint subscribes to some of the types. `none`: no endpoint subscribes to any, so nobody can know
   * how many events there were.
   */
  known: 'all' | 'some' | 'none';
};

type Span = { from: Date; until: Date };

/** Finds what the command line has missed. Null if it had no such listener. */
export async function findMissed(
  client: pg.PoolClient,
  listenerId: string,
  { actor, input }: { actor: CommandLineActor; input: ListenInput },
): Promise<Missed | null> {
  const { rows: spans } = await client.query<Span>(
    `select l.last_seen_at as from, now() as until from listener l
     where l.id = $1 and l.tenant_id = $2 and l.person_id = $3 and l.ended_for is distinct from 'person'`,
    [listenerId, actor.tenantId, actor.personId],
  );
  const [span] = spans;
  if (!span) return null;
  const { rows: taken } = await client.query<{ type: string }>(
    `select distinct type from webhook_endpoint e, unnest(e.events) as type
     where e.tenant_id = $1 and e.deleted_at is null and e.created_at <= $2`,
    [actor.tenantId, span.from],
  );
  const types = new Set(taken.map(({ type }) => type));
  const kept = input.events.filter((type) => types.has(type));
  const events = await countStored(client, { listenerId, ...actor, ...span, types: input.events });
  const coverage = kept.length === input.events.length ? 'all' : kept.length > 0 ? 'some' : 'none';
  return {
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    events,
    known: coverage,
  };
}

type Stored = Span & { listenerId: string; tenantId: string; types: readonly string[] };

/** Counts the events that endpoints of the team got, and the events that still waited for the listener. */
async function countStored(
  client: pg.PoolClient,
  { listenerId, tenantId, from, until, types }: Stored,
): Promise<number> {
  const { rows } = await client.query<{ events: number }>(
    `select count(*)::integer as events from (
       select d.event_id from webhook_endpoint e
       cross join lateral (
         select d.event_id from webhook_delivery d
         where d.endpoint_id = e.id and d.created_at >= $2 and d.created_at <= $3
           and d.event_type = any ($4)
         order by d.created_at desc, d.id desc limit 10000) d
       where e.tenant_id = $1
       union
       select w.event_id from listener_event w
       where w.listener_id = $5 and w.answered_at is null) missed`,
    [tenantId, from, until, types, listenerId],
  );
  return rows[0]?.events ?? 0;
}
