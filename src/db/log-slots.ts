/**
 * A slot is a period of this many seconds. A row of the request log contains the lines of one key in one slot, because
 * an index entry costs PostgreSQL more than a line. An older process could not write the type `logged_request` with
 * another field, so a new field becomes a column of its own.
 */
export const SLOT_SECONDS = 10;

/**
 * SQL for the slots with lines after `time`. The slot before may be among them. The condition compares rows:
 * for a condition on a beginning and an end PostgreSQL would expect few lines, and would sort all lines.
 */
export const endsAfter = (lines: string, time: string) =>
  `(${lines}.slot, ${lines}.key_id) >= (${time}::timestamptz - interval '${SLOT_SECONDS} seconds', '')`;

/**
 * Stores lines of the team `$1`. `lines` is a select with the column names of `request_log_line`. This is for
 * demo data and tests: the API writes its lines by COPY.
 */
export const insertLines = (lines: string) => `
  insert into request_log (tenant_id, slot, id, key_id, failed, lines)
  select $1, l.slot, (array_agg(l.request_id order by l.created_at))[1], l.key_id, l.failed,
    array_agg(row(l.created_at, l.request_id, l.method, l.route, l.path, l.status, l.code, l.why, l.ms,
      l.ip)::logged_request order by l.created_at)
  from (
    select n.*, n.code is not null as failed,
      date_bin('${SLOT_SECONDS} seconds', n.created_at, 'epoch') as slot
    from (${lines}) n
  ) l
  group by l.slot, l.key_id, l.failed`;
