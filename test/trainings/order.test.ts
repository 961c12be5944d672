import { beforeAll, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let browser: Browser;

/** Three of them have the same time. */
const oldestFirst = ['trn_c', 'trn_a', 'trn_b', 'trn_d', 'trn_e'];

beforeAll(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
  await api().sql.query(
    `insert into training (tenant_id, id, member_id, status, created_at)
     values ($1, 'trn_b', $2, 'scored', $3::timestamptz + interval '1 ms'),
       ($1, 'trn_a', $2, 'scored', $3::timestamptz + interval '1 ms'),
       ($1, 'trn_c', $2, 'scored', $3),
       ($1, 'trn_d', $2, 'aborted', $3::timestamptz + interval '1 ms'),
       ($1, 'trn_e', $2, 'scored', $3::timestamptz + interval '2 ms')`,
    [team.tenantId, team.owner.memberId, '2026-03-01T00:00:00Z'],
  );
});

type Find = typeof browser.app.trainings.list.query;
type Input = Parameters<Find>[0];

async function walk(find: Find, input: Input): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await find({ ...input, ...(cursor && { cursor }) });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

test.each(['list', 'listOwn'] as const)(
  'trainings.%s: both orders are exact mirrors, with each page size and filter, and newest first is usual',
  async (name) => {
    const list = browser.app.trainings[name].query as Find;
    const newestFirst = oldestFirst.toReversed();
    for (const limit of ['1', '2', '3', '50']) {
      expect(await walk(list, { limit })).toEqual(newestFirst);
      expect(await walk(list, { limit, order: 'newest' })).toEqual(newestFirst);
      expect(await walk(list, { limit, order: 'oldest' })).toEqual(oldestFirst);
    }
    const scored = oldestFirst.filter((id) => id !== 'trn_d');
    expect(await walk(list, { limit: '1', order: 'oldest', status: 'scored' })).toEqual(scored);
  },
);

test.each(['list', 'listOwn'] as const)(
  'trainings.%s: a cursor of one order is refused in the other one',
  async (name) => {
    const list = browser.app.trainings[name].query as Find;
    const newest = (await list({ limit: '2' })).next_cursor ?? '';
    const oldest = (await list({ limit: '2', order: 'oldest' })).next_cursor ?? '';
    expect(await codeOf(list({ cursor: newest, order: 'oldest' }))).toBe('validation_error');
    expect(await codeOf(list({ cursor: oldest }))).toBe('validation_error');
    expect((await list({ cursor: newest, order: 'newest' })).data).toHaveLength(3);
  },
);

test('trainings.count says how many trainings each status has, whichever is asked for, of this team alone', async () => {
  const { query } = browser.app.trainings.count;
  const counts = { all: 5, in_progress: 0, completed: 0, scored: 4, aborted: 1 };
  expect(await query({})).toEqual({ total: 5, counts });
  expect(await query({ status: 'aborted' })).toEqual({ total: 1, counts });
  expect(await query({ status: 'unknown' })).toEqual({ total: 0, counts });
  const since = '2026-03-01T00:00:00.002Z';
  expect(await query({ since })).toMatchObject({ total: 1, counts: { all: 1, scored: 1 } });
  const other = await makeTeam(api());
  const stranger = await makeSession(other, other.owner);
  expect(await stranger.app.trainings.count.query({})).toMatchObject({ counts: { all: 0 } });
});

test('trainings.count counts no more than 10,000, and then no status', async () => {
  const large = await makeTeam(api());
  const { app } = await makeSession(large, large.owner);
  await api().sql.query(
    `insert into training (tenant_id, id, member_id, status, created_at)
     select $1, 'trn_' || n, $2, case when n > 10000 then 'aborted' else 'scored' end, $3
     from generate_series(1, 10001) n`,
    [large.tenantId, large.owner.memberId, '2026-03-01T00:00:00Z'],
  );
  const { query } = app.trainings.count;
  expect(await query({})).toEqual({ total: 10_001, counts: null });
  expect(await query({ status: 'aborted' })).toEqual({ total: 1, counts: null });
});

test('the public API has no other order', async () => {
  const asked = await team.request('GET', '/trainings?order=oldest');
  expect([asked.status, asked.body.code]).toEqual([422, 'validation_error']);
  const cases = await team.request('GET', '/cases?order=oldest');
  expect([cases.status, cases.body.code]).toEqual([422, 'validation_error']);
});

test('trainings.beside names the trainings of the same person before and after one, and no other', async () => {
  const other = await team.addMember();
  await api().sql.query(
    `insert into training (tenant_id, id, member_id, status, created_at)
     values ($1, 'trn_other', $2, 'scored', $3)`,
    [team.tenantId, other.memberId, '2026-03-01T00:00:00Z'],
  );
  const beside = (training_id: string) => browser.app.trainings.beside.query({ training_id });
  for (const [n, id] of oldestFirst.entries()) {
    expect(await beside(id)).toEqual({
      earlier_id: oldestFirst[n - 1] ?? null,
      later_id: oldestFirst[n + 1] ?? null,
    });
  }
  expect(await beside('trn_other')).toEqual({ earlier_id: null, later_id: null });
  expect(await codeOf(beside('trn_unknown'))).toBe('not_found');
});
