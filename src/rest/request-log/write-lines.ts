import type pg from 'pg';
import type { Clock } from '../../shared/clock.ts';
import type { DayCount } from './counts.ts';
import { type GivenLine, isKnown, type KnownLine, type Line } from './line.ts';
import type { KeyReason } from './why.ts';

type Deps = { pool: pg.Pool; clock: Clock };

const LIMIT_MS = 3_000;
const DAY_MS = 86_400_000;

// The tables of control are read by themselves, before the team data is written.
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
  query_timeout: LIMIT_MS,
};

// One statement counts what it inserts, so that lines that are written again, because the answer to the
// first time was lost, are neither doubled nor counted twice. Every process locks the counters in the
// same order.
const writeLines = {
  name: 'write request log',
  text: `with lines as (
      insert into request_log (tenant_id, created_at, request_id, key_id, method, route, path, status,
        code, why, ms, ip)
      select l.* from unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[],
        $6::text[], $7::text[], $8::smallint[], $9::text[], $10::jsonb[], $11::integer[], $12::inet[]) l
      on conflict do nothing
      returning tenant_id, created_at, key_id, status
    ), ended as (
      select l.tenant_id, (l.created_at at time zone 'UTC')::date as day, l.key_id, l.status, 1 as n
      from lines l
      union all
      select c.* from unnest($13::text[], $14::date[], $15::text[], $16::smallint[], $17::integer[]) c
    )
    insert into request_day as d (tenant_id, day, key_id, ok, client_errors, refused, limited,
      server_errors)
    select e.tenant_id, e.day, e.key_id,
      coalesce(sum(e.n) filter (where e.status < 400), 0),
      coalesce(sum(e.n) filter (where e.status between 400 and 499 and e.status not in (401, 429)), 0),
      coalesce(sum(e.n) filter (where e.status = 401), 0),
      coalesce(sum(e.n) filter (where e.status = 429), 0),
      coalesce(sum(e.n) filter (where e.status >= 500), 0)
    from ended e group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, key_id) do update set ok = d.ok + excluded.ok,
      client_errors = d.client_errors + excluded.client_errors, refused = d.refused + excluded.refused,
      limited = d.limited + excluded.limited, server_errors = d.server_errors + excluded.server_errors`,
  query_timeout: LIMIT_MS,
};

/** Finds the team and key of each line by the prefix. An unknown one belongs to no team: no line. */
export async function findTeams({ pool, clock }: Deps, lines: Line[]): Promise<KnownLine[]> {
  const given = lines.filter((line): line is GivenLine => !isKnown(line));
  if (given.length === 0) return lines.filter(isKnown);
  const { rows } = await pool.query<Row>({
    ...findAskers,
    values: [
      given.map(({ asker }) => asker.prefix),
      given.map(({ asker }) => asker.hash),
      given.map(({ at }) => at),
      given.map(({ ip }) => ip),
      clock.stoppedAt(),
    ],
  });
  const now = performance.now();
  const found = given.flatMap((line, n) => knownLine(line, rows[n], now) ?? []);
  return [...lines.filter(isKnown), ...found];
}

type Row = { now: Date; tenant_id: string | null; key_id: string; reason: KeyReason | null };

function knownLine(line: GivenLine, row: Row | undefined, now: number): KnownLine | null {
  if (!row || row.tenant_id === null) return null;
  const { tenant_id: tenantId, key_id: keyId, reason } = row;
  // The database was away when the request came. Its clock tells the time all the same.
  const at = line.at ?? new Date(row.now.getTime() - (now - line.endedAt));
  const why = line.why?.check === 'key' && reason ? { ...line.why, reason } : line.why;
  return { ...line, asker: { tenantId, keyId }, at, why };
}

export async function writeBatch(
  { pool }: Pick<Deps, 'pool'>,
  lines: KnownLine[],
  counts: DayCount[],
): Promise<void> {
  await pool.query({
    ...writeLines,
    values: [
      lines.map(({ asker }) => asker.tenantId),
      lines.map(({ at }) => at),
      lines.map(({ requestId }) => requestId),
      lines.map(({ asker }) => asker.keyId),
      lines.map(({ method }) => method),
      lines.map(({ route }) => route),
      lines.map(({ path }) => path),
      lines.map(({ status }) => status),
      lines.map(({ code }) => code),
      lines.map(({ why }) => (why ? JSON.stringify(why) : null)),
      lines.map(({ ms }) => ms),
      lines.map(({ ip }) => ip),
      counts.map(({ tenantId }) => tenantId),
      counts.map(({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
      counts.map(({ keyId }) => keyId),
      counts.map(({ status }) => status),
      counts.map(({ requests }) => requests),
    ],
  });
}
