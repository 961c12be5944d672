import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { controlTables } from '../../src/db/table-families.ts';
import { preparedTexts, TeamDb } from '../../src/db/team-db.ts';
import { assertTenantBound, tenantTables } from '../../src/db/tenant-bound.ts';
import { routes } from '../../src/rest/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';

const api = useApi();
let statements: string[];

/** The API runs in this process, so all statements are known here once every operation has run. */
beforeAll(async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api());
  for (const route of routes) {
    const valid = await validRequest(route, world);
    const headers = route.method === 'POST' ? { 'idempotency-key': route.template } : {};
    for (let i = 0; i < 2; i++) {
      await world.team.request(route.method, valid.path, { ...withBody(valid), headers });
    }
    if (!('cursor' in route.input.shape)) continue;
    const page = await world.team.request('GET', `${valid.path}?limit=1`);
    const cursor = page.body.next_cursor;
    if (cursor) await world.team.request('GET', `${valid.path}?limit=1&cursor=${cursor}`);
  }
  const { userId } = world.member;
  const filters = `user_id=${userId}&status=scored&since=2026-01-01T00:00:00Z`;
  await world.team.request('GET', `/trainings?${filters}&assignment_id=${world.assignment}`);
  await world.team.request('GET', `/cases?user_id=${userId}`);
  await world.team.request('GET', '/evaluations?updated_since=2026-01-01T00:00:00Z');
  await world.team.request('GET', '/evaluations?include=evaluation');
  await world.team.request('GET', `/catalog?member_id=${world.member.memberId}`);
  await world.team.request('POST', '/users', { body: { email: 'a@example.com', role: 'admin' } });
  statements = preparedTexts();
});

type Plan = { [key: string]: unknown; Plans?: Plan[] };

type Scan = { table: string; alias: string; conditions: string };

/** The tables that a plan reads, each with the conditions that restrict it. */
function scansOf(plan: Plan): Scan[] {
  const table = plan['Relation Name'];
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) =>
    String(plan[name] ?? ''),
  );
  const own =
    typeof table === 'string' && plan['Node Type'] !== 'ModifyTable'
      ? [{ table, alias: String(plan.Alias), conditions: conditions.join(' ') }]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}

/**
 * Whether the tenant restricts the rows. In the view of deliveries, the id of a delivery restricts them
 * instead, and the delivery was read by the tenant.
 */
function isBound({ table, conditions }: Scan, all: readonly Scan[]): boolean {
  const column = table === 'tenant' ? 'id' : 'tenant_id';
  if (new RegExp(`\\b${column} = \\(?\\$1\\b`).test(conditions)) return true;
  if (table !== 'webhook_pending' && table !== 'webhook_attempt') return false;
  const [, owner] = /^\(delivery_id = (\w+)\.id\)/.exec(conditions) ?? [];
  return all.some(
    (scan) => scan.alias === owner && scan.table === 'webhook_delivery' && isBound(scan, []),
  );
}

async function explain(text: string): Promise<Plan> {
  const { rows } = await api().sql.query(`explain (generic_plan, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

test('every statement of the product binds the tenant, and prepares on the migrated schema', async () => {
  expect(statements.length).toBeGreaterThan(30);
  for (const text of statements) {
    assertTenantBound(text);
    await explain(text);
  }
});

test('PostgreSQL restricts every read of a team table to $1, whatever the text looks like', async () => {
  let scans = 0;
  for (const text of statements) {
    const all = scansOf(await explain(text));
    for (const scan of all) {
      if (!tenantTables.includes(scan.table)) continue;
      scans += 1;
      if (!isBound(scan, all)) {
        throw new Error(`Reads all of ${scan.table} (${scan.conditions}):\n${text}`);
      }
    }
  }
  expect(scans).toBeGreaterThan(40);
});

test('a column of the answer may have the name of a table, but hides no read of this table', () => {
  const named = 'select (select 1) as "evaluation", m.id from member m where m.tenant_id = $1';
  expect(() => assertTenantBound(named)).not.toThrow();
  for (const hidden of [
    'select (select 1) as "evaluation" from evaluation where $1 = $1',
    'select (select 1) as "evaluation" from "evaluation" where $1 = $1',
    'select 1 from (select 1) as "evaluation", evaluation where $1 = $1',
    'select as "evaluation" from member as "evaluation" where $1 = $1',
  ]) {
    expect(() => assertTenantBound(hidden), hidden).toThrow();
  }
});

test('the handle refuses a statement without the tenant, and cannot be made without a tenant', async () => {
  const db = new TeamDb(api().sql, 'ten_x');
  await expect(db.rows('select m.id from member m')).rejects.toThrow('does not bind');
  await expect(db.write('delete from member m where m.id = $2', ['a'])).rejects.toThrow();
  expect(() => new TeamDb(api().sql, '')).toThrow();
});

/** The tables that belong to no team and that teams do not share: whose rows are about people and the service. */
const ofNoTeam = controlTables.filter(
  (table) => !tenantTables.includes(table) && table !== 'person' && table !== 'event_history',
);

test('a table about people or the service alone is closed to teams', () => {
  expect(ofNoTeam).toEqual(
    expect.arrayContaining(['session', 'passkey', 'security_log', 'process']),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...ofNoTeam),
      fc.constantFrom(
        (table: string) => `select m.id from member m join ${table} s on s.person_id = m.user_id
          where m.tenant_id = $1`,
        (table: string) => `select m.id from member m, ${table} s where m.tenant_id = $1`,
        (table: string) =>
          `select (select count(*) from ${table}) from member m where m.tenant_id = $1`,
        (table: string) => `delete from ${table}`,
        (table: string) => `insert into ${table} (tenant_id) values ($1)`,
      ),
      fc.constantFrom('', 'public.', '"'),
      (table, text, quote) => {
        const name = quote === '"' ? `"${table}"` : `${quote}${table}`;
        expect(() => assertTenantBound(text(name)), text(name)).toThrow('is closed to teams');
      },
    ),
  );
});

test('a statement reads a person through a row of the team that names the person, and not otherwise', () => {
  const bound = `select p.name from person_team t join person p on p.id = t.person_id
    where t.tenant_id = $1 and p.id = $2`;
  expect(() => assertTenantBound(bound)).not.toThrow();
  for (const refused of [
    'select p.password_hash from person p where p.id = $2',
    'select p.password_hash from person p where p.id = $2 and $1::text is not null',
    'select password_hash from public.person where id = $2',
    'update person set email = $3 where id = $2',
    'update person p set email = $3 from person_team t where t.tenant_id = $1 and p.id = $2',
    "insert into person (id, email) values ($1, 'a@example.com')",
    'delete from person p using person_team t where t.tenant_id = $1',
    'select p.name from person_team t, person p where t.tenant_id = $1 and p.id = t.person_id',
    bound.replace('p.id = t.person_id', 'true'),
    bound.replace('= t.person_id', '<> t.person_id'),
    bound.replace('= t.person_id', '= o.person_id'),
    bound.replace('= t.person_id', '= p.person_id'),
    bound.replace('= t.person_id', '= t.person_id or true'),
    bound.replace('t.tenant_id = $1', 'true'),
    bound.replace('person_team t join', 'person_team t right join'),
    bound.replace('person_team t join', 'person_team t full join'),
    `${bound} union all select p.name from person p`,
  ]) {
    expect(() => assertTenantBound(refused), refused).toThrow();
  }
});

describe('a statement without the tenant is refused', () => {
  const mutations: Record<string, (text: string) => string> = {
    'no condition': (text) => text.replace(/\b(\w+\.(?:tenant_id|id)) = \$1\b/, 'true'),
    'another parameter': (text) => text.replace(/\b(\w+\.(?:tenant_id|id)) = \$1\b/, '$1 = $2'),
    'a parameter that only begins like it': (text) => text.replaceAll(' = $1', ' = $10'),
    'another column': (text) => text.replaceAll('.tenant_id = $1', '.member_id = $1'),
    'not equal': (text) => text.replaceAll('.tenant_id = $1', '.tenant_id <> $1'),
    'the literal of a text': (text) =>
      text.replace(/\b(\w+)\.(tenant_id|id) = \$1\b/, "'$1.$2 = $$1' <> ''"),
    'a comment': (text) => text.replace(/\b(\w+\.(?:tenant_id|id) = \$1)\b/, 'true -- $1\n'),
    'a block comment': (text) => text.replace(/\b(\w+\.(?:tenant_id|id) = \$1)\b/, 'true /* $1 */'),
    'an or': (text) => text.replace(/\b(\w+\.(?:tenant_id|id) = \$1)\b/, '($1 or true)'),
    'an or before': (text) => text.replace(/\b(\w+\.(?:tenant_id|id) = \$1)\b/, '(true or $1)'),
    'a negation': (text) => text.replace(/\b(\w+\.(?:tenant_id|id) = \$1)\b/, 'not $1'),
    'the alias of another': (text) =>
      text.replace(
        /\b(from|join|update) (member|training|assignment|team_case) (\w+)\b/,
        '$1 $2 zz',
      ),
    'no alias': (text) =>
      text.replace(/\b(from|join|update) (member|training|assignment|team_case) \w+\b/, '$1 $2'),
    'a quoted table': (text) =>
      text.replace(/\b(from|join|update) (member|training|assignment|team_case) /, '$1 "$2" '),
    'a table of a schema': (text) =>
      text.replace(/\b(from|join|update) (member|training|assignment|team_case) /, '$1 public.$2 '),
    'a further table': (text) => text.replace(/\bfrom (?=\w+ \w+\b)/, 'from policy, '),
    'a further read': (text) => `${text} union all select null from member`,
    'a function for another tenant': (text) =>
      text.replace(/\braise_one_event\(\$1/, 'raise_one_event($2'),
    'an insert for another tenant': (text) =>
      text.replace(/(insert into \w+[^(]*\([^)]*\)\s*(?:values \(|select\s+))\$1/, '$1$2'),
    'an insert with another first column': (text) =>
      text.replace(/(insert into \w+[^(]*\(\s*)tenant_id, (\w+)/, '$1$2, tenant_id'),
  };

  test.each(Object.entries(mutations))('%s', (_, mutate) => {
    let mutated = 0;
    for (const text of statements) {
      const changed = mutate(text);
      if (changed === text) continue;
      mutated += 1;
      expect(() => assertTenantBound(changed), changed.slice(0, 500)).toThrow();
    }
    expect(mutated).toBeGreaterThan(0);
  });

  test('the handle notices if any statement lacks any one of its bindings', () => {
    const bindings = statements.flatMap((text) =>
      [...text.matchAll(/\b\w+\.(?:tenant_id|id) = \$1(?!\d)/g)].map(({ index, 0: found }) => ({
        text,
        changed: `${text.slice(0, index)}true${text.slice(index + found.length)}`,
      })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...bindings.map(({ changed }) => changed)), (changed) => {
        expect(() => assertTenantBound(changed)).toThrow();
      }),
      { numRuns: 300 },
    );
  });

  test('any statement that reads a table of teams without binding its alias is refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tenantTables),
        fc.constantFrom('from', 'join', 'update', 'using', 'delete from', 'lock table', 'table'),
        fc.constantFrom('', ' x', ' as x', ' only x'),
        fc.constantFrom('', ' where y.tenant_id = $1', ' where x.tenant_id = $2', ' where true'),
        (table, verb, alias, where) => {
          expect(() => assertTenantBound(`${verb} ${table}${alias}${where}`)).toThrow();
        },
      ),
    );
  });
});
