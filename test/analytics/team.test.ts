import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const daysAgo = (days: number) =>
  new Date(api().clock.now().getTime() - days * DAY_MS).toISOString();

async function read(team: TestTeam) {
  const { status, body } = await team.request('GET', '/analytics/team');
  expect(status).toBe(200);
  return body as unknown as {
    totals: Record<string, number | null>;
    dimensions: { dimension: string; value: number }[];
    skill_gaps: string[];
    trend: { score: number | null }[];
    members: { sessions: number; avg_score: number | null; trend_delta: number | null }[];
  };
}

function scored(
  team: TestTeam,
  member: Person,
  total: number | null,
  created_at = daysAgo(1),
): Promise<string> {
  return addTraining(team, member, { created_at, evaluation: { total } });
}

async function withFiveScored(team: TestTeam): Promise<Person[]> {
  const people = [team.owner];
  for (let i = 0; i < 4; i++) people.push(await team.addMember());
  for (const [i, person] of people.entries()) await scored(team, person, 60 + i);
  return people;
}

test('D138: a team without sessions has zeros, nulls, empty lists and twelve empty weeks', async () => {
  const team = await makeTeam(api());
  expect(await read(team)).toEqual({
    totals: { active_members: 1, scored: 0, sessions: 0, avg_score: null },
    dimensions: [],
    skill_gaps: [],
    trend: Array(12).fill({ score: null }),
    members: [],
  });
});

test('D138: totals are over all time and active members; removed members no longer count', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const leaving = await team.addMember();
  await scored(team, team.owner, 70, daysAgo(900));
  await scored(team, member, 73);
  await scored(team, member, null);
  await addTraining(team, member, { status: 'aborted' });
  await scored(team, leaving, 0);
  await team.request('DELETE', `/users/${leaving.memberId}`);
  const { totals } = await read(team);
  expect(totals).toEqual({ active_members: 2, scored: 3, sessions: 4, avg_score: 71.5 });
});

test('D138: skill_gaps are up to three lowest dimensions under 60, the lowest first', async () => {
  const team = await makeTeam(api());
  const points = {
    closing: 59,
    conversation_control: 58,
    needs_analysis: 60,
    objection_handling: 10,
    value_argument: 57,
  };
  await addTraining(team, team.owner, { evaluation: points });
  const { dimensions, skill_gaps } = await read(team);
  expect(skill_gaps).toEqual(['objection_handling', 'value_argument', 'conversation_control']);
  expect(dimensions).toEqual(
    Object.entries(points).map(([dimension, value]) => ({ dimension, value })),
  );
});

test('D138: trend is the last 12 ISO weeks in UTC, oldest first, null for empty', async () => {
  const team = await makeTeam(api());
  // The clock stands on Wednesday 2026-11-18: its week began on Monday the 16th.
  await scored(team, team.owner, 50, '2026-11-16T00:00:00.000Z');
  await scored(team, team.owner, 53, '2026-11-17T00:00:00.000Z');
  await scored(team, team.owner, 40, '2026-11-15T23:59:59.999Z');
  await scored(team, team.owner, 10, '2026-08-31T00:00:00.000Z');
  await scored(team, team.owner, 99, '2026-08-30T23:59:59.999Z');
  const { trend } = await read(team);
  expect(trend.map(({ score }) => score)).toEqual([
    10,
    ...Array(9).fill(null),
    40,
    52, // 51.5, rounded up
  ]);
});

test('D138: trend is over active members; removed members no longer count', async () => {
  const team = await makeTeam(api());
  const leaving = await team.addMember();
  await scored(team, team.owner, 80, '2026-11-17T00:00:00.000Z');
  await scored(team, leaving, 20, '2026-11-17T00:00:00.000Z');
  expect((await read(team)).trend.at(-1)).toEqual({ score: 50 });
  await team.request('DELETE', `/users/${leaving.memberId}`);
  expect((await read(team)).trend.at(-1)).toEqual({ score: 80 });
});

test('D138: trend_delta is the last 30 days minus the previous 30, null without both', async () => {
  const team = await makeTeam(api());
  const [first, second] = await withFiveScored(team);
  if (!first || !second) throw new Error('Five people were expected');
  await scored(team, first, 50, daysAgo(31));
  await scored(team, first, 55, daysAgo(59));
  await scored(team, first, 0, daysAgo(61));
  const { members } = await read(team);
  const deltas = members.map(({ sessions, trend_delta }) => ({ sessions, trend_delta }));
  expect(deltas).toContainEqual({ sessions: 4, trend_delta: 60 - 52.5 });
  expect(deltas.filter(({ trend_delta }) => trend_delta === null)).toHaveLength(4);
});

test('D139: members are listed by avg_score, nulls last, with no ids', async () => {
  const team = await makeTeam(api());
  await withFiveScored(team);
  const quiet = await team.addMember();
  await addTraining(team, quiet);
  const { members } = await read(team);
  expect(members).toEqual([
    ...[64, 63, 62, 61, 60].map((avg_score) => ({ sessions: 1, avg_score, trend_delta: null })),
    { sessions: 1, avg_score: null, trend_delta: null },
  ]);
});

test('D139: members is empty unless five active members have a scored session and both switches are on', async () => {
  const team = await makeTeam(api());
  const people = await withFiveScored(team);
  expect((await read(team)).members).toHaveLength(5);
  await team.set({ leaderboard_enabled: false });
  expect((await read(team)).members).toEqual([]);
  await team.set({ leaderboard_enabled: true, member_detail_enabled: false });
  const hidden = await read(team);
  expect([hidden.members, hidden.totals.scored]).toEqual([[], 5]);
  await team.set({ member_detail_enabled: true });
  expect((await read(team)).members).toHaveLength(5);
  await team.addMember();
  await team.request('DELETE', `/users/${people[4]?.memberId}`);
  expect((await read(team)).members).toEqual([]);
});

test('analytics need analytics:read, and take no parameters (spec; D14)', async () => {
  const stranger = await makeTeam(api(), { scopes: ['catalog:read'] });
  const refused = await stranger.request('GET', '/analytics/team');
  expect([refused.status, refused.body.required_scope]).toEqual([403, 'analytics:read']);
  const team = await makeTeam(api());
  expect((await team.request('GET', '/analytics/team?since=2026-01-01')).status).toBe(422);
});
