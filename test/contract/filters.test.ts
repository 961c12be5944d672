import { expect, test } from 'vitest';
import { insertAssignment, insertScoredTraining } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const ids = async (team: TestTeam, path: string) => {
  const response = await team.request('GET', path);
  expect(response.status).toBe(200);
  return response.body.data.map(({ id }) => id);
};

test('D71, D72: since and updated_since are inclusive', async () => {
  const team = await makeTeam(api());
  const at = new Date(api().clock.now().getTime() - 5000);
  const id = await insertScoredTraining(team, { created_at: at });
  await api().sql.query('update evaluation set updated_at = $2 where training_id = $1', [id, at]);
  const later = new Date(at.getTime() + 1).toISOString();
  expect(await ids(team, `/trainings?since=${at.toISOString()}`)).toEqual([id]);
  expect(await ids(team, `/trainings?since=${later}`)).toEqual([]);
  expect(await ids(team, `/evaluations?updated_since=${at.toISOString()}`)).toEqual([id]);
  expect(await ids(team, `/evaluations?updated_since=${later}`)).toEqual([]);
});

test('D73: status is exact and case-sensitive, an unknown value gives an empty page', async () => {
  const team = await makeTeam(api());
  const id = await insertScoredTraining(team);
  expect(await ids(team, '/trainings?status=scored')).toEqual([id]);
  for (const status of ['Scored', 'SCORED', 'score', 'never', '%25', 'scored%20']) {
    expect(await ids(team, `/trainings?status=${status}`)).toEqual([]);
  }
});

test('D28: a date-time needs an offset and seconds, and its + must be encoded', async () => {
  const team = await makeTeam(api());
  const status = async (since: string) =>
    (await team.request('GET', `/trainings?since=${since}`)).status;
  for (const since of ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123%2B02:00']) {
    expect(await status(since)).toBe(200);
  }
  for (const since of [
    '2026-01-31',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+02:00',
    '2026-02-30T12:00:00Z',
    '1769860800',
  ]) {
    expect([since, await status(since)]).toEqual([since, 422]);
  }
});

test('D75: several filters narrow together', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const assignment = await insertAssignment(team, { member_id: member.memberId });
  const both = await insertScoredTraining(team, {
    member_id: member.memberId,
    assignment_id: assignment,
  });
  await insertScoredTraining(team, { member_id: member.memberId });
  await insertScoredTraining(team);
  const query = `user_id=${member.userId}&assignment_id=${assignment}&status=scored`;
  expect(await ids(team, `/trainings?${query}`)).toEqual([both]);
  expect(await ids(team, `/trainings?${query.replace(member.userId, team.owner.userId)}`)).toEqual(
    [],
  );
});
