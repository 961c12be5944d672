import process from 'node:process';
import { isSharded } from '../sharding.ts';
import type { Queryable } from '../team-db.ts';

/** The position up to which a team has written. A replica with these watermarks has replayed all of it. */
export type TeamWatermark = {
  tenantId: string;
  /** The number of each slot, as PostgreSQL writes an array. */
  numbers: string;
  /** The watermark of the tables that all teams share. */
  shared: string;
};

/** The teams that each open transaction has changed, by its connection. */
const changed = new WeakMap<object, Set<string>>();

/** The slot in which each connection raises watermarks until its commit has ended. */
const raising = new Map<object, Slot>();
type Slot = { of: string; slot: number };
const SLOTS = 4;

/**
 * Begins to note which teams the transaction on this connection changes. A sharded database has no replicas,
 * so nobody reads watermarks there. It notes none, because a watermark would make each change of a team commit in two phases.
 */
export function beginWatermarks(client: Queryable): void {
  if (!isSharded(client)) changed.set(client, new Set());
}

export function endWatermarks(client: Queryable): void {
  changed.delete(client);
  raising.delete(client);
}

/**
 * Notes that the transaction changes tables that queries of the team read. Its commit then raises the watermark of
 * the team. A change outside a transaction does not raise the watermark: in the tests a trigger refuses such a
 * change.
 */
export function noteChange(client: Queryable, tenantIds: string | readonly string[]): void {
  const teams = changed.get(client);
  for (const id of typeof tenantIds === 'string' ? [tenantIds] : tenantIds) teams?.add(id);
}

/**
 * Notes that the transaction changes the name or the address of a person, which each team of the person
 * shows.
 */
export function noteChangeOfPerson(client: Queryable, personId: string): void {
  noteChange(client, PERSON + personId);
}

/** Notes that the transaction changes a table that all teams share. */
export function noteSharedChange(client: Queryable): void {
  noteChange(client, SHARED);
}

const PERSON = 'person ';
const SHARED = 'shared';

const raise = {
  name: 'raise mark',
  text: `update team_mark m set n = m.n + 1 where m.tenant_id = $1 and m.slot = $2`,
};

// The rows are locked in one order, so that two transactions cannot deadlock.
const raiseSeveral = {
  name: 'raise marks',
  text: `with locked as materialized (
      select k.tenant_id from team_mark k
      where k.tenant_id = any (array(
        select unnest($1::text[])
        union select t.tenant_id from person_team t where t.person_id = any ($2)))
        and k.slot = $3
      order by k.tenant_id for update)
    update team_mark m set n = m.n + 1 from locked l where m.tenant_id = l.tenant_id and m.slot = $3`,
};

/**
 * Takes a slot in which no other transaction of this process raises the watermark of the team just now, if there is
 * one. The row of a watermark stays locked until the commit is on the disk. So a team has four rows, and its
 * transactions rarely wait for each other (P751).
 */
function takeSlot(client: Queryable, of: string): number {
  const used = new Set(
    [...raising.values()].flatMap((other) => (other.of === of ? other.slot : [])),
  );
  // Each process begins with another slot, so that two processes rarely take the same one.
  const order = Array.from({ length: SLOTS }, (_, n) => (process.pid + n) % SLOTS);
  const slot = order.find((each) => !used.has(each)) ?? raising.size % SLOTS;
  raising.set(client, { of, slot });
  return slot;
}

/**
 * Raises the watermarks of the changed teams. This is the last statement before the commit and is sent together
 * with the commit, because the rows stay locked until then.
 */
export function raiseWatermarks(client: Queryable): Promise<unknown> | undefined {
  const [first, ...more] = changed.get(client) ?? [];
  if (first === undefined) return undefined;
  const isTeam = first !== SHARED && !first.startsWith(PERSON);
  if (more.length > 0 || !isTeam) return raiseAll(client, [first, ...more]);
  return client.query({ ...raise, values: [first, takeSlot(client, first)] });
}

async function raiseAll(client: Queryable, changes: string[]): Promise<void> {
  const people = changes.filter((name) => name.startsWith(PERSON));
  const teams = changes.filter((name) => name !== SHARED && !name.startsWith(PERSON));
  const slot = takeSlot(client, teams[0] ?? '');
  const values = [teams, people.map((name) => name.slice(PERSON.length)), slot];
  // Both statements are sent before either is awaited, because the commit follows them at once.
  await Promise.all([
    client.query({ ...raiseSeveral, values }),
    changes.includes(SHARED) ? client.query(raiseShared) : undefined,
  ]);
}

/** The number of the timeline that the primary writes. It grows when a replica is promoted. */
const timeline = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;

const raiseShared = {
  name: 'raise shared mark',
  text: `update shared_mark set mark = gen_random_uuid(), timeline = ${timeline} where is_only`,
};

/**
 * Raises the shared watermark on the first visit to a new primary, so that nobody reads a replica of a former
 * primary. Returns the position up to which the primary has written.
 */
export const visitPrimary = {
  name: 'visit primary',
  text: `with raised as (
      update shared_mark set mark = gen_random_uuid(), timeline = ${timeline}
      where is_only and timeline <> ${timeline})
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`,
};

/** The columns of `MarkRow`, in a statement that runs on the primary. */
export const watermarkColumnsOf = (tenantId: string): string =>
  `(select array_agg(k.n order by k.slot)::text from team_mark k where k.tenant_id = ${tenantId}) as mark,
   (select k.mark::text from shared_mark k where k.is_only and k.timeline = ${timeline}) as shared_mark`;

export type WatermarkRow = { mark?: string | null; shared_mark?: string | null };

/**
 * The watermark of a team, from a row with these columns. Undefined in a sandbox, for which replicas do not
 * answer.
 */
export function watermarkOf(
  { mark, shared_mark: shared }: WatermarkRow,
  { tenantId, homeTenantId }: { tenantId: string; homeTenantId: string },
): TeamWatermark | undefined {
  if (tenantId !== homeTenantId || mark == null || shared == null) return undefined;
  return { tenantId, numbers: mark, shared };
}

/** Asks whether this server is a replica, and whether it has replayed everything up to the watermarks. */
export const checkWatermark = {
  name: 'check mark',
  text: `select pg_is_in_recovery() as is_replica,
      exists (select from shared_mark s where s.is_only and s.mark::text = $3)
      and (select count(*) = cardinality($2::bigint[]) from team_mark m
        where m.tenant_id = $1 and m.n >= ($2::bigint[])[m.slot + 1]) as has_all`,
};

export type Checked = { is_replica: boolean; has_all: boolean };
