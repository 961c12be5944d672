import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { request } from 'undici';
import { OLDEST_BESIDE as OLDEST } from '../../../src/db/migrations/beside.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import {
  type BenchCluster,
  type LoadedKey,
  openCluster,
  rowsOf,
  runCommand,
} from '../../bench/database.ts';
import {
  encryptionKey,
  type ServerProcess,
  startApi,
  startWorker,
} from '../../bench/server-process.ts';
import { checkOut, commitWith } from './former-release.ts';
import { require, step } from './report.ts';
import { bash, eventually } from './run.ts';
import { inWords, requireAll, Traffic } from './traffic.ts';

const execute = promisify(execFile);

const lists = [
  'users',
  'trainings',
  'evaluations',
  'assignments',
  'cases',
  'crm/deals',
  'crm/objections',
];

type Stage = { checkout: string; cluster: BenchCluster; url: string };
type Row = Record<string, unknown> & { id: string };

/** A database with data of the oldest release, which runs on while this release migrates it and starts beside it. */
export async function tryUpgrade(folder: string): Promise<void> {
  const checkout = path.join(folder, 'oldest');
  const cluster = await openCluster();
  const processes: ServerProcess[] = [];
  try {
    await rowsOf(cluster.url, 'create database upgraded');
    const stage = { checkout, cluster, url: new URL('/upgraded', cluster.url).href };
    await setUp(checkout);
    await trySteps(stage, processes);
  } finally {
    for (const each of processes) await each.stop();
    await cluster.close();
  }
}

async function setUp(checkout: string): Promise<void> {
  await step(`upgrade: set up ${OLDEST}`, async () => {
    const commit = await commitWith((subject) => subject.startsWith(`Release ${OLDEST}`));
    await checkOut(commit, checkout);
    await bash('node scripts/setup.mjs', { cwd: checkout });
    return commit;
  });
}

async function trySteps({ checkout, cluster, url }: Stage, processes: ServerProcess[]) {
  const former = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey };
    return (await execute(process.execPath, ['src/cli.ts', ...words], { env, cwd: checkout }))
      .stdout;
  };
  const place = (name: string) => ({ name, databaseUrl: url, dir: cluster.dir });
  const start = async (running: Promise<ServerProcess>) => {
    processes.push(await running);
    return processes.at(-1) as ServerProcess;
  };
  const old = { home: checkout };
  let key = '';
  let keys: LoadedKey[] = [];
  let before = new Map<string, Row[]>();
  let api: ServerProcess | undefined;

  await step(`upgrade: ${OLDEST} with a year of data`, async () => {
    key = (JSON.parse(await former('demo')) as { key: string }).key;
    const file = path.join(cluster.dir, 'keys.jsonl');
    const counts =
      '--teams 2 --keys 20 --members 5 --trainings 2000 --assignments 2000 --deals 500';
    await former('load', ...counts.split(' '), '--rate-limit', '1000000', '--out', file);
    keys = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    api = await start(startApi({ ...place('old-api'), ...old }));
    await start(startWorker({ ...place('old-worker'), ...old }));
    before = await readLists(api.url, key);
    return [...before].map(([list, rows]) => `${rows.length} ${list}`).join(', ');
  });

  await step(
    'upgrade: this release migrates and starts beside it, 50 requests a second',
    async () => {
      require(keys.length > 0, 'there are no keys');
      const traffic = new Traffic(api?.url ?? '', keys, 50);
      const begun = performance.now();
      const { applied } = JSON.parse(await runCommand(url, ['migrate'])) as { applied: string[] };
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const own = await start(startApi(place('new-api')));
      await start(startWorker(place('new-worker')));
      const beside = new Traffic(own.url, keys, 50);
      await eventually(() => require(beside.seen.sent > 500, 'too few requests'));
      const seen = [await traffic.stop(), await beside.stop()];
      const titles = await rowsOf<{ title: string }>(url, 'select title from assignment');
      for (const each of seen) {
        requireAll(
          each,
          titles.map(({ title }) => title),
        );
        require(each.errors.length === 0, inWords(each));
      }
      return `${applied.length} migrations in ${seconds} s; ${seen.map(inWords).join('; ')}`;
    },
  );

  await step('upgrade: this release answers with all that the old one has answered', async () => {
    const [oldApi, oldWorker, newApi] = processes;
    await oldApi?.stop();
    await oldWorker?.stop();
    const after = await readLists(newApi?.url ?? '', key);
    let fields = 0;
    for (const [list, rows] of before) {
      const byId = new Map(after.get(list)?.map((row) => [row.id, row]));
      for (const row of rows) {
        for (const [name, value] of Object.entries(row)) {
          const now = byId.get(row.id)?.[name];
          require(isDeepStrictEqual(
            now,
            value,
          ), `${list} ${row.id}.${name}: ${JSON.stringify(value)} is now ${JSON.stringify(now)}`);
          fields += 1;
        }
      }
    }
    return `${fields} fields alike`;
  });
}

/** All entries of each list of the public API. */
async function readLists(origin: string, key: string): Promise<Map<string, Row[]>> {
  const read = new Map<string, Row[]>();
  for (const list of lists) {
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const url = `${origin}${BASE_PATH}/${list}?limit=50${query}`;
      const { statusCode, body } = await request(url, {
        headers: { authorization: `Bearer ${key}` },
      });
      const text = await body.text();
      require(statusCode === 200, `${list}: ${statusCode} ${text.slice(0, 200)}`);
      const page = JSON.parse(text) as { data: Row[]; next_cursor: string | null };
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    read.set(list, rows);
  }
  return read;
}
