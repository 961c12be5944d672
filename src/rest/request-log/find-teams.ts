import type pg from 'pg';
import type { Clock } from '../../shared/clock.ts';
import type { GivenLine, KnownLine } from './line.ts';
import type { KeyReason } from './why.ts';

type Deps = { pool: pg.Pool; clock: Clock };

// The tables of control are read in a statement of their own, before the team data is written.
const findAskers = {
  name: 'find askers of requests',
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
export async function findTeams({ pool, clock }: Deps, given: GivenLine[]): Promise<KnownLine[]> {
  if (given.length === 0) return [];
  const { rows } = await pool.query<Row>({
    ...findAskers,
    values: [
      given.map((line) => line.given.prefix),
      given.map((line) => line.given.hash),
      given.map(({ at }) => at),
      given.map(({ ip }) => ip),
      clock.stoppedAt(),
    ],
  });
  const now = performance.now();
  return given.flatMap((line, n) => knownLine(line, rows[n], now) ?? []);
}

type Row = { now: Date; tenant_id: string | null; key_id: string; reason: KeyReason | null };

function knownLine(line: GivenLine, row: Row | undefined, now: number): KnownLine | null {
  if (!row || row.tenant_id === null) return null;
  const { tenant_id: tenantId, key_id: keyId, reason } = row;
  // The database was away when the request came. So the time is computed from the present time of the
  // database.
  const at = line.at ?? new Date(row.now.getTime() - (now - line.endedAt));
  const why = line.why?.check === 'key' && reason ? { ...line.why, reason } : line.why;
  return { ...line, tenantId, keyId, at, why };
}
