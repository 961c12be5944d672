import {
  advice,
  crmText,
  crmWord,
  dense,
  entryIds,
  field,
  freeForm,
  largest,
  name,
  tip,
} from './longest-texts.ts';
import type { TestTeam } from './team.ts';
import type { World } from './world.ts';

/** As many rows as need a second page, whatever their size. */
const OVER_A_PAGE = 203;
/** As many rows of 64 KiB as need a second page. */
const LARGE = 40;
/** So many of its own entries a team has released, and may release some more. */
const RELEASED = 950;

/** What older releases have written when a person changed the pipelines of a connection. */
const pipelines = { pipelines: Array(200).fill(crmWord) };

type Filling = {
  table: string;
  count: number;
  /** The procedure whose input says how large the columns may be, also those that come later. */
  written?: string;
  /** The other columns that may be large, filled to their limits. */
  columns?: Record<string, unknown>;
  /** SQL for the columns that differ from row to row, by the number `n` of the row. */
  keys?: Record<string, string>;
  /** Which row of the team is copied. */
  like?: string;
};

const earlier = (column: string, step = '1 second') =>
  `(t.row ->> '${column}')::timestamptz - n * interval '${step}'`;
const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;

/** The rows of a full team. Each is a copy of a row of its world. */
function fillings({ team: { owner }, connection, endpoint }: World): Filling[] {
  const member_id = owner.memberId;
  return [
    {
      table: 'member',
      like: `status = 'active' and role = 'member'`,
      count: OVER_A_PAGE,
      columns: {
        sandbox_name: null,
        former_name: null,
        former_addresses: [],
        rights: ['manage_keys'],
      },
      keys: {
        id: id('mem'),
        user_id: id('usr'),
        email: `rpad(n::text, 242, 'a') || '@example.com'`,
      },
    },
    {
      table: 'member',
      like: `status = 'removed'`,
      count: OVER_A_PAGE,
      columns: { former_name: name(200), former_addresses: [], rights: [], sandbox_name: null },
      keys: {
        id: `'mem_' || lpad((10000 + n)::text, 26, '0')`,
        email: `rpad((10000 + n)::text, 242, 'a') || '@example.com'`,
        removed_at: earlier('removed_at'),
      },
    },
    {
      table: 'api_key',
      count: OVER_A_PAGE,
      columns: {
        name: largest('apiKeys.rename', 'name'),
        ip_ranges: Array.from(
          { length: 50 },
          (_, n) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${(4096 + n).toString(16)}/128`,
        ),
      },
      keys: {
        id: id('key'),
        lineage_id: id('lin'),
        prefix: `'svc_' || lpad(n::text, 8, '0')`,
        created_at: earlier('created_at', '1 day'),
      },
    },
    {
      table: 'policy',
      like: 'member_id is null',
      count: 100,
      columns: { entry_ids: entryIds, mode: 'block' },
      keys: {
        id: id('pol'),
        member_id: `'mem_' || lpad(((n + 4) / 5)::text, 26, '0')`,
        dimension: `(array['situation', 'personality', 'industry', 'role', 'methodology'])[n % 5 + 1]`,
      },
    },
    {
      table: 'assignment',
      count: OVER_A_PAGE,
      written: 'assignments.create',
      columns: { member_id },
      keys: { id: id('asg') },
    },
    {
      table: 'training',
      like: `status = 'scored'`,
      count: LARGE,
      columns: { member_id, external_ref: freeForm },
      keys: { id: id('trn') },
    },
    {
      table: 'evaluation',
      count: 12,
      columns: {
        tips: Array(5).fill(tip),
        strongest: advice,
        biggest_lever: advice,
        goal: dense(100),
      },
      keys: { training_id: id('trn'), updated_at: earlier('updated_at') },
    },
    ...['team', 'private'].map((visibility) => ({
      table: 'team_case',
      like: `visibility = '${visibility}'`,
      count: LARGE,
      written: 'cases.create',
      columns: { member_id, persona_id: largest('cases.create', 'persona_id') },
      keys: { id: id(`${visibility}_cas`) },
    })),
    {
      table: 'team_catalog_entry',
      count: 4_950,
      columns: { names: { de: name(120), en: name(120) }, icon: null },
      keys: {
        id: id('cat'),
        archived_at: `case when n > ${RELEASED} then now() end`,
        dimension: `(array['situation', 'personality', 'industry', 'role', 'methodology'])[n % 5 + 1]`,
      },
    },
    {
      table: 'crm_deal',
      count: OVER_A_PAGE,
      columns: {
        title: crmText,
        lost_reason: crmText,
        currency: crmWord,
        amount: '9'.repeat(200),
        pipeline_id: crmWord,
        stage_id: crmWord,
        owner_id: crmWord,
        industry_value: crmWord,
        connection_id: connection,
      },
      keys: { id: id('deal'), external_id: `rpad(n::text, 300, 'x')` },
    },
    {
      table: 'crm_objection',
      count: OVER_A_PAGE,
      columns: { text: crmText, source_id: crmWord, connection_id: connection },
      keys: { id: id('obj'), deal_id: id('deal') },
    },
    {
      table: 'crm_sync_run',
      count: 80,
      columns: {
        set_aside_records: Array(50).fill({ externalId: crmWord, field: crmWord }),
        gone_ids: Array(100).fill(crmWord),
        failure: { status: 400, code: crmWord, field: crmWord },
        connection_id: connection,
      },
      keys: { id: id('run'), started_at: earlier('started_at') },
    },
    {
      table: 'audit_entry',
      count: 16,
      columns: {
        action: 'crm.changed',
        changes: pipelines,
        before: pipelines,
        actor_kind: 'user',
        actor_id: member_id,
      },
      keys: { id: id('aud') },
    },
    {
      table: 'audit_entry',
      count: OVER_A_PAGE,
      columns: {
        action: 'catalog_entry.released',
        changes: { entry_ids: entryIds.slice(1, 101) },
        before: null,
      },
      keys: { id: id('aue') },
    },
    {
      table: 'webhook_event',
      count: OVER_A_PAGE,
      columns: { body: JSON.stringify({ data: { member_id: owner.memberId } }) },
      keys: { id: id('evt') },
    },
    {
      table: 'webhook_delivery',
      count: OVER_A_PAGE,
      columns: { endpoint_id: endpoint, given_up_for: null },
      keys: { id: id('whd'), event_id: id('evt') },
    },
    {
      table: 'webhook_attempt',
      count: OVER_A_PAGE,
      columns: { response_excerpt: '\u0001'.repeat(1_000), error: 'timeout' },
      keys: { delivery_id: id('whd') },
    },
  ];
}

/** Fills the tables that lists read: each column to its limit, and more rows than a page has. */
export async function fillTeam(world: World): Promise<void> {
  for (const filling of fillings(world)) await fill(world.team, filling);
  const { api, tenantId, keyId, owner } = world.team;
  const now = api.clock.now();
  await api.sql.query(
    `insert into person (id, email, name, created_at)
     select ${id('usr')}, rpad(n::text, 242, 'a') || '@example.com', $1, $2
     from generate_series(1, $3::integer) n`,
    [name(200), now, OVER_A_PAGE],
  );
  await api.sql.query(
    `insert into security_log (id, person_id, kind, created_at, ip, user_agent, details)
     select 'sec_' || lpad((10000 - n)::text, 26, '0'), $1, 'passkey_used', $2::timestamptz - n * interval '1 second', $3, $4, $5
     from generate_series(1, $6::integer) n`,
    [owner.userId, now, '1'.repeat(64), '\u0001'.repeat(400), { name: name(100) }, OVER_A_PAGE],
  );
  const why = { check: 'input', detail: dense(500), fields: Array(20).fill(field) };
  await api.sql.query(
    `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
     select $1, date_bin('10 s', $3, 'epoch'), gen_random_uuid(), $2, true, array_agg(row(
       date_bin('10 s', $3, 'epoch') + n * interval '1 ms', gen_random_uuid(), 'DELETE',
       '/users/{member_id}', $4, 400, 'validation_error', $5, 5, $6)::logged_request)
     from generate_series(1, $7::integer) n`,
    [tenantId, keyId, now, dense(200), why, '1'.repeat(64), OVER_A_PAGE],
  );
}

async function fill({ api, tenantId }: TestTeam, filling: Filling): Promise<void> {
  const { table, count, written, keys = {}, like = 'true' } = filling;
  const made = { created_at: earlier('created_at'), ...keys };
  const { rows: texts } = await api.sql.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public'
       and table_name = $1 and data_type in ('text', 'json', 'jsonb', 'numeric', 'ARRAY')`,
    [table],
  );
  const columns = { ...filling.columns };
  for (const { name } of texts) {
    if (name in columns || name in made || isShort(name)) continue;
    columns[name] = written && largest(written, name);
    if (columns[name] !== undefined) continue;
    const add = written
      ? `Add ${name} to the input of ${written} (*.schema.ts). Else fill`
      : 'Fill';
    throw new Error(`${add} ${table}.${name} in test/harness/full-team.ts, or say it is short`);
  }
  const { rowCount } = await api.sql.query(
    `insert into ${table} select f.* from (
       select to_jsonb(o) || $2::jsonb as row from ${table} o
       where tenant_id = $1 and ${like} limit 1
     ) t cross join generate_series(1, $3::integer) n cross join lateral jsonb_populate_record(
       null::${table}, t.row || jsonb_build_object(
         ${Object.entries(made).map(([column, sql]) => `'${column}', ${sql}`)})) f`,
    [tenantId, JSON.stringify(columns), count],
  );
  if (rowCount !== count) throw new Error(`The world has no row of ${table} where ${like}`);
}

const short =
  /^(id|\w+_id|status|role|lang|source|created_through|scopes|created_by|mode|focus_dimension)$/;
const alsoShort =
  /^(visibility|outcome|category|stream|cause|failed_for|action|actor_kind|event_type|type|dimension)$/;

/** Ids of our own, and words of the product. */
function isShort(column: string): boolean {
  return short.test(column) || alsoShort.test(column);
}
