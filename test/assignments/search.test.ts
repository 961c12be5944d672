import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let member: Person;
let browser: Browser;
let made: Record<'open' | 'overdue' | 'done' | 'revoked' | 'others', string>;

const dayFromNow = (days: number) =>
  new Date(api().clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  browser = await makeSession(team, team.owner);
  const mine = { member_id: member.memberId };
  const on = (day: number) => ({ created_at: `2026-11-0${day}T00:00:00Z` });
  made = {
    open: await insertAssignment(team, { ...mine, ...on(1), due_date: dayFromNow(3) }),
    overdue: await insertAssignment(team, { ...mine, ...on(2), due_date: dayFromNow(-3) }),
    done: await insertAssignment(team, {
      ...mine,
      ...on(3),
      status: 'done',
      due_date: dayFromNow(-3),
    }),
    revoked: await insertAssignment(team, { ...mine, ...on(4), status: 'revoked' }),
    others: await insertAssignment(team, { member_id: team.owner.memberId, ...on(5) }),
  };
});

type Input = Parameters<typeof browser.app.assignments.list.query>[0];
const find = async (input: Input) =>
  (await browser.app.assignments.list.query(input)).data.map(({ id }) => id);

describe('an admin searches', () => {
  const titled = (title: string, row = {}) => insertAssignment(team, { title, ...row });

  test("for a part of the title, or of the recipient's name or address, in any case", async () => {
    const other = await makeTeam(api());
    await insertAssignment(other, { title: 'Cold CALL', member_id: other.owner.memberId });
    const { memberId, userId, email } = await team.addMember();
    await api().sql.query(`update person set name = 'Zoë Quandt' where id = $1`, [userId]);
    const call = await titled('Cold call 50%_', { member_id: team.owner.memberId });
    const theirs = await titled('Something else', { member_id: memberId });
    expect(await find({ search: 'COLD c' })).toEqual([call]);
    expect(await find({ search: '%_' })).toEqual([call]);
    expect(await find({ search: 'zoë q' })).toEqual([theirs]);
    expect(await find({ search: email.toUpperCase() })).toEqual([theirs]);
    expect(await find({ search: 'quandt', status: 'done' })).toEqual([]);
    expect(await find({ search: 'else', member_id: memberId })).toEqual([theirs]);
    await api().sql.query('delete from assignment where id = any ($1)', [[call, theirs]]);
  });

  test('each answer covers 20,000 assignments and says how far it went, and the next answer continues there', async () => {
    const large = await makeTeam(api());
    const owner = await makeSession(large, large.owner);
    await api().sql.query(
      `insert into assignment (tenant_id, id, member_id, status, title, created_at, updated_at)
       select $1, 'asg_' || n, $2, 'open', case n when 20500 then 'the needle' else 'hay' end,
         $3::timestamptz - n * interval '1 s', $3
       from generate_series(1, 21000) n`,
      [large.tenantId, large.owner.memberId, api().clock.now()],
    );
    const search = owner.app.assignments.list.query;
    const first = await search({ search: 'needle' });
    expect([first.data, first.searched_back_to]).toEqual([[], expect.any(String)]);
    const second = await search({ search: 'needle', cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({
      data: [{ id: 'asg_20500', version: expect.any(String) }],
      next_cursor: null,
    });
  });
});

describe('an admin finds assignments', () => {
  test('newest first, as the list of the public API has them', async () => {
    const { open, overdue, done, revoked, others } = made;
    expect(await find({})).toEqual([others, revoked, done, overdue, open]);
  });

  test('by status; overdue ones are open after their due date', async () => {
    expect(await find({ status: 'open' })).toEqual([made.others, made.overdue, made.open]);
    expect(await find({ status: 'overdue' })).toEqual([made.overdue]);
    expect(await find({ status: 'done' })).toEqual([made.done]);
    expect(await find({ status: 'revoked' })).toEqual([made.revoked]);
  });

  test('with how many each state has, whichever is chosen', async () => {
    const all = { all: 5, open: 3, overdue: 1, done: 1, revoked: 1 };
    const find = browser.app.assignments.list.query;
    expect(await find({})).toMatchObject({ counts: all, total: 5 });
    expect(await find({ status: 'overdue' })).toMatchObject({ counts: all, total: 1 });
    const mine = { member_id: member.memberId };
    const ofMember = { counts: { ...all, all: 4, open: 2 }, total: 2 };
    expect(await find({ ...mine, status: 'open' })).toMatchObject(ofMember);
    const searched = await find({ search: 'a' });
    const { next_cursor } = await find({ limit: '1' });
    const next = await find({ limit: '1', cursor: next_cursor ?? '' });
    for (const page of [searched, next]) {
      expect(page).not.toHaveProperty('counts');
      expect(page).not.toHaveProperty('total');
    }
  });

  test('the open ones by due date first, page by page', async () => {
    const order = 'due' as const;
    const over = [made.done, made.revoked].sort();
    const all = [made.overdue, made.open, made.others, ...over];
    expect(await find({ order })).toEqual(all);
    expect(await find({ order, status: 'open' })).toEqual([made.overdue, made.open, made.others]);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await browser.app.assignments.list.query({ order, limit: '1', cursor });
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
      if (cursor) {
        // The place belongs to this order.
        expect(await codeOf(browser.app.assignments.list.query({ cursor }))).toBe(
          'validation_error',
        );
      }
    } while (cursor);
    expect(paged).toEqual(all);
  });

  test('of a member, page by page, each once', async () => {
    const input = { member_id: member.memberId, limit: '2' };
    const first = await browser.app.assignments.list.query(input);
    const second = await browser.app.assignments.list.query({
      ...input,
      cursor: first.next_cursor ?? '',
    });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([
      made.revoked,
      made.done,
      made.overdue,
      made.open,
    ]);
    expect(second.next_cursor).toBe(null);
    expect(await find({ member_id: member.memberId, status: 'done' })).toEqual([made.done]);
    expect(await find({ member_id: 'mem_unknown' })).toEqual([]);
  });
});

test('an assignment that is due today is not overdue anywhere on earth', async () => {
  const id = await insertAssignment(team, {
    member_id: team.owner.memberId,
    due_date: dayFromNow(-1),
    created_at: '2026-11-06T00:00:00Z',
  });
  const hour = api().clock.now().getUTCHours();
  expect((await find({ status: 'overdue' })).includes(id)).toBe(hour >= 12);
});

test('while member detail is off, the search is refused like the public list', async () => {
  const hidden = await makeTeam(api(), { memberDetail: false });
  const { app } = await makeSession(hidden, hidden.owner);
  expect(await codeOf(app.assignments.list.query({}))).toBe('privacy_restricted');
});
