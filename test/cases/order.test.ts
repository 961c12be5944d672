import { beforeAll, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let browser: Browser;

/** Case 1 is the newest. Cases 1 to 20,500 take more than one answer of a search. */
beforeAll(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
  await api().sql.query(
    `insert into team_case (tenant_id, id, member_id, visibility, title, created_at, updated_at)
     select $1, 'cas_' || n, $2, 'team',
       case when n in (7, 300, 20400) then 'The needle ' || n else 'hay' end,
       $3::timestamptz - n * interval '1 s', $3
     from generate_series(1, 20500) n`,
    [team.tenantId, team.owner.memberId, '2026-11-01T00:00:00Z'],
  );
});

const find = (input: Parameters<typeof browser.app.cases.list.query>[0]) =>
  browser.app.cases.list.query(input);
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

test('the oldest cases come first, page after page, and the number of all cases stays', async () => {
  const first = await find({ limit: '2', order: 'oldest' });
  expect(idsOf(first)).toEqual(['cas_20500', 'cas_20499']);
  expect(first.total).toBe((await find({})).total);
  const next = await find({ limit: '2', order: 'oldest', cursor: first.next_cursor ?? '' });
  expect(idsOf(next)).toEqual(['cas_20498', 'cas_20497']);
});

test('a search that begins with the oldest case says how far it went, and the next answer continues there', async () => {
  const search = { search: 'needle', order: 'oldest' } as const;
  const first = await find(search);
  expect(idsOf(first)).toEqual(['cas_20400']);
  // 20,000 cases of the 20,500 were looked at, from the oldest one on.
  expect(first.searched_back_to).toBe('2026-10-31T23:51:39.000Z');
  const second = await find({ ...search, cursor: first.next_cursor ?? '' });
  expect(idsOf(second)).toEqual(['cas_300', 'cas_7']);
  expect(second.next_cursor).toBeNull();
});

test('a cursor of one order is refused in the other one', async () => {
  const newest = (await find({ limit: '2' })).next_cursor ?? '';
  const oldest = (await find({ limit: '2', order: 'oldest' })).next_cursor ?? '';
  expect(await codeOf(find({ cursor: newest, order: 'oldest' }))).toBe('validation_error');
  expect(await codeOf(find({ cursor: oldest, order: 'newest' }))).toBe('validation_error');
  expect(idsOf(await find({ limit: '1', cursor: newest, order: 'newest' }))).toEqual(['cas_3']);
});
