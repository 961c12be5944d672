import { expect, test } from 'vitest';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { keepSums, keptUntil } from '../../src/features/analytics/keep-sums.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { insertInvited, insertRemoved } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const daysAgo = (days: number) =>
  new Date(api().clock.now().getTime() - days * DAY_MS).toISOString();

/** A team in which each of some members has one training of this week with one of the scores. */
async function teamWithScores(scores: number[]): Promise<{ team: TestTeam; people: Person[] }> {
  const team = await makeTeam(api());
  const people: Person[] = [];
  for (const total of scores) {
    const person = await team.addMember();
    people.push(person);
    const dimensions = { closing: total, needs_analysis: 2 * (total - 50) };
    await addTraining(team, person, {
      created_at: daysAgo(0.1),
      evaluation: { total, ...dimensions },
    });
  }
  return { team, people };
}

const appOf = async (team: TestTeam, person: Person = team.owner) =>
  (await makeSession(team, person)).app.analytics;

test('a member stands beside the median of the team, by week, in total and by dimension', async () => {
  const { team, people } = await teamWithScores([51, 60, 90, 70, 80]);
  const [first] = people as [Person];
  await addTraining(team, first, { created_at: daysAgo(40), evaluation: { total: 40 } });
  await addTraining(team, first, { status: 'aborted', created_at: daysAgo(0.05) });
  const app = await appOf(team);
  const figures = await app.ofMember.query({ member_id: first.memberId });
  expect(figures).toMatchObject({
    sessions: 3,
    scored: 2,
    avg_score: 45.5,
    trend_delta: 11,
    last_session_at: daysAgo(0.05),
    team_median: 70,
  });
  expect(figures.dimensions.find(({ dimension }) => dimension === 'needs_analysis')).toMatchObject({
    team_median: 40,
  });
  expect(figures.weeks).toHaveLength(26);
  expect(figures.weeks.at(-1)).toMatchObject({ sessions: 2, avg_score: 51, team_median: 70 });
  expect(figures.weeks.filter(({ avg_score }) => avg_score === 40)).toMatchObject([
    { sessions: 1, team_median: null },
  ]);
  await inTeamSnapshot(api().sql, team.tenantId, (db) =>
    keepSums(db, keptUntil(api().clock.now()), 1),
  );
  expect(await app.ofMember.query({ member_id: first.memberId })).toEqual(figures);
  // Nobody has more than half a year of weeks, so the answer has a bound.
  expect(JSON.stringify(figures).length).toBeLessThan(4_000);
});

test('with fewer than five scored members there is no median, whatever the switches are', async () => {
  const { team, people } = await teamWithScores([60, 70, 80]);
  const app = await appOf(team);
  await addTraining(team, team.owner, { created_at: daysAgo(0.1), evaluation: { total: 90 } });
  const ofOne = await app.ofMember.query({ member_id: people[0]?.memberId ?? '' });
  await team.set({ member_detail_enabled: false, leaderboard_enabled: false });
  for (const { team_median, dimensions, weeks } of [ofOne, await app.own.query({})]) {
    expect(team_median).toBe(null);
    const others = [...dimensions, ...weeks].map((one) => one.team_median);
    expect(new Set(others)).toEqual(new Set([null]));
  }
});

test('while member detail is off, a person sees only the own figures, beside the median of five', async () => {
  const { team, people } = await teamWithScores([60, 70, 80, 90, 100]);
  await team.set({ member_detail_enabled: false });
  const app = await appOf(team);
  const other = app.ofMember.query({ member_id: people[0]?.memberId ?? '' });
  expect(await codeOf(other)).toBe('privacy_restricted');
  expect(await app.own.query({})).toMatchObject({ sessions: 0, avg_score: null, team_median: 80 });
});

test('a member sees the own figures without the team, and those of nobody else', async () => {
  const { team, people } = await teamWithScores([60, 70, 80, 90, 100]);
  const [first, second] = people as [Person, Person];
  const app = await appOf(team, first);
  expect(await app.own.query({})).toMatchObject({ avg_score: 60, team_median: null });
  const other = app.ofMember.query({ member_id: second.memberId });
  expect(await codeOf(other)).toBe('forbidden');
});

test('nobody is found who is no active member of the team', async () => {
  const { team } = await teamWithScores([60]);
  const { team: stranger, people } = await teamWithScores([60]);
  const removed = await insertRemoved(team);
  const invited = await insertInvited(team);
  const app = await appOf(team);
  expect(stranger.tenantId).not.toBe(team.tenantId);
  for (const id of [people[0]?.memberId ?? '', removed, invited, 'mem_none']) {
    expect(await codeOf(app.ofMember.query({ member_id: id }))).toBe('not_found');
  }
});
