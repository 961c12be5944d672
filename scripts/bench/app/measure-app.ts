import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { hashToken, newToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import { startChromium } from '../../../test/browser/harness/chromium.ts';
import { type BenchCluster, fill, newDatabase } from '../database.ts';
import { median } from '../drive.ts';
import { type Finding, upTo } from '../report.ts';
import { startApi } from '../server-process.ts';
import { firstRow, longestTask } from './in-browser.ts';
import { makeLarge } from './large-team.ts';

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
