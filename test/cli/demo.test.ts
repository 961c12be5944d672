import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { daysBefore } from '../../src/seed/demo/calendar.ts';
import { createDemo, type Demo } from '../../src/seed/demo/create-demo.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../harness/api.ts';
import type { RequestOptions } from '../harness/http.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const publicUrl = 'https://app.example.com';
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
let demo: Demo;
let second: Demo;
let madeAt: Date;
/** How many rows each team had at first, for tables that the tests write to as well. */
const sizes = new Map<string, string[]>();
const tables = [
  'audit_entry',
  'request_log',
  'request_day',
  'webhook_delivery',
  'webhook_attempt',
  'webhook_pending',
  'webhook_endpoint_hour',
  'policy',
  'team_case',
];

beforeAll(async () => {
  madeAt = api().clock.now();
  const about = { pool: api().sql, now: madeAt, publicUrl, secretKey };
  demo = await createDemo({ ...about, language: 'de' });
  second = await createDemo({ ...about, language: 'en' });
  for (const table of tables) {
    const { rows: counts } = await api().sql.query<{ n: string }>(
      `select count(*) as n from ${table} group by tenant_id`,
    );
    sizes.set(
      table,
      counts.map(({ n }) => n),
    );
  }
});

function request(method: string, path: string, options: RequestOptions = {}) {
  return api().request(method, path, { key: demo.key, ...options });
}

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return (await api().sql.query(text, [demo.tenant_id])).rows;
}

async function column(text: string): Promise<unknown[]> {
  return (await rows(text)).map((row) => Object.values(row)[0]);
}

test('the assignments in the guides can be given to each active member', async () => {
  const guides = globSync('docs/guides/*/*.md').map((file) => readFileSync(file, 'utf8'));
  const triple =
    /"situation_id": "(sit_\w+)",\s+"personality_id": "(per_\w+)",\s+"industry_id": "(ind_\w+)"/g;
  const requested = guides.flatMap((text) =>
    [...text.matchAll(triple)].map((found) => found.slice(1)),
  );
  expect(requested.length).toBeGreaterThan(5);
  const combinations = new Map(requested.map((ids) => [ids.join(), ids]));
  const members = await column(
    `select id from member where tenant_id = $1 and status = 'active' order by id`,
  );
  const refused: unknown[] = [];
  for (const member_id of members) {
    for (const [situation_id, personality_id, industry_id] of combinations.values()) {
      const body = { title: 'A guide', member_id, situation_id, personality_id, industry_id };
      const made = await request('POST', '/assignments', { body });
      if (made.status !== 201) refused.push([body, made.text]);
      else await request('DELETE', made.headers.location?.replace(BASE_PATH, '') ?? '');
    }
  }
  expect(refused).toEqual([]);
});

test('the demo team has 12 members of every kind, one of them removed, and a key with all scopes', async () => {
  expect(demo).toMatchObject({
    tenant_id: expect.stringMatching(/^ten_/),
    sign_in_url: expect.stringMatching(/^https:\/\/app\.example\.com\/app\/link#[\w-]{43}$/),
    owner_email: expect.stringContaining('@'),
    members: 11,
  });
  expect(
    await column(`select role || ' ' || status || ' ' || count(*) from member
    where tenant_id = $1 group by role, status order by 1`),
  ).toEqual([
    'admin active 2',
    'member active 6',
    'member invited 2',
    'member removed 1',
    'owner active 1',
  ]);
  for (const path of [
    '/me',
    '/users?limit=200',
    '/trainings',
    '/evaluations',
    '/assignments',
    '/cases',
    '/catalog',
    '/analytics/team',
    '/crm/deals',
    '/crm/objections',
  ]) {
    const { status, body } = await request('GET', path);
    expect.soft(status, path).toBe(200);
    if (Array.isArray(body.data)) expect.soft(body.data.length, path).toBeGreaterThan(7);
  }
});

test("the numbers in the demo's result are those that the API shows", async () => {
  for (const name of ['trainings', 'assignments', 'cases'] as const) {
    expect([name, await shown(`/${name}`)]).toEqual([name, demo[name]]);
  }
  expect(await shown('/users')).toBe(demo.members);
  expect(await shown('/crm/deals')).toBe(demo.deals);
  expect(await shown('/crm/objections')).toBe(demo.objections);
});

/** How many entries a list has on all its pages. */
async function shown(path: string): Promise<number> {
  let count = 0;
  let next = '';
  do {
    const { body } = await request('GET', `${path}?limit=200${next}`);
    count += body.data.length;
    next = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (next !== '');
  return count;
}

test('a year of trainings with plausible scores: they rise, and weekends are quiet', async () => {
  expect(demo.trainings).toBeGreaterThan(300);
  const [first, last] = await column(`select avg(total)::float from evaluation
    where tenant_id = $1 group by updated_at > '${daysBefore(madeAt, 180).toISOString()}'
    order by min(updated_at)`);
  expect(Number(last) - Number(first)).toBeGreaterThan(3);
  const [weekend] =
    await column(`select count(*) filter (where extract(isodow from created_at) > 5)::float
    / count(*) from training where tenant_id = $1`);
  expect(weekend).toBeLessThan(0.1);
  expect(
    await column('select distinct status from training where tenant_id = $1 order by 1'),
  ).toEqual(['aborted', 'completed', 'in_progress', 'scored']);
  expect(
    await column(`select count(*)::integer from training t left join evaluation e
      on e.tenant_id = t.tenant_id and e.training_id = t.id
      where t.tenant_id = $1 and (t.status = 'scored') <> (e.training_id is not null)`),
  ).toEqual([0]);
});

test('no session lies in the future, or before its member joined', async () => {
  const [latest] = await column(`select greatest(
      (select max(coalesce(finished_at, created_at)) from training where tenant_id = $1),
      (select max(updated_at) from assignment where tenant_id = $1),
      (select max(greatest(created_at, synced_at, last_activity_at)) from crm_deal where tenant_id = $1),
      (select max(created_at) from crm_objection where tenant_id = $1))`);
  expect(Number(latest)).toBeLessThanOrEqual(madeAt.getTime());
  expect(
    await column(`select count(*)::integer from training t join member m
      on m.tenant_id = t.tenant_id and m.id = t.member_id
      where t.tenant_id = $1 and (t.created_at < m.joined_at or t.created_at > m.removed_at)`),
  ).toEqual([0]);
});

test('there are assignments in all states, and a removed member has only revoked ones (D109)', async () => {
  expect(
    await column('select distinct status from assignment where tenant_id = $1 order by 1'),
  ).toEqual(['done', 'open', 'revoked']);
  expect(
    await column(`select distinct a.status from assignment a join member m
      on m.tenant_id = a.tenant_id and m.id = a.member_id
      where a.tenant_id = $1 and m.status = 'removed'`),
  ).toEqual(['revoked']);
  expect(
    await column(`select count(*)::integer from assignment a join training t
      on t.tenant_id = a.tenant_id and t.id = a.completed_training_id
      where a.tenant_id = $1 and (t.assignment_id, t.member_id, t.situation_id)
        is distinct from (a.id, a.member_id, a.situation_id)`),
  ).toEqual([0]);
});

describe('"vorgabe_gesperrt and kombination_ungueltig arise from real data"', () => {
  const combination = {
    situation_id: 'sit_discovery',
    personality_id: 'per_sceptic',
    industry_id: 'ind_software',
  };

  test.for([
    ['an allowed combination', 'innendienst', {}, 201, undefined, undefined],
    [
      "the team's policy",
      'innendienst',
      { personality_id: 'per_dominant' },
      403,
      'vorgabe_gesperrt',
    ],
    [
      "a member's own policy",
      'neukunden',
      { situation_id: 'sit_closing' },
      403,
      'vorgabe_gesperrt',
    ],
    [
      'a hidden entry',
      'innendienst',
      { industry_id: 'ind_retail' },
      422,
      'kombination_ungueltig',
      'industry',
    ],
    [
      'a rule of the catalog',
      'innendienst',
      { situation_id: 'sit_closing', personality_id: 'per_gatekeeper' },
      422,
      'kombination_ungueltig',
      'personality',
    ],
  ] as const)('%s', async ([, post, change, status, code, dimension]) => {
    const [member_id] = await column(`select id from member where tenant_id = $1
      and email = '${post}@beispiel-vertrieb.example'`);
    const body = { member_id, title: 'Übung', ...combination, ...change };
    const response = await request('POST', '/assignments', { body });
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({
      ...(code ? { code } : { status: 'open' }),
      ...(dimension ? { dimension } : {}),
    });
  });
});

test("the catalog is German and English, with the team's own entry and without the hidden entry", async () => {
  const catalogIn = async (language: string) => {
    const { body } = await request('GET', '/catalog', { headers: { 'accept-language': language } });
    return body as unknown as Record<string, { id: string; name: string }[]>;
  };
  const [german, english] = [await catalogIn('de'), await catalogIn('en')];
  expect(Object.entries(german).map(([name, { length }]) => [name, length])).toEqual([
    ['situation', 9],
    ['personality', 8],
    ['industry', 7],
    ['role', 6],
    ['methodology', 5],
  ]);
  expect(german.situation?.map(({ name }) => name)).toContain('Gespräch am eigenen Messestand');
  expect(english.situation?.map(({ name }) => name)).toContain('Talk at our own trade fair stand');
  expect(german.industry?.map(({ id }) => id)).not.toContain('ind_retail');
});

test('the demo data add no jobs for a worker', async () => {
  const { rows: jobs } = await api().sql.query('select task_identifier from graphile_worker.jobs');
  expect(jobs).toEqual([]);
});

test('a demo in another language has the same numbers', async () => {
  expect(second.tenant_id).not.toBe(demo.tenant_id);
  const counts = ({ members, trainings, assignments, cases, deals, objections }: Demo) => {
    return { members, trainings, assignments, cases, deals, objections };
  };
  expect(counts(second)).toEqual(counts(demo));
  const { rows: sums } = await api().sql.query(
    'select sum(closing) as closing, sum(spread::numeric) as spread from evaluation group by tenant_id',
  );
  expect(sums[0]).toEqual(sums[1]);
  for (const [table, counts] of sizes) expect.soft([...new Set(counts)], table).toHaveLength(1);
});

test('no address could receive mail (RFC 2606)', async () => {
  const emails = await column('select email from member where tenant_id = $1');
  for (const email of emails) expect(email).toMatch(/@beispiel-vertrieb\.example$/);
});

test('the CRM was disconnected after everything that its deals, notes and synchronizations tell of', async () => {
  const [{ first, last } = {}] = await rows(
    `select min(at) as first, max(at) as last from (
       select last_activity_at as at from crm_deal where tenant_id = $1
       union all select synced_at from crm_deal where tenant_id = $1
       union all select created_at from crm_objection where tenant_id = $1
       union all select finished_at from crm_sync_run where tenant_id = $1) told`,
  );
  const [ended] = await rows(
    `select created_at, actor_kind, changes from audit_entry
     where tenant_id = $1 and action = 'crm.disconnected'`,
  );
  expect(ended).toMatchObject({ actor_kind: 'user', changes: { data: 'keep' } });
  expect(last).toEqual(ended?.created_at);
  expect(first).not.toEqual(last);
});
