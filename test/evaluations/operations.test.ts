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

test('D131: before scoring, the evaluation is 404, and /evaluations does not list the session', async () => {
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

test('D65, D72: the latest evaluation first, whatever the age of the session; updated_since is inclusive', async () => {
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

test("another team's evaluation gives the same 404 as an unknown one (spec, general rule 3)", async () => {
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

test('P556: include=evaluation adds to each item what GET …/evaluation answers, with evaluated_at', async () => {
  const team = await makeTeam(api());
  const updated_at = '2026-05-01T00:00:00.003Z';
  const tips = JSON.stringify([tip]);
  const id = await addTraining(team, team.owner, { evaluation: { total: 50, tips, updated_at } });
  const training = await team.request('GET', `/trainings/${id}`);
  const single = await team.request('GET', `/trainings/${id}/evaluation`);
  const listed = await team.request('GET', '/evaluations?include=evaluation');
  expect(listed.body.data).toEqual([
    { ...training.body, evaluation: { ...single.body, evaluated_at: updated_at } },
  ]);
  const since = `/evaluations?include=evaluation&updated_since=${updated_at}`;
  expect((await readAll(team, since)).ids).toEqual([id]);
});

test('P556: include=evaluation needs only evaluations:read, and obeys the same rules', async () => {
  const reader = await makeTeam(api(), { scopes: ['evaluations:read'] });
  const other = await makeTeam(api(), { scopes: ['trainings:read'] });
  const closed = await makeTeam(api(), { memberDetail: false });
  const leaving = await reader.addMember();
  await addTraining(reader, leaving, { evaluation: {} });
  const own = await addTraining(reader, reader.owner, { evaluation: {} });
  await addTraining(other, other.owner, { evaluation: {} });
  await api().sql.query(`update member set status = 'removed', removed_at = now() where id = $1`, [
    leaving.memberId,
  ]);
  const path = '/evaluations?include=evaluation';
  const { body } = await reader.request('GET', path);
  expect(body.data.map((item) => item.id)).toEqual([own]);
  expect((await other.request('GET', path)).body.required_scope).toBe('evaluations:read');
  expect((await closed.request('GET', path)).body.code).toBe('privacy_restricted');
});

test('P556: another value of include is a validation error; a cursor is valid with and without it', async () => {
  const team = await makeTeam(api());
  for (let n = 0; n < 3; n += 1) await addTraining(team, team.owner, { evaluation: {} });
  for (const include of [
    'training',
    'Evaluation',
    'evaluation,tips',
    'evaluation&include=evaluation',
  ]) {
    const { status, body } = await team.request('GET', `/evaluations?include=${include}`);
    expect([include, status, body.errors?.[0]?.pointer]).toEqual([include, 422, '/include']);
  }
  const { ids } = await readAll(team, '/evaluations');
  const first = await team.request('GET', '/evaluations?limit=1');
  const next = `limit=1&cursor=${first.body.next_cursor}`;
  const second = await team.request('GET', `/evaluations?include=evaluation&${next}`);
  expect(second.body.data.map((item) => item.id)).toEqual(ids.slice(1, 2));
});
