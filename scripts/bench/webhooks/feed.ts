import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { encodeCursor } from '../../../src/db/pages/cursor.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { fill, type LoadedKey } from '../database.ts';
import { alternately, drive, freshWindows } from '../drive.ts';
import { atMost, type Finding } from '../report.ts';
import { encryptionKey, type ServerProcess, startApi } from '../server-process.ts';
import type { Site } from './site.ts';

const AT_MOST = 1.3;
const [FEW, MANY] = [100_000, 10_000_000];
const KEYS = 20;
const REQUESTS = 2_000;
const CONNECTIONS = 8;
const TYPE = 'training.completed';
/** An event every 10 ms. */
const EVERY_MS = 10;
const BATCH = 1_000_000;

type Feed = { keys: LoadedKey[]; count: number; begin: Date; history: string };

/** Measures pages of a team that has kept ten million events, against those of a team with a hundred thousand. */
export async function measurePages(site: Site): Promise<Finding[]> {
  const keys = await loadKeys(site, { teams: 2, keys: KEYS });
  const large = await keepEvents(site, keys.slice(0, KEYS), site.quick ? MANY / 10 : MANY);
  const small = await keepEvents(site, keys.slice(KEYS), FEW);
  await site.sql.query('vacuum (analyze) webhook_event, kept_event');
  await site.sql.query('checkpoint');
  const { url: databaseUrl, cluster } = site;
  const server = await startApi({ name: 'feed', databaseUrl, dir: cluster.dir });
  const measure = async (title: string, types?: string): Promise<Finding> => {
    const pages = (feed: Feed) => () => drivePages(site, server, requestsOf(feed, types));
    for (const feed of [large, small]) await pages(feed)();
    const { ours, theirs } = await alternately(title, site.rounds, [pages(large), pages(small)]);
    const sides = { 'large feed': ours, 'small feed': theirs };
    return { name: 'feed', title, sides, ...atMost(ours.p50 / theirs.p50, AT_MOST) };
  };
  try {
    return [
      await measure('p50 of GET /events?limit=200'),
      await measure('the same, of a type that never occurs', 'member.erased'),
    ];
  } finally {
    await server.stop();
  }
}

async function drivePages(
  { url, cluster }: Site,
  server: ServerProcess,
  requests: ReturnType<typeof requestsOf>,
) {
  await freshWindows(url);
  const load = { amount: requests.length, connections: CONNECTIONS };
  return drive(server, requests, cluster.postmaster, load);
}

/** Keys of new teams, which keep their events from now on. */
export function loadKeys(
  { url, cluster }: Site,
  counts: { teams: number; keys: number },
): Promise<LoadedKey[]> {
  const file = path.join(cluster.dir, `feed-${randomUUID()}.jsonl`);
  const none = { members: 2, trainings: 0, assignments: 0, deals: 0 };
  return fill(url, file, { ...none, ...counts }).then(({ keys }) => keys);
}

/** Gives the team a feed with so many events. */
async function keepEvents({ sql }: Site, keys: LoadedKey[], count: number): Promise<Feed> {
  const tenant = keys[0]?.tenant_id ?? '';
  const begin = new Date(Date.now() - count * EVERY_MS);
  const body = { type: TYPE, api_version: API_VERSION, tenant_id: tenant, data: {} };
  await sql.query('set synchronous_commit = off');
  for (let from = 1; from <= count; from += BATCH) {
    await sql.query(
      `with made as materialized (
         select n, 'evt_' || right($1, 16) || lpad(n::text, 10, '0') as id, $5::timestamptz + n * $6 * interval '1 ms' as at
         from generate_series($2::integer, $3::integer) g (n)
       ), event as (
         insert into webhook_event (tenant_id, id, type, body, created_at)
         select $1, m.id, '${TYPE}', $4, m.at from made m
       )
       insert into kept_event (tenant_id, event_id, type, seq, created_at, feed_position, reached_at)
       select $1, m.id, '${TYPE}', m.n, m.at, m.n, m.at from made m`,
      [
        tenant,
        from,
        Math.min(from + BATCH - 1, count),
        JSON.stringify(body),
        begin.toISOString(),
        EVERY_MS,
      ],
    );
    console.error(`feed: ${Math.min(from + BATCH - 1, count)} events`);
  }
  await sql.query('reset synchronous_commit');
  await sql.query(
    `update event_feed set opened_at = now(), last_position = $2, reached_at = now()
     where tenant_id = $1`,
    [tenant, count],
  );
  await sql.query('select place_events($1, now())', [tenant]);
  const { rows } = await sql.query<{ id: string }>('select id::text from event_history');
  return { keys, count, begin, history: rows[0]?.id ?? '' };
}

/** Pages at random places of the feed. */
function requestsOf({ keys, count, begin, history }: Feed, types?: string) {
  const cursorKey = deriveKey(Buffer.from(encryptionKey, 'base64'), 'cursor');
  return Array.from({ length: REQUESTS }, (_, n) => {
    const { tenant_id: tenant = '', key = '' } = keys[n % keys.length] ?? {};
    const position = Math.floor(Math.random() * (count - 5_000));
    const at = new Date(begin.getTime() + position * EVERY_MS).toISOString();
    const list = { route: 'events', tenant, filters: { types } };
    const cursor = encodeCursor({ ...list, at, id: `${history} ${position} 0` }, cursorKey);
    const query = new URLSearchParams({ limit: '200', cursor, ...(types && { types }) });
    const headers = { authorization: `Bearer ${key}` };
    return { method: 'GET' as const, path: `${BASE_PATH}/events?${query}`, headers };
  });
}
