import { insertLines } from '../../db/log-slots.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { insertionOfMany, type Model, type Row } from '../../db/write-row.ts';

/** A line of the request log. A row of it has the lines of ten seconds. */
export type Line = {
  created_at: Date;
  request_id: string;
  key_id: string;
  method: string;
  route: string | null;
  path: string | null;
  status: number;
  code: string | null;
  why: object | null;
  ms: number;
  ip: string;
};

/** What happened to a team, as rows of its tables. A table comes after those that its rows refer to. */
export type Rows = { readonly [M in Model]?: readonly Row<M>[] } & { readonly lines?: Line[] };

const LINE = `created_at timestamptz, request_id uuid, key_id text, method text, route text, path text,
  status smallint, code text, why jsonb, ms integer, ip text`;

/** A row that exists already gets the sum, or the newer use. */
const onConflict: { [M in Model]?: string } = {
  requestDay: `on conflict (tenant_id, day, key_id) do update set ok = t.ok + excluded.ok,
    client_errors = t.client_errors + excluded.client_errors, refused = t.refused + excluded.refused,
    limited = t.limited + excluded.limited, server_errors = t.server_errors + excluded.server_errors`,
  webhookEndpointHour: `on conflict (tenant_id, endpoint_id, hour) do update
    set ok = t.ok + excluded.ok, failed = t.failed + excluded.failed`,
  apiKeyUse: `on conflict (tenant_id, key_id) do update
    set used_at = excluded.used_at, used_ip = excluded.used_ip where t.used_at < excluded.used_at`,
};

/** What PostgreSQL itself gives each row. */
const given: { [M in Model]?: Record<string, string> } = {
  keptEvent: { seq: `nextval('kept_event_order')` },
};

/** Writes each table with one statement: the first start waits for thousands of rows. */
export async function writeRows(db: TeamDb, { lines = [], ...rows }: Rows): Promise<void> {
  for (const [name, list] of Object.entries(rows)) {
    if (list.length === 0) continue;
    const model = name as Model;
    const { text, params } = insertionOfMany(model, list, given[model]);
    await db.write(`${text} ${onConflict[model] ?? ''}`, params);
  }
  if (lines.length === 0) return;
  const select = `select r.* from json_to_recordset($2::json) as r(${LINE})`;
  await db.write(insertLines(select), [JSON.stringify(lines)]);
}
