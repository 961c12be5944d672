import { SLOT_SECONDS } from '../../db/log-slots.ts';
import type { RetentionRule } from './retention-rule.ts';

const TEAMS = 200;
const ROWS = 2_000;

/** A large table of team data. Every index of it begins with the team. */
type Table = {
  /** SQL that removes rows of the team `$1` that are older than `$2`, at most `$3` of them. */
  removal: string;
};

export const auditEntries: Table = {
  removal: `delete from audit_entry where tenant_id = $1 and id = any (array(
    select a.id from audit_entry a where a.tenant_id = $1 and a.created_at < $2
    order by a.created_at desc, a.id desc limit $3))`,
};

/** The removal deletes a row when all its lines are old. */
export const strayLines: Table = {
  removal: `delete from request_log_default where tenant_id = $1 and id = any (array(
    select l.id from request_log_default l
    where l.tenant_id = $1 and l.slot <= $2::timestamptz - interval '${SLOT_SECONDS} seconds'
    order by l.slot desc, l.id desc limit $3))`,
};

export const usage: Table = {
  removal: `delete from request_day where tenant_id = $1 and (day, key_id) in (
    select d.day, d.key_id from request_day d
    where d.tenant_id = $1 and d.day < ($2::timestamptz at time zone 'UTC')::date
    order by d.day, d.key_id limit $3)`,
};

/**
 * Removes old rows team by team, because no index finds the old rows of all teams together. In each minute it
 * handles some teams, and in the next minute others. Many teams therefore take several minutes.
 */
export function oldRowsOfTeams({ removal }: Table): RetentionRule['run'] {
  let seen = '';
  return async (client, before) => {
    const { rows: teams } = await client.query<{ id: string }>(
      'select id from tenant where id > $1 order by id limit $2',
      [seen, TEAMS],
    );
    let count = 0;
    for (const { id } of teams) {
      const removed = await client.query(removal, [id, before, ROWS]);
      count += removed.rowCount ?? 0;
      // The next batch goes on with the same team.
      if (removed.rowCount === ROWS) return { count, more: true };
      seen = id;
    }
    if (teams.length < TEAMS) seen = '';
    return { count, more: false };
  };
}
