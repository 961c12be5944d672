import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { insertAssignment, insertScoredTraining, insertTraining } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let member: Person;
let browser: Browser;
let own: Record<'open' | 'done' | 'revoked' | 'running' | 'scored', string>;
let others: { assignment: string; training: string };

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  browser = await makeSession(team, member);
  const [mine, theirs] = [{ member_id: member.memberId }, { member_id: team.owner.memberId }];
  const open = await insertAssignment(team, { ...mine, created_at: '2026-11-01T00:00:00Z' });
  own = {
    open,
    done: await insertAssignment(team, {
      ...mine,
      status: 'done',
      created_at: '2026-11-02T00:00:00Z',
    }),
    revoked: await insertAssignment(team, { ...mine, status: 'revoked' }),
    running: await insertTraining(team, {
      ...mine,
      status: 'in_progress',
      assignment_id: open,
      created_at: '2026-11-02T00:00:00Z',
    }),
    scored: await insertScoredTraining(team, { ...mine, created_at: '2026-11-01T00:00:00Z' }),
  };
  others = {
    assignment: await insertAssignment(team, theirs),
    training: await insertScoredTraining(team, theirs),
  };
});

const idsOf = async (page: Promise<{ data: { id: string }[] }>) =>
  (await page).data.map(({ id }) => id);

describe('a member sees', () => {
  test('their own assignments, open and done, newest first, without revoked ones', async () => {
    const { listOwn } = browser.app.assignments;
    expect(await idsOf(listOwn.query({}))).toEqual([own.done, own.open]);
    expect(await idsOf(listOwn.query({ status: 'open' }))).toEqual([own.open]);
    expect(await idsOf(listOwn.query({ status: 'done' }))).toEqual([own.done]);
  });

  test('their own trainings, newest first, by status and by assignment', async () => {
    const { listOwn } = browser.app.trainings;
    expect(await idsOf(listOwn.query({}))).toEqual([own.running, own.scored]);
    expect(await idsOf(listOwn.query({ status: 'scored' }))).toEqual([own.scored]);
    expect(await idsOf(listOwn.query({ assignment_id: own.open }))).toEqual([own.running]);
    expect(await idsOf(listOwn.query({ assignment_id: others.assignment }))).toEqual([]);
  });

  test('all pages of both, to the end', async () => {
    for (const list of [browser.app.trainings.listOwn, browser.app.assignments.listOwn]) {
      const first = await list.query({ limit: '1' });
      const second = await list.query({ limit: '1', cursor: first.next_cursor ?? '' });
      const all = [...first.data, ...second.data].map(({ id }) => id);
      expect(all).toEqual(await idsOf(list.query({})));
      expect(second.next_cursor).toBe(null);
    }
  });

  test('their own evaluations; an evaluation of somebody else gets the answer of a missing evaluation', async () => {
    const { getOwn } = browser.app.evaluations;
    const { user_id, training_id } = await getOwn.query({ training_id: own.scored });
    expect({ user_id, training_id }).toEqual({ user_id: member.userId, training_id: own.scored });
    for (const training_id of [others.training, own.running, 'trn_none']) {
      expect(await codeOf(getOwn.query({ training_id }))).toBe('not_found');
    }
  });

  test("all of it while the switches are off, because these hide nobody's own work", async () => {
    await team.set({ member_detail_enabled: false, leaderboard_enabled: false });
    const { data } = await browser.app.assignments.listOwn.query({ status: 'open' });
    expect(data).toMatchObject([{ member_user_id: member.userId, member_email: member.email }]);
    expect(await idsOf(browser.app.trainings.listOwn.query({}))).toHaveLength(2);
    await browser.app.evaluations.getOwn.query({ training_id: own.scored });
    await team.set({ member_detail_enabled: true });
  });
});

test('nothing by the cursor of another member', async () => {
  const { next_cursor } = await browser.app.trainings.listOwn.query({ limit: '1' });
  const owner = await makeSession(team, team.owner);
  const asOwner = owner.app.trainings.listOwn.query({ cursor: next_cursor ?? '' });
  expect(await codeOf(asOwner)).toBe('validation_error');
});
