import { expect, test } from 'vitest';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { addTraining, readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('a training has exactly the fields of the contract, null where nothing is known (D26, D27)', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const assignment = await insertAssignment(team);
  const bare = await addTraining(team, member, { created_at: '2026-03-01T10:00:00.007Z' });
  const full = await addTraining(team, team.owner, {
    created_at: '2026-03-02T10:00:00+02:00',
    finished_at: '2026-03-02T10:12:41.250+02:00',
    duration_s: 761,
    assignment_id: assignment,
    external_ref: { crm: { deal: 'ä "7"' } },
    situation_id: 'sit_a',
    personality_id: 'per_a',
    industry_id: 'ind_a',
    role_id: 'rol_a',
    status: 'aborted',
  });
  expect((await team.request('GET', `/trainings/${bare}`)).body).toEqual({
    id: bare,
    user_id: member.userId,
    status: 'completed',
    source: 'app',
    assignment_id: null,
    created_at: '2026-03-01T10:00:00.007Z',
    finished_at: null,
    duration_s: null,
    external_ref: null,
    situation_id: null,
    personality_id: null,
    industry_id: null,
    role_id: null,
  });
  const single = await team.request('GET', `/trainings/${full}`);
  expect(single.body).toEqual({
    id: full,
    user_id: team.owner.userId,
    status: 'aborted',
    source: 'app',
    assignment_id: assignment,
    created_at: '2026-03-02T08:00:00.000Z',
    finished_at: '2026-03-02T08:12:41.250Z',
    duration_s: 761,
    external_ref: { crm: { deal: 'ä "7"' } },
    situation_id: 'sit_a',
    personality_id: 'per_a',
    industry_id: 'ind_a',
    role_id: 'rol_a',
  });
  const list = await team.request('GET', '/trainings');
  expect(list.body.data[0]).toEqual(single.body);
});

test('D130: sessions of active members and the owner are listed; one of a removed member is not, and is 404', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const ofOwner = await addTraining(team, team.owner);
  const ofMember = await addTraining(team, member);
  expect(new Set((await readAll(team, '/trainings')).ids)).toEqual(new Set([ofMember, ofOwner]));
  await team.request('DELETE', `/users/${member.memberId}`);
  expect((await readAll(team, '/trainings')).ids).toEqual([ofOwner]);
  expect((await readAll(team, `/trainings?user_id=${member.userId}`)).ids).toEqual([]);
  const gone = await team.request('GET', `/trainings/${ofMember}`);
  expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
});

test('D65: newest first, equal times by id; walking the pages misses and repeats nothing', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  for (const [id, created_at] of [
    ['trn_b', '2026-03-01T00:00:00.001Z'],
    ['trn_a', '2026-03-01T00:00:00.001Z'],
    ['trn_c', '2026-03-01T00:00:00.000Z'],
    ['trn_d', '2026-03-01T00:00:00.001Z'],
    ['trn_e', '2026-03-01T00:00:00.002Z'],
  ] as const) {
    await addTraining(team, member, { id, created_at });
  }
  const newestFirst = ['trn_e', 'trn_d', 'trn_b', 'trn_a', 'trn_c'];
  expect(await readAll(team, '/trainings')).toEqual({ ids: newestFirst, sizes: [5] });
  expect(await readAll(team, '/trainings?limit=2')).toEqual({ ids: newestFirst, sizes: [2, 2, 1] });
  expect(await readAll(team, '/trainings?limit=1')).toEqual({
    ids: newestFirst,
    sizes: [1, 1, 1, 1, 1],
  });
});

test('D71: since is inclusive, to the millisecond and across offsets', async () => {
  const team = await makeTeam(api());
  const created_at = '2026-03-01T10:00:00.500Z';
  const id = await addTraining(team, team.owner, { created_at });
  const idsSince = async (since: string) =>
    (await readAll(team, `/trainings?since=${encodeURIComponent(since)}`)).ids;
  expect(await idsSince('2026-03-01T10:00:00.500Z')).toEqual([id]);
  expect(await idsSince('2026-03-01T12:00:00.500+02:00')).toEqual([id]);
  expect(await idsSince('2026-03-01T10:00:00.501Z')).toEqual([]);
});

test('D73: status is exact and case-sensitive; an unknown value gives an empty page', async () => {
  const team = await makeTeam(api());
  const scored = await addTraining(team, team.owner, { evaluation: {} });
  await addTraining(team, team.owner, { status: 'in_progress' });
  expect((await readAll(team, '/trainings?status=scored')).ids).toEqual([scored]);
  for (const status of ['Scored', 'score', 'certified']) {
    const response = await team.request('GET', `/trainings?status=${status}`);
    expect([response.status, response.body]).toEqual([200, { data: [], next_cursor: null }]);
  }
});

test('D105: for a person who was removed and joined again, the sessions of the new membership are found', async () => {
  const team = await makeTeam(api());
  const before = await team.addMember();
  await addTraining(team, before);
  await team.request('DELETE', `/users/${before.memberId}`);
  const again = await team.addMember({ email: before.email });
  expect(again.userId).toBe(before.userId);
  const fresh = await addTraining(team, again);
  expect((await readAll(team, `/trainings?user_id=${again.userId}`)).ids).toEqual([fresh]);
});

test('D74: a foreign and an unknown user_id or assignment_id give the same empty page', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  await addTraining(team, team.owner);
  const foreign = await insertAssignment(other);
  await addTraining(other, other.owner, { assignment_id: foreign });
  for (const filter of [
    `user_id=${other.owner.userId}`,
    'user_id=usr_nobody',
    `assignment_id=${foreign}`,
    'assignment_id=asg_nothing',
  ]) {
    const response = await team.request('GET', `/trainings?${filter}`);
    expect([response.status, response.text]).toEqual([200, '{"data":[],"next_cursor":null}']);
  }
});

test('D75: several filters narrow together', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const march = '2026-03-10T00:00:00.000Z';
  const wanted = await addTraining(team, member, { created_at: march, evaluation: {} });
  await addTraining(team, member, { created_at: march });
  await addTraining(team, member, { created_at: '2026-02-01T00:00:00.000Z', evaluation: {} });
  await addTraining(team, team.owner, { created_at: march, evaluation: {} });
  const filters = `user_id=${member.userId}&status=scored&since=${march}`;
  expect((await readAll(team, `/trainings?${filters}&limit=1`)).ids).toEqual([wanted]);
});

test('D67: a cursor belongs to its filters, its list and its team; another page size is accepted', async () => {
  const team = await makeTeam(api());
  for (let i = 0; i < 3; i++) await addTraining(team, team.owner, { evaluation: {} });
  const { body } = await team.request('GET', '/trainings?status=scored&limit=1');
  const cursor = `cursor=${body.next_cursor}`;
  const next = await team.request('GET', `/trainings?status=scored&limit=2&${cursor}`);
  expect(next.body.data).toHaveLength(2);
  const other = await makeTeam(api());
  const refusals = [
    await team.request('GET', `/trainings?${cursor}`),
    await team.request('GET', `/trainings?status=aborted&${cursor}`),
    await team.request('GET', `/evaluations?${cursor}`),
    await other.request('GET', `/trainings?status=scored&${cursor}`),
    await team.request('GET', '/trainings?cursor=invented'),
  ];
  for (const { status, body: problem } of refusals) {
    expect(status).toBe(422);
    expect(problem.errors).toEqual(refusals[0]?.body.errors);
    expect(problem.errors).toMatchObject([{ in: 'query', pointer: '/cursor' }]);
  }
});

test('D84: with member_detail_enabled off the whole route is 403, before 404 and 422', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  const id = await addTraining(team, team.owner);
  for (const path of [
    '/trainings',
    '/trainings?limit=nonsense',
    `/trainings/${id}`,
    '/trainings/trn_nothing',
  ]) {
    const { status, body } = await team.request('GET', path);
    expect([path, status, body.code]).toEqual([path, 403, 'privacy_restricted']);
  }
});

test('trainings need the scope trainings:read (spec, Authentication)', async () => {
  const team = await makeTeam(api(), { scopes: ['evaluations:read'] });
  for (const path of ['/trainings', '/trainings/trn_nothing']) {
    const { status, body } = await team.request('GET', path);
    expect([status, body.code, body.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'trainings:read',
    ]);
  }
});

test("another team's training and an unknown one give the same 404 (spec, general rule 3)", async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const foreign = await addTraining(other, other.owner);
  for (const id of [foreign, 'trn_nothing', '%20', "'"]) {
    const { status, body } = await team.request('GET', `/trainings/${id}`);
    expect([status, body.code, body.detail]).toEqual([404, 'not_found', undefined]);
  }
});

test('D14, D28, D63, D64: unknown parameters and malformed values are 422 and named', async () => {
  const team = await makeTeam(api());
  for (const [query, pointer] of [
    ['userid=x', '/userid'],
    ['since=2026-03-01', '/since'],
    ['since=2026-03-01T10:00:00', '/since'],
    ['limit=0', '/limit'],
    ['limit=201', '/limit'],
    ['limit=1e2', '/limit'],
  ] as const) {
    const { status, body } = await team.request('GET', `/trainings?${query}`);
    expect([status, body.errors?.map((issue) => issue.pointer)]).toEqual([422, [pointer]]);
  }
});
