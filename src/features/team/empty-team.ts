import { teamTables } from '../../db/table-families.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Steps } from '../../operation/system-call.ts';
import { endConnections } from '../crm/connections/disconnect.ts';

/**
 * The tables of a team, in the order of their removal. A table comes before the tables to which it refers.
 * The keys come first of all, so that no new request begins. A trigger removes attempts, retries and pending
 * rows with their deliveries. The members come last.
 */
export const tablesOfTeam = [
  'api_key',
  'api_key_use',
  'idempotency_record',
  'one_time_link',
  'mail',
  'command_line_token',
  'command_line_request',
  'saved_view',
  'technical_contact',
  'listener',
  'webhook_retry_run',
  'webhook_endpoint_hour',
  'webhook_origin_attempt',
  'event_feed',
  'feed_reader',
  'erasure_reader',
  'change_reader',
  'crm_consent',
  'crm_fields',
  'crm_connection',
  ...teamTables.toReversed(),
] as const;

/**
 * Tables with what the team has entered in its programs: keys, logins of command lines, and listeners.
 * Programs could not get the same ones again.
 */
const interfaces = new Set([
  'api_key',
  'api_key_use',
  'command_line_token',
  'listener',
  // A reader that has seen events of the time before must learn that they are gone.
  'event_feed',
  // A reader that begins meanwhile is told of all that is removed.
  'change_feed',
  'change_note',
  'changed_object',
]);

/**
 * Removes the rows of a team in many transactions, but not the team itself. Returns how many rows there were.
 * With `keepsInterfaces`, keys, endpoints and command lines stay, but not what they have done.
 */
export async function emptyTeam(
  steps: Steps,
  { keepsInterfaces = false }: { keepsInterfaces?: boolean } = {},
): Promise<number> {
  // The connections end before their rows are removed, because the rows contain the tokens that must be
  // revoked.
  await steps.inTeam((call) => endConnections(call));
  await steps.inTeam(({ db }) => db.write('select end_change_feed($1)'));
  const tables = tablesOfTeam.filter((table) => !(keepsInterfaces && interfaces.has(table)));
  let rows = 0;
  for (let removed = -1; removed !== 0; ) {
    // This is repeated, because a worker may have written a last row in the meantime.
    removed = await removeKept(steps);
    removed += (await removeDeliveries(steps)) + (await removeListened(steps));
    if (!keepsInterfaces) removed += await removeRows(steps, 'webhook_endpoint');
    for (const table of tables) removed += await removeRows(steps, table);
    rows += removed;
  }
  return rows;
}

async function removeRows(steps: Steps, table: string): Promise<number> {
  const text = `delete from ${table} x where x.tenant_id = $1 and x.ctid = any (array(
    select t.ctid from ${table} t where t.tenant_id = $1 limit $2)) returning 1`;
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (;;) {
    const gone = await steps.inTeam(({ db }) => db.writeRows(text, [size]));
    removed += gone.length;
    if (gone.length < size) return removed;
  }
}

async function removeDeliveries(steps: Steps): Promise<number> {
  const endpoints = await steps.inTeam(({ db }) =>
    db.rows<{ id: string }>('select e.id from webhook_endpoint e where e.tenant_id = $1'),
  );
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (const { id } of endpoints) {
    for (let step = size; step === size; removed += step) {
      step = await steps.inTeam(({ db }) => removeOfEndpoint(db, id, size));
    }
  }
  return removed;
}

/**
 * Removes the events of the feed before their deliveries, because a feed shows each event or says that some are
 * missing. All cursors have expired then: the team has other data.
 */
async function removeKept(steps: Steps): Promise<number> {
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (let step = size; step === size; removed += step) {
    step = await steps.inTeam(async ({ db, now }) => {
      await db.rows(
        'select f.tenant_id from event_feed f where f.tenant_id = $1 for no key update',
      );
      const gone = await db.writeRows<{ event_id: string; created_at: Date }>(
        `delete from kept_event x where x.tenant_id = $1 and x.event_id = any (array(
           select e.event_id from kept_event e where e.tenant_id = $1 limit $2))
         returning x.event_id, x.created_at`,
        [size],
      );
      // Events may have been raised since the work began, or while a clock was ahead.
      await db.write(
        `update event_feed f set last_position = f.last_position + 1, floor = f.last_position + 1,
           floor_at = greatest(f.floor_at, $2,
             (select max(g.at) from unnest($3::timestamptz[]) g (at)))
         where f.tenant_id = $1`,
        [now, gone.map(({ created_at }) => created_at)],
      );
      await removeEvents(db, gone);
      return gone.length;
    });
  }
  return removed;
}

/**
 * An event that only command lines received has no delivery. It is removed here, with the row of its
 * listener.
 */
async function removeListened(steps: Steps): Promise<number> {
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (let step = size; step >= size; removed += step) {
    step = await steps.inTeam(async ({ db }) => {
      const gone = await db.writeRows<{ event_id: string }>(
        `delete from listener_event x where x.tenant_id = $1 and x.event_id = any (array(
           select e.event_id from listener_event e where e.tenant_id = $1
           order by e.event_id limit $2)) returning x.event_id`,
        [size],
      );
      await removeEvents(db, gone);
      return gone.length;
    });
  }
  return removed;
}

/** An event is removed with the first of its deliveries, because all deliveries of the team are removed. */
async function removeOfEndpoint(db: TeamDb, endpointId: string, size: number): Promise<number> {
  const gone = await db.writeRows<{ event_id: string }>(
    `delete from webhook_delivery x where x.tenant_id = $1 and x.id = any (array(
       select d.id from webhook_delivery d where d.tenant_id = $1 and d.endpoint_id = $2
       order by d.created_at desc, d.id desc limit $3)) returning x.event_id`,
    [endpointId, size],
  );
  await removeEvents(db, gone);
  return gone.length;
}

async function removeEvents(db: TeamDb, gone: readonly { event_id: string }[]): Promise<void> {
  await db.write('delete from webhook_event v where v.tenant_id = $1 and v.id = any ($2)', [
    gone.map(({ event_id }) => event_id),
  ]);
}
