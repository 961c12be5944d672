import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { addTraining, readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const tip = { issue: 'i', moment: 'm', principle: 'p', rewrite: 'r', impact: 'x' };

test('an evaluation has exactly the fields of the contract, and always the five dimensions (D26, D132)', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const full = await addTraining(team, member, {
    evaluation: {
      closing: 0,
      conversation_control: 100,
      needs_analysis: 69,
      objection_handling: 61,
      value_argument: 72,
      total: 67,
      spread: 6.25,
      tips: JSON.stringify([tip, { ...tip, issue: 'zweites "ä"' }]),
      goal: 'partial',
      methodology_id: 'met_spin',
      strongest: 'calm',
      biggest_lever: 'next step',
    },
  });
  const unknown = { total: null, spread: null, tips: '[]', goal: null };
  const bare = await addTraining(team, team.owner, { evaluation: unknown });
  expect((await team.request('GET', `/trainings/${full}/evaluation`)).body).toEqual({
    training_id: full,
    user_id: member.userId,
    score: {
      dimensions: {
        closing: 0,
        conversation_control: 100,
        needs_analysis: 69,
        objection_handling: 61,
        value_argument: 72,
      },
      total: 67,
      spread: 6.25,
    },
    tips: [tip, { ...tip, issue: 'zweites "ä"' }],
    goal: 'partial',
    methodology: 'met_spin',
    strongest: 'calm',
    biggest_lever: 'next step',
  });
  expect((await team.request('GET', `/trainings/${bare}/evaluation`)).body).toEqual({
    training_id: bare,
    user_id: team.owner.userId,
    score: {
      dimensions: {
        closing: 50,
        conversation_control: 60,
        needs_analysis: 70,
        objection_handling: 80,
        value_argument: 90,
      },
      total: null,
      spread: null,
    },
    tips: [],
    goal: null,
    methodology: null,
    strongest: null,
    biggest_lever: null,
  });
});

test('D131: before scoring the evaluation is 404 and /evaluations does not list the session', async () => {
  const team = await makeTeam(api());
  const scored = await addTraining(team, team.owner, { evaluation: {} });
  const completed = await addTraining(team, team.owner);
  const saved = await addTraining(team, team.owner, { status: 'completed', evaluation: {} });
  for (const id of [completed, saved, 'trn_nothing']) {
    const { status, body } = await team.request('GET', `/trainings/${id}/evaluation`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
  expect((await readAll(team, '/evaluations')).ids).toEqual([scored]);
});

test('D131: /evaluations returns the shape of GET /trainings', async () => {
  const team = await makeTeam(api());
  const id = await addTraining(team, team.owner, { duration_s: 5, evaluation: { total: 50 } });
  const single = await team.request('GET', `/trainings/${id}`);
  expect((await team.request('GET', '/evaluations')).body.data).toEqual([single.body]);
});

test('D65, D72: latest evaluation first whatever the age of the session; updated_since is inclusive', async () => {
  const team = await makeTeam(api());
  const add = (id: string, created_at: string, updated_at: string) =>
    addTraining(team, team.owner, { id, created_at, evaluation: { updated_at } });
  await add('trn_old', '2026-01-01T00:00:00.000Z', '2026-05-01T00:00:00.003Z');
  await add('trn_new', '2026-04-01T00:00:00.000Z', '2026-05-01T00:00:00.002Z');
  await add('trn_same', '2026-03-01T00:00:00.000Z', '2026-05-01T00:00:00.002Z');
  const order = ['trn_old', 'trn_same', 'trn_new'];
  expect((await readAll(team, '/evaluations')).ids).toEqual(order);
  expect(await readAll(team, '/evaluations?limit=1')).toEqual({ ids: order, sizes: [1, 1, 1] });
  const since = async (at: string) =>
    (await readAll(team, `/evaluations?limit=1&updated_since=${at}`)).ids;
  expect(await since('2026-05-01T00:00:00.002Z')).toEqual(order);
  expect(await since('2026-05-01T00:00:00.003Z')).toEqual(['trn_old']);
  expect(await since('2026-05-01T00:00:00.004Z')).toEqual([]);
});

test('D130: the evaluation of a removed member is 404 and no longer listed', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const id = await addTraining(team, member, { evaluation: {} });
  expect((await team.request('GET', `/trainings/${id}/evaluation`)).status).toBe(200);
  await team.request('DELETE', `/users/${member.memberId}`);
  expect((await team.request('GET', `/trainings/${id}/evaluation`)).status).toBe(404);
  expect((await readAll(team, '/evaluations')).ids).toEqual([]);
});

test("another team's evaluation is the same 404 as none (spec, general rule 3)", async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const id = await addTraining(other, other.owner, { evaluation: {} });
  expect((await team.request('GET', `/trainings/${id}/evaluation`)).status).toBe(404);
  expect((await readAll(team, '/evaluations')).ids).toEqual([]);
});

test('D84: with member_detail_enabled off the whole route is 403, before 404 and 422', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  const id = await addTraining(team, team.owner, { evaluation: {} });
  for (const path of [
    '/evaluations',
    '/evaluations?updated_since=nonsense',
    `/trainings/${id}/evaluation`,
    '/trainings/trn_nothing/evaluation',
  ]) {
    const { status, body } = await team.request('GET', path);
    expect([path, status, body.code]).toEqual([path, 403, 'privacy_restricted']);
  }
});

test('evaluations need the scope evaluations:read (spec, Authentication)', async () => {
  const team = await makeTeam(api(), { scopes: ['trainings:read'] });
  for (const path of ['/evaluations', '/trainings/trn_nothing/evaluation']) {
    const { status, body } = await team.request('GET', path);
    expect([status, body.required_scope]).toEqual([403, 'evaluations:read']);
  }
});

test('D14, D28: unknown parameters and malformed times are 422', async () => {
  const team = await makeTeam(api());
  for (const query of ['updated_since=yesterday', 'since=2026-03-01T10:00:00Z', 'limit=-1']) {
    expect((await team.request('GET', `/evaluations?${query}`)).status).toBe(422);
  }
  expect((await team.request('GET', '/trainings/trn_x/evaluation?limit=1')).status).toBe(422);
});
