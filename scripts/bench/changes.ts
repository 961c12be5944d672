import path from 'node:path';
import type { CannonRequest } from 'autocannon';
import pg from 'pg';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { type BenchCluster, fill, filledDatabase, type LoadedKey, rowsOf } from './database.ts';
import { alternately, drive, freshWindows, type MakeRound, median, roundOf } from './drive.ts';
import { countCpu } from './proc.ts';
import { atMost, type Finding } from './report.ts';
import { encryptionKey, type ServerProcess, startApi, startWorker } from './server-process.ts';

const FLAT_AT_MOST = 1.3;
const BULK_AT_MOST = 1.5;
const [LARGE, SMALL] = [1_000_000, 10_000];
const KEYS = 20;
const [REQUESTS, CONNECTIONS] = [1_000, 8];
const cursorKey = deriveKey(Buffer.from(encryptionKey, 'base64'), 'cursor');

type Options = { rounds: number; quick: boolean };

/** Pages of `GET /changes` beside the lists' own, and what a reader costs writes of many rows. */
export async function measureChanges(
  cluster: BenchCluster,
  { rounds, quick }: Options,
): Promise<Finding[]> {
  const counts = { keys: KEYS, members: 100, assignments: 0, deals: 10_000 };
  const trainings = quick ? LARGE / 10 : LARGE;
  const large = await filledDatabase(cluster, 'changes', { ...counts, teams: 1, trainings });
  const two = { ...counts, teams: 2, trainings: SMALL * 2 };
  const small = await fill(large.url, path.join(cluster.dir, 'changes-small.jsonl'), two);
  const [read, unread] = [small.keys.slice(0, KEYS), small.keys.slice(KEYS)];
  const { url } = large;
  const server = await startApi({ name: 'changes', databaseUrl: url, dir: cluster.dir });
  const worker = await startWorker({ name: 'changes-worker', databaseUrl: url, dir: cluster.dir });
  try {
    const teams = { large: large.keys, small: read };
    for (const [key] of Object.values(teams)) if (key) await openFeed(server, key, 'changes');
    const measure = async (title: string, sides: [MakeRound, MakeRound], most?: number) => {
      for (const warmUp of sides) await warmUp();
      const { ours, theirs } = await alternately(title, rounds, sides);
      const cpu = (one: typeof ours) => one.serverCpuMs + one.postgresCpuMs;
      const bound =
        most === undefined
          ? { ratio: cpu(ours) / cpu(theirs), required: '-', passed: true }
          : atMost(cpu(ours) / cpu(theirs), most);
      return { name: 'changes', title, sides: { ours, theirs }, ...bound };
    };
    const pages = (requests: CannonRequest[]) => async () => {
      await freshWindows(url);
      const load = { amount: requests.length, connections: CONNECTIONS };
      return drive(server, requests, cluster.postmaster, load);
    };
    const findings = [
      await measure('CPU of a page of 200 at the beginning, and of GET /trainings', [
        pages(await walkPages(url, large.keys)),
        pages(await listPages(url, large.keys)),
      ]),
      await measure(
        'CPU of such a page of the large team, and of a small one',
        [pages(await walkPages(url, large.keys)), pages(await walkPages(url, read))],
        FLAT_AT_MOST,
      ),
    ];
    for (const keys of Object.values(teams)) await changeAll(url, keys);
    findings.push(
      await measure('CPU of a page of 200 changes, and of GET /trainings', [
        pages(await changePages(url, large.keys, 'training')),
        pages(await listPages(url, large.keys)),
      ]),
      await measure(
        'CPU of such a page of the large team, and of a small one',
        [
          pages(await changePages(url, large.keys, 'training')),
          pages(await changePages(url, read, 'training')),
        ],
        FLAT_AT_MOST,
      ),
      await measure(
        'the same of a type that never changes',
        [
          pages(await changePages(url, large.keys, 'case')),
          pages(await changePages(url, read, 'case')),
        ],
        FLAT_AT_MOST,
      ),
    );
    for (const [name, text] of Object.entries(bulk)) {
      const [ours, theirs] = [read, unread].map((keys) => bulkWrite(cluster, url, keys, text));
      if (!ours || !theirs) throw new Error('there are two teams');
      findings.push(
        await measure(`${name}, with a reader and without`, [ours, theirs], BULK_AT_MOST),
      );
    }
    return findings;
  } finally {
    await worker.stop();
    await server.stop();
  }
}

const bulk = {
  'CPU of a statement that changes 10,000 deals': `update crm_deal set amount = amount + 1 where tenant_id = $1`,
  'CPU of a statement that changes 18,000 evaluations': `update evaluation set total = (total + 1) % 100 where tenant_id = $1`,
};

const headersOf = ({ key }: LoadedKey) => ({ authorization: `Bearer ${key}` });
const tenantOf = (keys: readonly LoadedKey[]) => keys[0]?.tenant_id ?? '';

/** The key becomes a reader of this feed. */
export async function openFeed(
  { url }: ServerProcess,
  { key }: LoadedKey,
  feed: 'events' | 'changes',
): Promise<void> {
  // The fewest rows: the beginning is not what is measured.
  const types = feed === 'changes' ? '&types=case' : '';
  for (let cursor = ''; ; ) {
    const path = `${BASE_PATH}/${feed}?wait=1${types}${cursor && `&cursor=${cursor}`}`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as { has_more: boolean; cursor: string };
    if (!page.has_more) return;
    cursor = page.cursor;
  }
}

type Feed = { id: string; begin: string; last: number };

async function feedOf(url: string, tenant: string): Promise<Feed> {
  const [feed] = await rowsOf<Feed>(
    url,
    `select id::text, '1' as begin, last_position::float8 as last from change_feed where tenant_id = $1`,
    [tenant],
  );
  if (!feed) throw new Error('the list has not begun');
  return feed;
}

type Place = { at: string; id: string };

function requestsAt(
  keys: readonly LoadedKey[],
  types: string,
  places: readonly Place[],
): CannonRequest[] {
  return Array.from({ length: REQUESTS }, (_, n) => {
    const key = keys[n % keys.length] as LoadedKey;
    const place = places[n % places.length] as Place;
    const list = { route: 'changes', tenant: key.tenant_id, filters: { types } };
    const query = new URLSearchParams({
      types,
      limit: '200',
      cursor: encodeCursor({ ...list, ...place }, cursorKey),
    });
    return { method: 'GET', path: `${BASE_PATH}/changes?${query}`, headers: headersOf(key) };
  });
}

/** Some trainings of the team, at random. */
const someTrainings = (url: string, tenant: string) =>
  rowsOf<{ id: string; at: Date }>(
    url,
    `select id, created_at as at from (select id, created_at, percent_rank() over (order by id) as rank
       from training where tenant_id = $1) t where rank < 0.9 order by md5(id) limit ${REQUESTS}`,
    [tenant],
  );

async function walkPages(url: string, keys: readonly LoadedKey[]): Promise<CannonRequest[]> {
  const tenant = tenantOf(keys);
  const { id: feed, begin, last } = await feedOf(url, tenant);
  const places = (await someTrainings(url, tenant)).map(({ id }) => ({
    at: `${feed} ${begin} ${last} 1`,
    id: `1 training 0 ${id}`,
  }));
  return requestsAt(keys, 'training', places);
}

async function changePages(
  url: string,
  keys: readonly LoadedKey[],
  types: string,
): Promise<CannonRequest[]> {
  const { id: feed, begin, last } = await feedOf(url, tenantOf(keys));
  const places = Array.from({ length: REQUESTS }, (_, n) => ({
    at: `${feed} ${begin} ${Math.floor((last * 0.9 * n) / REQUESTS)} 1`,
    id: '',
  }));
  return requestsAt(keys, types, places);
}

async function listPages(url: string, keys: readonly LoadedKey[]): Promise<CannonRequest[]> {
  const tenant = tenantOf(keys);
  const trainings = await someTrainings(url, tenant);
  return Array.from({ length: REQUESTS }, (_, n) => {
    const key = keys[n % keys.length] as LoadedKey;
    const { id, at } = trainings[n % trainings.length] as { id: string; at: Date };
    const place = { route: 'trainings', tenant, filters: {}, at: at.toISOString(), id };
    const cursor = encodeCursor(place, cursorKey);
    return {
      method: 'GET',
      path: `${BASE_PATH}/trainings?limit=200&cursor=${cursor}`,
      headers: headersOf(key),
    };
  });
}

/** Changes each training of the team, and waits until the worker has given all changes their places. */
async function changeAll(url: string, keys: readonly LoadedKey[]): Promise<void> {
  const tenant = tenantOf(keys);
  await rowsOf(
    url,
    `update training set status = case status when 'scored' then 'completed' else 'scored' end where tenant_id = $1`,
    [tenant],
  );
  await untilPlaced(url, tenant);
  await rowsOf(url, 'vacuum (analyze) changed_object, change_note, training');
}

async function untilPlaced(url: string, tenant: string): Promise<void> {
  const text = 'select place_changes($1, now(), false) as more';
  while ((await rowsOf<{ more: boolean }>(url, text, [tenant]))[0]?.more);
}

/** A round is one statement. What a reader's list then does with it is not part of it. */
function bulkWrite(
  cluster: BenchCluster,
  url: string,
  keys: readonly LoadedKey[],
  text: string,
): MakeRound {
  return async () => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const times: number[] = [];
      const [cpu, startedAt] = [countCpu(process.pid, cluster.postmaster), performance.now()];
      for (let n = 0; n < 3; n++) {
        const began = performance.now();
        await client.query(text, [tenantOf(keys)]);
        times.push(performance.now() - began);
      }
      const round = roundOf(times.length, performance.now() - startedAt, cpu());
      return { ...round, serverCpuMs: 0, p50: median(times), p99: Math.max(...times) };
    } finally {
      await client.end();
      await untilPlaced(url, tenantOf(keys));
    }
  };
}
