import { functions } from './generated/tables.ts';

type Functions = typeof functions;
/** The names of a first argument that is the id of a team. */
type Tenant = 'of_tenant' | 'team';
type WithoutTenant = {
  [F in keyof Functions]: Functions[F] extends Tenant ? never : F;
}[keyof Functions];

/** Whether a statement of a team may call the functions of the schema that do not begin with a tenant. */
const withoutTenant: Record<WithoutTenant, boolean> = {
  admit_calls: false,
  commit_in_two_phases: false,
  database_origin: true,
  enqueue: false,
  enqueue_in_turn: true,
  has_api: true,
  iso: true,
  note_changes: false,
  notify_readers: false,
  notify_workers: false,
  outgoing_ago: true,
  place_events_of_feeds: false,
  teams_with_change_readers: false,
};

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What else may stand before a parenthesis: words of SQL, functions of PostgreSQL, and one of the queue. */
const known: ReadonlySet<string> = new Set([
  ...words(`
    all and any array as between by case cast coalesce conflict distinct else except exists filter from
    greatest group having ilike in intersect join lateral least like limit materialized not nullif numeric
    offset on or order over partition returning row select set some then timestamptz union using values varchar when
    where`),
  ...words(`
    abs array_agg array_append array_length array_position array_remove array_to_string avg bool_and
    bool_or btrim cardinality ceil char_length chr clock_timestamp concat concat_ws count date_bin
    date_part date_trunc decode encode extract first_value floor format gen_random_uuid generate_series
    hashtext hashtextextended host json_agg json_array_elements json_array_length json_build_array
    json_build_object json_each json_each_text json_object_agg json_populate_recordset json_to_record
    json_to_recordset jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length
    jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_object_agg jsonb_object_keys
    jsonb_set jsonb_to_record jsonb_to_recordset jsonb_typeof lag last_value lead left length lower lpad
    make_interval max md5 min mod mode nextval normalize now octet_length percentile_cont percentile_disc
    pg_advisory_xact_lock pg_column_size pg_try_advisory_xact_lock position rank regexp_replace replace
    reverse right round row_number row_to_json rtrim sha256 split_part starts_with string_agg
    string_to_array strpos substr substring sum timezone to_char to_json to_jsonb to_regclass to_timestamp
    translate trim trunc unnest upper`),
  ...Object.entries(withoutTenant).flatMap(([name, isAllowed]) => (isAllowed ? [name] : [])),
  'graphile_worker.add_job',
]);

const ofTeam = new Map<string, string>(
  Object.entries(functions).filter(([name]) => !(name in withoutTenant)),
);

/** A name before a parenthesis, except a name to which the parentheses give columns. */
const call =
  /(?<!(?:\b(?:as|into|with|recursive|ordinality)|\))\s+)(?<![\w."])("?[a-z_][\w."]*)\s*\((?!\s*[\w\s,]*\)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(\s*(?:select|values|insert|update|delete)\b)(\s*\$1\s*[,)])?/g;

/**
 * Refuses calls of functions of the schema for another tenant than `$1`, which has to be their first argument, and
 * of functions that are not known.
 */
export function refuseCalls(text: string, refuse: (why: string) => never): void {
  for (const [, name = '', forTenant] of text.matchAll(call)) {
    if (ofTeam.has(name) && !forTenant) refuse(`asks ${name} for another tenant`);
    if (!ofTeam.has(name) && !known.has(name)) refuse(`calls ${name}, which is not known`);
  }
}
