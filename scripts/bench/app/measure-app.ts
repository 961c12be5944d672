import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { hashToken, newToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import { insertLines } from '../../../src/db/log-slots.ts';
import { startChromium } from '../../../test/browser/harness/chromium.ts';
import { type BenchCluster, fill, newDatabase } from '../database.ts';
import { median } from '../drive.ts';
import { type Finding, upTo } from '../report.ts';
import { startApi } from '../server-process.ts';
import { firstRow, longestTask } from './in-browser.ts';

const [FIRST_ROW_MS, TASK_MS] = [500, 100];
const [MEMBERS, LINES] = [10_000, 1_000_000];
const [TRIES, SCREENS] = [10, 150];

const lists = [
  { path: 'members', filter: 'role:admin' },
  { path: 'request-log', filter: 'status:4xx' },
];

/** Opens, scrolls and filters the pages of the app with long lists in a browser. */
export async function measureApp(cluster: BenchCluster, quick: boolean): Promise<Finding[]> {
  const share = quick ? 0.1 : 1;
  const databaseUrl = await newDatabase(cluster, 'bench_app');
  const file = path.join(cluster.dir, 'app.jsonl');
  await rm(file, { force: true });
  const few = { trainings: 10, assignments: 10, deals: 10 };
  await fill(databaseUrl, file, { teams: 1, keys: 2, ...few });
  const sql = new pg.Client(databaseUrl);
  await sql.connect();
  const token = await openSession(sql);
  await makeLarge(sql, { members: MEMBERS * share, lines: LINES * share });
  await sql.end();
  const server = await startApi({ name: 'app', databaseUrl, dir: cluster.dir });
  const browser = await startChromium();
  const findings: Finding[] = [];
  const add = (title: string, ms: number, bound: number): void => {
    console.error(`${title}: ${ms.toFixed(0)} ms`);
    findings.push({ name: 'app', title, ...upTo(ms, bound, 'ms') });
  };
  try {
    for (const { path: page, filter } of lists) {
      const url = `${server.url.replace('127.0.0.1', 'localhost')}/app/${page}`;
      const opened: Awaited<ReturnType<typeof firstRow>>[] = [];
      for (let n = 0; n < Math.max(2, TRIES * share); n += 1) {
        opened.push(await firstRow(browser, token, url));
      }
      // The first visit warms up.
      const visits = opened.slice(1);
      add(`first row of ${page}`, median(visits.map(({ ms }) => ms)), FIRST_ROW_MS);
      add(`opening ${page}, task`, median(visits.map((visit) => visit.longestTask)), TASK_MS);
      const screens = Math.ceil(SCREENS * share);
      const task = await longestTask(browser, token, { url, filter, screens });
      add(`scrolling and filtering ${page}, task`, task, TASK_MS);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return findings;
}

/** Signs the owner in, and returns the token of the session. */
async function openSession(sql: pg.Client): Promise<string> {
  const token = newToken();
  await sql.query(
    `insert into session (id, person_id, token_hash, active_tenant_id, created_at, last_seen_at,
       expires_at)
     select $1, m.user_id, $2, m.tenant_id, now(), now(), now() + interval '1 day'
     from member m where m.role = 'owner'`,
    [newId('ses', new Date()), hashToken(token)],
  );
  return token;
}

/** Gives the team of a session 10,000 members, and a request log of 1,000,000 lines in 30 days. */
async function makeLarge(sql: pg.Client, size: { members: number; lines: number }): Promise<void> {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>(
    `select s.active_tenant_id as tenant_id, k.id
     from session s join api_key k on k.tenant_id = s.active_tenant_id limit 1`,
  );
  const [{ tenant_id: tenantId, id: keyId } = { tenant_id: '', id: '' }] = rows;
  await sql.query(
    `with made as (
       insert into person (id, email, name, created_at)
       select 'usr_large_' || n, 'person' || n || '@large.example',
         (array['Anna', 'Emre', 'Jonas', 'Lena', 'Miriam'])[1 + n % 5] || ' ' || 'Muster' || n, now()
       from generate_series(1, $2::integer) n returning id, email
     ), known as (
       insert into person_team (person_id, tenant_id) select id, $1 from made
     )
     insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at,
       joined_at)
     select $1, 'mem_large_' || id, id, email, 'member', 'active', 'app', now() - interval '1 year',
       now() - interval '1 year'
     from made`,
    [tenantId, size.members],
  );
  for (let ago = 30; ago >= 0; ago -= 1) {
    const day = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    await sql.query(
      `create table request_log_ago_${ago} partition of request_log
         for values from ('${day(ago)}') to ('${day(ago - 1)}')`,
    );
  }
  await sql.query(
    insertLines(`select now() - n * (interval '29 days' / $3) as created_at,
       uuidv7(-n * (interval '29 days' / $3)) as request_id, $2::text as key_id, 'GET' as method,
       (array['/users', '/trainings', '/evaluations', '/me', '/catalog'])[1 + n % 5] as route,
       null as path, case when n % 20 = 0 then 404 else 200 end as status,
       case when n % 20 = 0 then 'not_found' end as code, null::jsonb as why, 5 + n % 40 as ms,
       '198.51.100.7' as ip
     from generate_series(1, $3::integer) n`),
    [tenantId, keyId, size.lines],
  );
  await sql.query('vacuum (analyze)');
}
