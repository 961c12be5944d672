import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const daysAgo = (days: number) =>
  new Date(api().clock.now().getTime() - days * DAY_MS).toISOString();

/** Six members with one score each, the last of whom is going to leave. */
async function makeHistory(): Promise<{ team: TestTeam; leaving: Person }> {
  const team = await makeTeam(api());
  const people = [team.owner];
  for (let n = 0; n < 5; n++) people.push(await team.addMember());
  for (const [n, person] of people.entries()) {
    const evaluation = { total: 50 + 10 * n, closing: 50 + 10 * n };
    await addTraining(team, person, { created_at: daysAgo(40), evaluation });
  }
  const leaving = people.at(-1);
  if (!leaving) throw new Error('nobody');
  return { team, leaving };
}

async function readApp(team: TestTeam, only_active = false) {
  const { app } = await makeSession(team, team.owner);
  const { totals, dimensions, former } = await app.analytics.figures.query({ only_active });
  const series = await app.analytics.series.query({ only_active });
  const week = series.find(({ scored }) => scored > 0);
  const closing = dimensions.find(({ dimension }) => dimension === 'closing')?.value;
  return { totals, closing, former, week };
}

const readRest = async (team: TestTeam) =>
  (await team.request('GET', '/analytics/team')).body as unknown as Record<string, unknown>;

test('a removal changes neither the sums of the app nor its past weeks; REST keeps D138', async () => {
  const { team, leaving } = await makeHistory();
  const before = await readApp(team);
  expect(before.totals).toEqual({ active_members: 6, sessions: 6, scored: 6, avg_score: 75 });
  await team.request('DELETE', `/users/${leaving.memberId}`);
  const after = await readApp(team);
  expect(after).toEqual({
    ...before,
    totals: { ...before.totals, active_members: 5 },
    former: { members: 1, sessions: 1, avg_score: 100 },
  });
  const totals = { active_members: 5, sessions: 5, scored: 5, avg_score: 70 };
  expect((await readRest(team)).totals).toEqual(totals);
  expect(await readApp(team, true)).toMatchObject({
    totals,
    closing: 70,
    week: { sessions: 5, scored: 5, avg_score: 70, dimensions: { closing: 70 } },
  });
});

test('an erasure leaves the sums, without a name', async () => {
  const { team, leaving } = await makeHistory();
  await team.request('DELETE', `/users/${leaving.memberId}`);
  const before = await readApp(team);
  const { app } = await makeSession(team, team.owner);
  await app.members.erase.mutate({ member_id: leaving.memberId, leave: [] });
  await runErasures(api());
  expect(await readApp(team)).toEqual(before);
});

test('while member detail is off, all trainings count, but averages are those of active members, whatever is asked', async () => {
  const { team, leaving } = await makeHistory();
  await team.request('DELETE', `/users/${leaving.memberId}`);
  await team.set({ member_detail_enabled: false });
  const seen = await readApp(team);
  expect(seen).toMatchObject({
    totals: { active_members: 5, sessions: 6, scored: 6, avg_score: 70 },
    closing: 70,
    former: null,
    week: { sessions: 6, scored: 6, avg_score: 70, dimensions: { closing: 70 } },
  });
  expect(await readApp(team, true)).toEqual(seen);
});
