// Keeps copies with the SDK under the normal limit of 120 requests a minute, and says how long that takes. It starts
// PostgreSQL, an API and a worker itself. docs/performance.md has its numbers.
//
//   node_modules/.bin/node scripts/release/try-copy.ts large [trainings, 1000000]
//   node_modules/.bin/node scripts/release/try-copy.ts writes [a second, 200] [seconds, 60]
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { TeamApi } from '../../dist/sdk/typescript/index.js';
import { type CopyStep, copy } from '../../dist/sdk/typescript/sync.js';
import { filledDatabase, openCluster } from '../bench/database.ts';
import { freshWindows } from '../bench/drive.ts';
import { residentMiB } from '../bench/proc.ts';
import { startApi, startWorker } from '../bench/server-process.ts';

const types = ['member', 'assignment', 'training'] as const;
const lists = { member: 'users', assignment: 'assignments', training: 'trainings' } as const;

const [part = 'writes', first, second] = process.argv.slice(2);
const trainings = part === 'large' ? Number(first ?? 1_000_000) : 20_000;
const cluster = await openCluster();
const counts = { teams: 1, keys: 3, members: 60, trainings, assignments: 2_000, deals: 0 };
const { url, keys } = await filledDatabase(cluster, 'copy', counts);
const place = { databaseUrl: url, dir: cluster.dir };
const api = await startApi({ ...place, name: 'api' });
const worker = await startWorker({ ...place, name: 'worker' });
const clientOf = (n: number) => new TeamApi({ url: api.url, key: keys[n]?.key ?? '' });
try {
  await (part === 'large'
    ? copyLarge()
    : copyBesideWrites(Number(first ?? 200), Number(second ?? 60)));
} finally {
  await worker.stop();
  await api.stop();
  await cluster.close();
}

/** A copy in a file of SQLite. */
function keep(n: number) {
  const db = new DatabaseSync(`${cluster.dir}/copy-${n}.sqlite`);
  db.exec(`pragma journal_mode = wal;
    create table object (type text, id text, generation int, object text, primary key (type, id))`);
  const put = db.prepare('insert or replace into object values (?, ?, ?, ?)');
  const remove = db.prepare('delete from object where type = ? and id = ?');
  const older = db.prepare('delete from object where generation < ? and type = ?');
  const stop = new AbortController();
  const seen = { requests: 0, changes: 0, isWhole: false };
  const apply = (step: CopyStep) => {
    db.exec('begin');
    for (const { type, id, object } of step.changes) {
      if (object) put.run(type, id, step.generation, JSON.stringify(object));
      else remove.run(type, id);
    }
    if (step.ends) for (const type of step.types) older.run(step.generation, type);
    db.exec('commit');
    seen.requests += 1;
    seen.changes += step.changes.length;
    seen.isWhole ||= step.ends;
  };
  const into = { load: () => null, apply };
  const done = copy({ client: clientOf(n), types, into, signal: stop.signal });
  const rows = () => db.prepare('select type, id, object from object order by type, id').all();
  return { seen, stop, done, rows };
}

async function copyLarge(): Promise<void> {
  const startedAt = performance.now();
  const minutes = () => (performance.now() - startedAt) / 60_000;
  const { seen, stop, done } = keep(0);
  while (!seen.isWhole) {
    await Promise.race([sleep(60_000), done]);
    const memory = [process.pid, api.pid].map((pid) => residentMiB(pid).toFixed(0)).join(' / ');
    console.log(`${minutes().toFixed(1)} min: ${seen.changes} objects, copy / API ${memory} MiB`);
  }
  console.log(`whole after ${minutes().toFixed(1)} min, ${seen.requests} pages`);
  stop.abort();
  await done;
}

/** Two copies begin while others write, and must equal the lists once the writing has ended. */
async function copyBesideWrites(perSecond: number, seconds: number): Promise<void> {
  const tenant = keys[0]?.tenant_id;
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  const statements = [
    `update assignment set note = 'note ' || $2::text where tenant_id = $1 and id = (
       select id from assignment where tenant_id = $1 and id > 'asg_' || md5($2::text) order by id limit 1)`,
    `update training set status = case status when 'completed' then 'started' else 'completed' end
     where tenant_id = $1 and id in (select id from training where tenant_id = $1
       order by created_at desc offset $2::integer % 5000 limit 1)`,
    `delete from assignment a where a.tenant_id = $1 and a.id in (select id from assignment where tenant_id = $1
       order by created_at offset $2::integer % 500 limit 1)
       and not exists (select from training t where t.tenant_id = $1 and t.assignment_id = a.id)`,
    `update member set email = $2::text || '@example.org' where tenant_id = $1 and id in (select id from member
       where tenant_id = $1 and role = 'member' order by id offset $2::integer % 50 limit 1)`,
  ];
  const copies = [keep(0), keep(1)];
  const startedAt = performance.now();
  const running = new Set<Promise<unknown>>();
  let written = 0;
  let refused = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond;
    for (; written < due; written++) {
      const text = statements[written % statements.length] ?? '';
      const one = pool.query(text, [tenant, written]).catch(() => refused++);
      running.add(one);
      void one.finally(() => running.delete(one));
    }
    await sleep(5);
  }
  await Promise.all(running);
  const endedAt = performance.now();
  console.log(`${written} writes in ${seconds} s, ${refused} refused`);
  for (const { seen } of copies) while (!seen.isWhole) await sleep(100);
  const listed = await readLists();
  for (const [n, { seen, rows, stop, done }] of copies.entries()) {
    const isEqual = () =>
      isDeepStrictEqual(
        Object.fromEntries(rows().map((row) => [row.id, JSON.parse(String(row.object))])),
        listed,
      );
    while (!isEqual()) {
      if (performance.now() - endedAt > 600_000)
        throw new Error(`copy ${n} differs from the lists`);
      await sleep(500);
    }
    const late = ((performance.now() - endedAt) / 1_000).toFixed(1);
    console.log(
      `copy ${n} equals the lists ${late} s after the last write: ${seen.changes} changes`,
    );
    stop.abort();
    await done;
  }
  await pool.end();
}

async function readLists(): Promise<Record<string, unknown>> {
  const client = clientOf(2);
  const all: [string, unknown][] = [];
  for (const type of types) {
    for await (const object of client[lists[type]].list({
      limit: 200,
    })) {
      all.push([object.id, object]);
      if (all.length % 20_000 === 0) await freshWindows(url);
    }
  }
  return Object.fromEntries(all);
}
