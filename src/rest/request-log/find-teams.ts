import type pg from 'pg';
import type { Clock } from '../../shared/time/clock.ts';
import type { TeamLine, UnresolvedLine } from './line.ts';
import type { KeyReason } from './why.ts';

type Deps = { pool: pg.Pool; clock: Clock };

// `api_key` is a table of control, and the log is a table of teams. So this statement only reads the keys, and a
// later one writes the log.
const findKeys = {
  name: 'find keys of requests',
  text: `select k.tenant_id, k.id as key_id, q.now,
      case when k.hash <> i.hash then 'wrong_secret'
        when k.revoked_at <= coalesce(i.at, q.now) then 'revoked'
        when k.expires_at <= coalesce(i.at, q.now) then 'expired'
        when k.ip_ranges <> '{}' and not coalesce(i.ip <<= any (k.ip_ranges), false)
          then 'address_not_allowed' end as reason
    from (select coalesce($5::timestamptz, now()) as now) q
    cross join unnest($1::text[], $2::bytea[], $3::timestamptz[], $4::inet[])
      with ordinality as i (prefix, hash, at, ip, n)
    left join lateral (select a.* from api_key a where a.prefix = i.prefix limit 1) k on true
    order by i.n`,
};

/**
 * Finds the team and the key of each line by the prefix. A line with an unknown prefix belongs to no team,
 * and is dropped.
 */
export async function findTeams(
  { pool, clock }: Deps,
  lines: UnresolvedLine[],
): Promise<TeamLine[]> {
  if (lines.length === 0) return [];
  const { rows } = await pool.query<Row>({
    ...findKeys,
    values: [
      lines.map(({ presented }) => presented.prefix),
      lines.map(({ presented }) => presented.hash),
      lines.map(({ at }) => at),
      lines.map(({ ip }) => ip),
      clock.stoppedAt(),
    ],
  });
  const readAt = performance.now();
  return lines.flatMap((line, n) => teamLineOf(line, rows[n], readAt) ?? []);
}

/** `now` is the time of the database when it read the row. */
type Row = { now: Date; tenant_id: string | null; key_id: string; reason: KeyReason | null };

function teamLineOf(line: UnresolvedLine, row: Row | undefined, readAt: number): TeamLine | null {
  if (!row || row.tenant_id === null) return null;
  const { tenant_id: tenantId, key_id: keyId, reason } = row;
  // If the database was away when the request came, the line has no time yet. Its time is then as long before
  // `row.now` as the request ended before the row was read.
  const at = line.at ?? new Date(row.now.getTime() - (readAt - line.endedAt));
  const why = line.why?.check === 'key' && reason ? { ...line.why, reason } : line.why;
  return { ...line, tenantId, keyId, at, why };
}
