import { createSecretKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { readEntries } from '../../src/features/audit-log/list-entries.ts';
import { countErrors } from '../../src/features/request-log/list-errors.ts';
import { readLines } from '../../src/features/request-log/list-requests.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const cursorKey = createSecretKey(Buffer.alloc(32));
const now = new Date('2026-11-18T09:00:00.000Z');
const second = (n: number) => new Date(now.getTime() - n * 1_000).toISOString();

beforeAll(async () => {
  const { pool } = database();
  await pool.query(
    `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
     select 'ten_1', 'aud_' || n, 'system', 'system',
       case when n = any ('{1,17}') then 'team.created' else 'case.changed' end, 'x',
       $1::timestamptz - n * interval '1 s' from generate_series(0, 19) n`,
    [now],
  );
  await pool.query(
    insertLines(`select $2::timestamptz - n * interval '1 s' as created_at,
       gen_random_uuid() as request_id, 'key_1' as key_id, 'GET' as method,
       case when n = any ('{1,17}') then '/rare' else '/me' end as route, null as path, 404 as status,
       'not_found' as code, null::jsonb as why, 1 as ms, null as ip
     from generate_series(0, 19) n`),
    ['ten_1', now],
  );
});

/** A call that records its statements. */
function calling() {
  const texts: string[] = [];
  const queryable = {
    query(query: { text: string }) {
      texts.push(query.text);
      return database().pool.query(query as never);
    },
  };
  return { texts, call: { db: new TeamDb(queryable as never, 'ten_1'), cursorKey, now } };
}

const most = 5;
const searches = {
  'the audit log': (call: ReturnType<typeof calling>['call'], cursor?: string) =>
    readEntries(call, { cursor, limit: 2, filter: { action: 'team.created' }, most }),
  'the request log': (call: ReturnType<typeof calling>['call'], cursor?: string) =>
    readLines(call, { cursor, limit: 2, filter: { route: '/rare' }, most }),
};

test.each(Object.entries(searches))(
  'with a rare filter of %s, each page reads few rows and says how far it has looked, and the next continues',
  async (_, search) => {
    const pages: [found: number, searched_back_to: string | null][] = [];
    let cursor: string | undefined;
    do {
      const page = await search(calling().call, cursor);
      pages.push([page.data.length, page.searched_back_to]);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && pages.length < 10);
    expect(pages).toEqual([
      [1, second(4)],
      [0, second(9)],
      [0, second(14)],
      [1, second(19)],
      [0, null],
    ]);
  },
);

test('errors are counted among the newest requests, and the answer says since when', async () => {
  const { call } = calling();
  const since = second(100);
  const { data, counted_back_to } = await countErrors(call, { since }, most);
  expect(data.map(({ route, requests }) => [route, requests])).toEqual([
    ['/me', 4],
    ['/rare', 1],
  ]);
  expect(counted_back_to).toBe(second(4));
  expect((await countErrors(call, { since }, 21)).counted_back_to).toBeNull();
});

test('the course of each group has 24 bars over the period, and their sum is its number of errors', async () => {
  const { call, texts } = calling();
  const last = (n: number) => [...Array(23).fill(0), n];
  const { data, ...span } = await countErrors(call, { since: second(2_400) });
  expect(span).toMatchObject({ begins_at: second(2_400), ends_at: second(0) });
  expect(data.map(({ route, course }) => [route, course])).toEqual([
    ['/me', last(18)],
    ['/rare', last(2)],
  ]);
  // One statement for all groups.
  expect(texts).toHaveLength(1);
  const barsOf = (course: number[] = []) =>
    course.flatMap((count, bar) => (count > 0 ? [bar] : []));
  const rare = (await countErrors(call, { since: second(24) })).data[1];
  expect(barsOf(rare?.course)).toEqual([7, 23]);
  // An end of the period that has passed is the end of the last bar.
  const [early] = (await countErrors(call, { since: second(24), until: second(12) })).data;
  expect(barsOf(early?.course)).toEqual([10, 12, 16, 18, 20, 22]);
});

test.each([
  ['a period as long as the log', { since: new Date(0).toISOString() }, undefined, 19],
  ['errors of which not all are counted', { since: second(2_400) }, 10, 9],
])('the course of %s begins with the first counted error', async (_, period, counted, first) => {
  const { call } = calling();
  const { data, begins_at } = await countErrors(call, period, counted);
  expect(begins_at).toBe(second(first));
  const sums = data.map(({ course }) => course.reduce((sum, count) => sum + count, 0));
  expect(sums).toEqual(data.map(({ requests }) => requests));
  expect(data[0]?.course.at(0)).toBeGreaterThan(0);
});

test.each([
  ['4 minutes', 240_000, 1],
  ['6 minutes', 360_000, 3],
])(
  'a request id leads to its line, even if the clock of a process was wrong by %s',
  async (_, wrongBy, statements) => {
    const hex = (now.getTime() - wrongBy).toString(16).padStart(12, '0');
    const request_id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${hex}`;
    await database().pool.query(
      insertLines(`select $2::timestamptz as created_at, $3::uuid as request_id,
         'key_1' as key_id, 'GET' as method, '/me' as route, null as path, 200 as status,
         null as code, null::jsonb as why, 1 as ms, null as ip`),
      ['ten_1', now, request_id],
    );
    const { call, texts } = calling();
    const page = await readLines(call, { cursor: undefined, limit: 50, filter: { request_id } });
    expect(page.data.map((line) => line.request_id)).toEqual([request_id]);
    // The search looks around the time of the id first, and then among all lines.
    expect(texts).toHaveLength(statements);
  },
);
