import type pg from 'pg';
import { tenantTables } from '../db/tenant-bound.ts';
import { withTransaction } from '../db/transaction.ts';
import { ERASED_EMAIL } from '../features/erasure/replace-names.ts';
import { joinLastName, lastName } from '../features/members/join-last-name.ts';
import { writeWholeFile } from './whole-file.ts';

/** How many rows are in memory at once. */
const ROWS = 500;

/** Tables that are left out: they contain only secrets, or data that other tables contain too. */
const leftOut = new Set([
  'idempotency_record',
  'one_time_link',
  'webhook_delivery_state',
  // One row of this table contains many lines. The view `request_log_line` gives each line as a row.
  'request_log',
  // The team is written first, by a statement of its own.
  'tenant',
]);

/** Conditions that leave out rows that only one person may see (spec, Cases). */
const withoutPrivate = new Map([['team_case', ` and t.visibility <> 'private'`]]);

/**
 * The rows of `tenant` of the team and of its sandboxes. All other rows of a sandbox are exported separately.
 */
const team = 'select t.* from tenant t where t.id = $1 or t.sandbox_of = $1 order by t.id';

/**
 * The people, as the team knows them: former members with the names that they had when they were removed.
 * Erased people are left out.
 */
const people = `select distinct on (m.user_id) m.user_id as id, m.email, ${lastName}
  from member m ${joinLastName()}
  where m.tenant_id = $1 and m.email <> '${ERASED_EMAIL}' and m.user_id > $2
  order by m.user_id, m.removed_at desc nulls first limit ${ROWS}`;
/** This is a statement of its own, because members and accounts may be on different servers. */
const linesOfPeople = `select jsonb_build_object('table', 'person', 'row', jsonb_build_object(
    'id', p.id, 'email', m.email, 'name', case when m.account_id is null then m.name else p.name end,
    'lang', p.lang, 'created_at', p.created_at))::text as line
  from jsonb_to_recordset($1::jsonb) as m (id text, email text, name text, account_id text)
  join person p on p.id = m.id order by p.id`;

/**
 * Columns in which version 0.4.0 kept data of removed accounts. They are left out, because some of
 * the data is newer than the membership.
 */
const newerThanMembership: Readonly<Record<string, string[]>> = {
  member: ['former_name', 'former_addresses'],
};

/**
 * Writes the rows of a team, as they are at one moment, except those left out above. Returns their number.
 * The memory does not grow with the team.
 */
export function exportTeamRows(pool: pg.Pool, tenantId: string, file: string): Promise<number> {
  return withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    return writeWholeFile(file, linesOf(client, tenantId));
  });
}

async function* linesOf(client: pg.PoolClient, tenantId: string): AsyncGenerator<string[]> {
  yield* rowsOf(client, 'tenant', { from: team, tenantId });
  yield* peopleOf(client, tenantId);
  for (const table of tenantTables.filter((name) => !leftOut.has(name))) {
    const from = `select t.* from ${table} t where t.tenant_id = $1${withoutPrivate.get(table) ?? ''}`;
    yield* rowsOf(client, table, { from, tenantId });
  }
}

async function* peopleOf(client: pg.PoolClient, tenantId: string): AsyncGenerator<string[]> {
  for (let seen: string | undefined = ''; seen !== undefined; ) {
    const { rows }: pg.QueryResult<{ id: string }> = await client.query(people, [tenantId, seen]);
    const { rows: lines } = await client.query<{ line: string }>(linesOfPeople, [
      JSON.stringify(rows),
    ]);
    if (lines.length > 0) yield lines.map(({ line }) => line);
    seen = rows.length < ROWS ? undefined : rows.at(-1)?.id;
  }
}

async function* rowsOf(
  client: pg.PoolClient,
  table: string,
  { from, tenantId }: { from: string; tenantId: string },
): AsyncGenerator<string[]> {
  const { rows: secrets } = await client.query<{ name: string }>(
    `select column_name::text as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and data_type = 'bytea'`,
    [table],
  );
  await client.query({
    text: `declare rows_of_team no scroll cursor for
      select (jsonb_build_object('table', $2::text, 'row', to_jsonb(r) - $3::text[]))::text as line
      from (${from}) r`,
    values: [
      tenantId,
      table,
      [...secrets.map(({ name }) => name), ...(newerThanMembership[table] ?? [])],
    ],
  });
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS} from rows_of_team`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS) break;
  }
  await client.query('close rows_of_team');
}
