import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { insertScoredTraining, insertTraining } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let member: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  member = await team.addMember();
});

/** Trainings of a member, one each hour, the oldest first; null for one without a score. */
async function insertTotals(member_id: string, totals: readonly (number | null)[]) {
  const ids: string[] = [];
  for (const [n, total] of totals.entries()) {
    const created_at = new Date(api().clock.now().getTime() - (500 - n) * HOUR_MS);
    const id = await (total === null
      ? insertTraining(team, { member_id, created_at, status: 'completed' })
      : insertScoredTraining(team, { member_id, created_at }));
    await api().sql.query('update evaluation set total = $2 where training_id = $1', [id, total]);
    ids.push(id);
  }
  return ids;
}

const shownIn = (data: { training_id: string; total: number; before: number | null }[]) =>
  new Map(data.map(({ training_id, total, before }) => [training_id, [total, before]]));

test("the list has each score, and beside it that of the same member's scored training before", async () => {
  const [first = '', unscored = '', second = '', third = ''] = await insertTotals(member.memberId, [
    61,
    null,
    70,
    66,
  ]);
  await insertTotals(team.owner.memberId, [10, 10, 10]);
  const training_ids = [third, second, unscored, first];
  const { data } = await owner.app.evaluations.scores.query({ training_ids });
  expect(shownIn(data)).toEqual(
    new Map([
      [third, [66, 70]],
      [second, [70, 61]],
      [first, [61, null]],
    ]),
  );
  const own = await makeSession(team, member);
  const mine = await own.app.evaluations.ownScores.query({ training_ids });
  expect(shownIn(mine.data)).toEqual(shownIn(data));
  expect((await owner.app.evaluations.ownScores.query({ training_ids })).data).toEqual([]);
});

test('a caller gets the points of one dimension too, if asked for', async () => {
  const training_ids = [await insertScoredTraining(team)];
  const { scores, ownScores } = owner.app.evaluations;
  const pointsOf = async (read: typeof scores, dimension?: 'closing' | 'value_argument') =>
    (await read.query({ training_ids, dimension })).data.map(({ points }) => points);
  expect(await pointsOf(scores)).toEqual([null]);
  expect(await pointsOf(scores, 'closing')).toEqual([50]);
  expect(await pointsOf(ownScores, 'value_argument')).toEqual([90]);
});

test('the list looks back over twenty trainings, however many have no score', async () => {
  const { memberId } = await team.addMember();
  const nothing = (count: number) => new Array<null>(count).fill(null);
  const ids = await insertTotals(memberId, [50, ...nothing(19), 60, ...nothing(20), 70]);
  const { data } = await owner.app.evaluations.scores.query({ training_ids: ids });
  expect(data.map(({ total, before }) => [total, before])).toEqual([
    [50, null],
    [60, 50],
    [70, null],
  ]);
});

test('trainings of a removed member or of another team have no score before them', async () => {
  const gone = await team.addMember();
  const training_ids = await insertTotals(gone.memberId, [80]);
  await api().sql.query(`update member set status = 'removed', removed_at = now() where id = $1`, [
    gone.memberId,
  ]);
  expect((await owner.app.evaluations.scores.query({ training_ids })).data).toEqual([]);
  const other = await makeTeam(api());
  const stranger = await makeSession(other, other.owner);
  const theirs = await insertTotals(member.memberId, [80]);
  const { scores, ownScores } = stranger.app.evaluations;
  expect((await scores.query({ training_ids: theirs })).data).toEqual([]);
  expect((await ownScores.query({ training_ids: theirs })).data).toEqual([]);
});

test('while member detail is off, the team sees no scores, but each member sees the own ones', async () => {
  const training_ids = await insertTotals(member.memberId, [75]);
  await team.set({ member_detail_enabled: false });
  expect(await codeOf(owner.app.evaluations.scores.query({ training_ids }))).toBe(
    'privacy_restricted',
  );
  const own = await makeSession(team, member);
  expect((await own.app.evaluations.ownScores.query({ training_ids })).data).toHaveLength(1);
});
