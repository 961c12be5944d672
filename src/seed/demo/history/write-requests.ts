import { insertLines } from '../../../db/log-slots.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import type { Requests } from './requests.ts';

/** Writes all lines, and all sums by day, with one statement each: the first start waits for thousands of them. */
export async function writeRequestLog(db: TeamDb, { lines, days }: Requests): Promise<void> {
  await db.write(
    insertLines(
      `select r.* from json_to_recordset($2::json) as r(created_at timestamptz,
         request_id uuid, key_id text, method text, route text, path text, status smallint, code text,
         why jsonb, ms integer, ip text)`,
    ),
    [JSON.stringify(lines)],
  );
  await db.write(
    `insert into request_day as d (tenant_id, day, key_id, ok, client_errors, refused, limited,
       server_errors)
     select $1, r.day, r.key_id, r.ok, r.client_errors, r.refused, r.limited, r.server_errors
     from json_to_recordset($2::json) as r(day date, key_id text, ok integer,
       client_errors integer, refused integer, limited integer, server_errors integer)
     on conflict (tenant_id, day, key_id) do update set ok = d.ok + excluded.ok,
       client_errors = d.client_errors + excluded.client_errors,
       refused = d.refused + excluded.refused, limited = d.limited + excluded.limited,
       server_errors = d.server_errors + excluded.server_errors`,
    [JSON.stringify([...days.values()])],
  );
}
