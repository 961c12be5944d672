import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { CommandLineActor } from '../auth/command-line-token.ts';
import { currentTime } from '../db/current-time.ts';
import { newId } from '../db/ids.ts';
import { lockInTeam } from '../db/lock-in-team.ts';
import { TeamDb } from '../db/team-db.ts';
import { type LockLimit, withTransaction } from '../db/transaction.ts';
import { showsMachines } from '../features/webhooks/list-listeners.ts';
import { newSecret, openSecret, sealSecret } from '../features/webhooks/signing-secret.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { findMissed, type Missed } from './find-missed.ts';
import type { ListenInput } from './listen.schema.ts';

export const MOST_LISTENERS = 3;
/**
 * A listener that was not seen for this long may be replaced by another one. A connection is noted more often
 * than this.
 */
const AWAY = "interval '20 seconds'";
/**
 * A command line may resume its listener within this time. raise_one_event() writes events for a
 * minute longer.
 */
const RESUMES_WITHIN = "interval '5 minutes'";

export type OpenListener = {
  id: string;
  tenantId: string;
  team: string;
  /** Only the newest connection of a listener gets events. */
  connectionNo: number;
  secret: string;
  events: readonly string[];
  isResumed: boolean;
  /** The events between two listeners of the same command line. */
  missed: Missed | null;
};

type Row = { id: string; connection_no: number; secret: Buffer; events: string[] };
type Opening = { actor: CommandLineActor; input: ListenInput; secretKey: KeyObject };

/** Connects a command line with the listener that it had, or with a new one if that listener has ended. */
export function openListener(
  pool: pg.Pool,
  opening: Opening,
  limit: LockLimit,
): Promise<OpenListener> {
  const { tenantId } = opening.actor;
  const work = async (client: pg.PoolClient) => {
    // Listeners are opened one after the other, because they are counted.
    await lockInTeam(new TeamDb(client, tenantId), 'listeners');
    return (await resume(client, opening)) ?? begin(client, opening);
  };
  return withTransaction(pool, work, limit);
}

async function resume(
  client: pg.PoolClient,
  { actor: { tenantId, tokenId, teamName }, input, secretKey }: Opening,
): Promise<OpenListener | undefined> {
  if (input.listener === undefined) return undefined;
  const { rows } = await client.query<Row>(
    `update listener l set connection_no = l.connection_no + 1, last_seen_at = now()
     where l.id = $1 and l.tenant_id = $2 and l.token_id = $3
       and l.ended_at is null and l.last_seen_at > now() - ${RESUMES_WITHIN}
     returning l.id, l.connection_no, l.secret, l.events`,
    [input.listener, tenantId, tokenId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const secret = openSecret(secretKey, row.secret, { tenantId, endpointId: row.id });
  return { ...openOf(row, tenantId), team: teamName, secret, isResumed: true, missed: null };
}

async function begin(client: pg.PoolClient, opening: Opening): Promise<OpenListener> {
  const { actor, input, secretKey } = opening;
  const { tenantId, tokenId, personId, memberId, machine, teamName } = actor;
  const db = new TeamDb(client, tenantId);
  const now = await currentTime(client);
  await makeRoom(client, opening, { db, now });
  const id = newId('lsn', now);
  const secret = newSecret();
  const sealed = sealSecret(secretKey, secret, { tenantId, endpointId: id });
  const row = { id, connection_no: 1, events: input.events };
  await db.insert('listener', {
    ...row,
    token_id: tokenId,
    person_id: personId,
    member_id: memberId,
    machine: machineOf(machine),
    secret: sealed,
    created_at: now,
    last_seen_at: now,
  });
  const missed =
    input.listener === undefined ? null : await findMissed(client, input.listener, opening);
  return { ...openOf(row, tenantId), team: teamName, secret, isResumed: false, missed };
}

/**
 * Throws if as many other command lines listen as may listen. Ends a listener that is not connected, so that it takes no
 * place.
 */
async function makeRoom(
  client: pg.PoolClient,
  { actor, input }: Opening,
  { db, now }: { db: TeamDb; now: Date },
): Promise<void> {
  const { tenantId, personId } = actor;
  await client.query(
    `update listener set ended_at = now(), ended_for = 'away'
     where tenant_id = $1 and ended_at is null
       and (id = $2 and person_id = $3 or last_seen_at <= now() - ${RESUMES_WITHIN})`,
    [tenantId, input.listener ?? '', personId],
  );
  // The lock of the team makes openings wait for each other. The rows are locked against an answer that ends one.
  const { rows: living } = await client.query<{ id: string; machine: string; is_away: boolean }>(
    `select id, machine, last_seen_at < now() - ${AWAY} as is_away
     from listener where tenant_id = $1 and ended_at is null
     order by last_seen_at for no key update`,
    [tenantId],
  );
  if (living.length < MOST_LISTENERS) return;
  const [longestAway] = living;
  if (!longestAway?.is_away) {
    if (!showsMachines(actor))
      throw new ApiError('conflict', { because: ['too_many_listeners_hidden', MOST_LISTENERS] });
    const machines = living.map(({ machine }) => machine).join(', ');
    throw new ApiError('conflict', { because: ['too_many_listeners', machines] });
  }
  await db.update('listener', longestAway.id, { ended_at: now, ended_for: 'replaced' });
}

const LONGEST_MACHINE = 100;
const machineOf = (machine: string) => machine.slice(0, LONGEST_MACHINE) || '?';

function openOf({ id, connection_no, events }: Omit<Row, 'secret'>, tenantId: string) {
  return { id, tenantId, connectionNo: connection_no, events };
}
