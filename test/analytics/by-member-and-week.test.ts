import { describe, expect, test } from 'vitest';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { keepSums, keptUntil } from '../../src/features/analytics/keep-sums.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const daysAgo = (days: number) =>
  new Date(api().clock.now().getTime() - days * DAY_MS).toISOString();

async function teamWithScores(scores: number[]): Promise<{ team: TestTeam; people: Person[] }> {
  const team = await makeTeam(api());
  const people = [team.owner];
  while (people.length < scores.length) people.push(await team.addMember());
  for (const [n, total] of scores.entries()) {
    const person = people[n] as Person;
    await addTraining(team, person, { created_at: daysAgo(n + 1), evaluation: { total } });
  }
  return { team, people };
}

async function appOf(team: TestTeam) {
  return (await makeSession(team, team.owner)).app.analytics;
}

describe('each member', () => {
  test('D139: shows work and scores, best average first, sortable, in pages', async () => {
    const { team, people } = await teamWithScores([60, 90, 70, 80, 50]);
    await addTraining(team, people[4] as Person, { status: 'aborted', created_at: daysAgo(0.5) });
    const app = await appOf(team);
    const best = await app.members.query({ limit: 2 });
    expect(best).toMatchObject({ hidden_by: null, total: 5 });
    expect(best.data.map(({ avg_score }) => avg_score)).toEqual([90, 80]);
    expect(best.data[0]).toEqual({
      member_id: people[1]?.memberId,
      user_id: people[1]?.userId,
      email: people[1]?.email,
      name: expect.toSatisfy((name) => name === null || typeof name === 'string'),
      sessions: 1,
      sessions_before: null,
      scored: 1,
      avg_score: 90,
      trend_delta: null,
      last_session_at: daysAgo(2),
      largest_gap: { dimension: 'closing', value: 50 },
    });
    const rest = await app.members.query({ limit: 2, offset: 4 });
    expect(rest.data.map(({ avg_score }) => avg_score)).toEqual([50]);
    const busy = await app.members.query({ sort: 'sessions', order: 'desc', limit: 1 });
    expect(busy.data[0]).toMatchObject({ sessions: 2, scored: 1, last_session_at: daysAgo(0.5) });
    const latest = await app.members.query({ sort: 'last_session_at', order: 'asc' });
    expect(latest.data.map(({ avg_score }) => avg_score)).toEqual([80, 70, 90, 60, 50]);
    const emails = await app.members.query({ sort: 'email', order: 'asc' });
    expect(emails.data.map(({ email }) => email)).toEqual(people.map(({ email }) => email).sort());
  });

  test('can be ordered by name without regard to case and accents, by the address of who has no name', async () => {
    const { team, people } = await teamWithScores([60, 90, 70, 80, 50]);
    const given = ['Zimmer', 'Özil', 'oskar', 'Łuka', null];
    for (const [n, name] of given.entries()) {
      await api().sql.query('update person set name = $2 where id = $1', [people[n]?.userId, name]);
    }
    const email = 'paul@example.com';
    await api().sql.query('update member set email = $2 where id = $1', [
      people[4]?.memberId,
      email,
    ]);
    const { data } = await (await appOf(team)).members.query({ sort: 'name', order: 'asc' });
    const shown = data.map((row) => row.name ?? row.email);
    expect(shown).toEqual(['Łuka', 'oskar', 'Özil', email, 'Zimmer']);
  });

  test('has the lowest dimension under 60, and can be ordered by it', async () => {
    const team = await makeTeam(api());
    // The other dimensions have 60 points or more.
    for (const evaluation of [
      { closing: 60 },
      { closing: 59 },
      { closing: 40, objection_handling: 30 },
      { closing: 58, needs_analysis: 58 },
      { closing: 90, value_argument: 20 },
    ]) {
      await addTraining(team, await team.addMember(), { evaluation });
    }
    const app = await appOf(team);
    const gaps = async (order: 'asc' | 'desc') =>
      (await app.members.query({ sort: 'largest_gap', order })).data.map(
        ({ largest_gap: gap }) => gap && `${gap.dimension} ${gap.value}`,
      );
    const found = ['value_argument 20', 'objection_handling 30', 'closing 58', 'closing 59'];
    expect(await gaps('desc')).toEqual([...found, null, null]);
    expect(await gaps('asc')).toEqual([...found.toReversed(), null, null]);
    // Of one dimension, only its own gaps count, even of those who are weaker elsewhere.
    const { data, with_gap } = await app.members.query({
      sort: 'largest_gap',
      dimension: 'closing',
      limit: 5,
    });
    expect(with_gap).toBe(3);
    expect(data.map(({ largest_gap: gap }) => gap)).toEqual([
      ...[40, 58, 59].map((value) => ({ dimension: 'closing', value })),
      null,
      null,
    ]);
    // The page of a member finds the same dimension.
    const [first] = (await app.members.query({ sort: 'largest_gap' })).data;
    const { dimensions } = await app.ofMember.query({ member_id: first?.member_id ?? '' });
    expect(dimensions).toContainEqual(expect.objectContaining(first?.largest_gap));
  });

  test('D139: is not shown if fewer than five have a scored session', async () => {
    const { team } = await teamWithScores([60, 90, 70, 80]);
    await team.addMember();
    const app = await appOf(team);
    const answer = { hidden_by: 'few_members', total: 5, with_gap: null, data: [] };
    expect(await app.members.query({ dimension: 'closing' })).toEqual(answer);
  });

  test.each([{ member_detail_enabled: false }, { leaderboard_enabled: false }])(
    'D139: is not shown with %o',
    async (switches) => {
      const { team } = await teamWithScores([60, 90, 70, 80, 50]);
      await team.set(switches);
      const answer = { hidden_by: 'privacy_switches', total: 5, with_gap: null, data: [] };
      const members = (await appOf(team)).members;
      expect(await members.query({ dimension: 'closing' })).toEqual(answer);
    },
  );
});

test('a period ends after its beginning', async () => {
  const { team } = await teamWithScores([60]);
  const app = await appOf(team);
  const period = { from: daysAgo(1), to: daysAgo(1) };
  for (const read of [app.figures, app.series, app.members])
    await expect(read.query({ period })).rejects.toMatchObject({
      data: { code: 'validation_error' },
    });
});

test('D139: contributors are members, not scores: four members with three scores each are too few', async () => {
  const { team, people } = await teamWithScores([60, 90, 70, 80]);
  for (const person of people) {
    for (const total of [10, 20]) {
      await addTraining(team, person, { created_at: daysAgo(1), evaluation: { total } });
    }
  }
  await team.set({ leaderboard_enabled: true, member_detail_enabled: true });
  const app = await appOf(team);
  expect((await app.members.query({})).hidden_by).toBe('few_members');
  expect((await app.team.query({})).members).toEqual([]);

  await team.set({ member_detail_enabled: false });
  const { totals, dimensions, skill_gaps, trend } = await app.team.query({});
  expect(totals).toEqual({ active_members: 4, sessions: 12, scored: 12, avg_score: null });
  expect(dimensions.map(({ value }) => value)).toEqual(Array(5).fill(null));
  expect(skill_gaps).toEqual([]);
  expect(trend).toEqual(Array(12).fill({ score: null }));
  for (const { avg_score, dimensions } of await app.series.query({})) {
    expect([avg_score, ...Object.values(dimensions)]).toEqual(Array(6).fill(null));
  }

  // A fifth member contributes, in one week only.
  const fifth = await team.addMember();
  await addTraining(team, fifth, { created_at: daysAgo(1), evaluation: { total: 30 } });
  const more = await app.team.query({});
  expect(more.totals.avg_score).not.toBe(null);
  expect(more.dimensions.map(({ value }) => value)).not.toContain(null);
  expect(more.trend.filter(({ score }) => score !== null)).toHaveLength(1);
});

test('without a session, and without sums, counts as active and is listed with zeros', async () => {
  const { team } = await teamWithScores([60, 90, 70, 80, 50]);
  const quiet = await team.addMember();
  const app = await appOf(team);
  for (const kept of [false, true]) {
    if (kept) {
      await inTeamSnapshot(api().sql, team.tenantId, (db) =>
        keepSums(db, keptUntil(api().clock.now()), 1),
      );
    }
    expect((await app.team.query({})).totals).toMatchObject({ active_members: 6, sessions: 5 });
    const { total, data } = await app.members.query({});
    expect([total, data.length]).toEqual([6, 6]);
    expect(data.find(({ member_id }) => member_id === quiet.memberId)).toMatchObject({
      sessions: 0,
      scored: 0,
      avg_score: null,
      trend_delta: null,
      last_session_at: null,
      largest_gap: null,
    });
  }
});

describe('the team by week', () => {
  test('a year of ISO weeks with sessions, averages and dimensions', async () => {
    const { team } = await teamWithScores([60]);
    const series = await (await appOf(team)).series.query({});
    expect(series).toHaveLength(53);
    expect(series.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(1);
    expect(series.find(({ scored }) => scored === 1)).toMatchObject({ sessions: 1, avg_score: 60 });
  });

  test('without member detail, a week with few scored members has no averages', async () => {
    const { team } = await teamWithScores([60]);
    await team.set({ member_detail_enabled: false });
    const series = await (await appOf(team)).series.query({});
    const week = series.find(({ scored }) => scored === 1);
    expect(week).toMatchObject({ sessions: 1, avg_score: null });
    expect(new Set(Object.values(week?.dimensions ?? {}))).toEqual(new Set([null]));
  });

  test('without member detail, several scores of one member in a week count as one member, also beside kept sums', async () => {
    const { team, people } = await teamWithScores([60]);
    const until = keptUntil(api().clock.now());
    await inTeamSnapshot(api().sql, team.tenantId, (db) => keepSums(db, until, 1));
    for (let n = 0; n < 5; n += 1) {
      const about = { created_at: daysAgo(0), evaluation: { total: 80 + n } };
      await addTraining(team, people[0] as Person, about);
    }
    await team.set({ member_detail_enabled: false });
    const app = await appOf(team);
    const weeks = (await app.series.query({})).filter(({ scored }) => scored > 0);
    expect(weeks.length).toBeGreaterThan(0);
    expect(weeks.map(({ avg_score }) => avg_score)).toEqual(weeks.map(() => null));
    const shown = weeks.flatMap(({ dimensions }) => Object.values(dimensions ?? {}));
    expect(new Set(shown)).toEqual(new Set([null]));
    const { trend } = await app.team.query({});
    expect(new Set(trend.map(({ score }) => score))).toEqual(new Set([null]));
  });

  test('without member detail, a member without a total does not count for the average of totals', async () => {
    const team = await makeTeam(api());
    const score = async (...totals: (number | null)[]) => {
      for (const total of totals) {
        const evaluation = { total };
        await addTraining(team, await team.addMember(), { created_at: daysAgo(0.01), evaluation });
      }
    };
    await team.set({ member_detail_enabled: false });
    const app = await appOf(team);
    const week = async () => (await app.series.query({})).find(({ scored }) => scored > 0);
    await score(60, 70, 80, 90, null);
    const few = await week();
    expect(few?.avg_score).toBe(null);
    expect(Object.values(few?.dimensions ?? {})).not.toContain(null);
    await score(50);
    expect((await week())?.avg_score).toBe(70);
  });
});
