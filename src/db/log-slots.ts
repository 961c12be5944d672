/** A row of the request log has lines of one slot: of so many seconds. */
export const SLOT_SECONDS = 10;

/**
 * Slots that have lines from a time on, and perhaps the one before. Compared as a row: of a beginning and
 * an end PostgreSQL expects few lines, and would sort all that there are.
 */
export const endsAfter = (lines: string, time: string) =>
  `(${lines}.slot, ${lines}.key_id) >= (${time}::timestamptz - interval '${SLOT_SECONDS} seconds', '')`;

/**
 * Stores lines of the team `$1`: those of a select with the names of `request_log_line`. For demo data and
 * tests: the API writes its lines by COPY.
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
