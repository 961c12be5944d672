import { beforeAll, describe, expect, test } from 'vitest';
import { recordTraining } from '../../src/features/trainings/record-training-by-operator.ts';
import { auditOf, insertAssignment, insertPolicy, insertTraining } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';

const api = useApi();

const combination = {
  situation_id: globalIds.situation,
  personality_id: globalIds.personality,
  industry_id: globalIds.industry,
};

beforeAll(() => makeGlobalCatalog(api()));

const create = (team: TestTeam, body: object = {}) =>
  team.request('POST', '/assignments', {
    body: { member_id: team.owner.memberId, title: 'A task', ...combination, ...body },
  });

const change = (team: TestTeam, id: string, body: object) =>
  team.request('PATCH', `/assignments/${id}`, { body });

describe('POST /assignments', () => {
  test('201 with the open assignment, and the address at which it can be read (D2, D3)', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    const content = { title: 'Hold the price', note: 'Twice.', due_date: '2026-12-01' };
    const { status, body, headers } = await create(team, {
      member_id: member.memberId,
      ...content,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      member_id: member.memberId,
      status: 'open',
      ...content,
      ...combination,
      member_user_id: member.userId,
      member_email: member.email,
      focus_dimension: null,
      completed_training_id: null,
      created_at: body.created_at,
    });
    expect(headers.location).toMatch(new RegExp(`/assignments/${body.id}$`));
    expect((await team.request('GET', `/assignments/${body.id}`)).body).toEqual(body);
    expect(await auditOf(team, body.id)).toEqual([{ action: 'assignment.created', changes: null }]);
  });

  test('D122: an unknown, foreign or removed member is 404', async () => {
    const team = await makeTeam(api());
    const foreign = (await makeTeam(api())).owner;
    const removed = await team.addMember();
    await team.request('DELETE', `/users/${removed.memberId}`);
    for (const member_id of ['mem_never', foreign.memberId, removed.memberId, '']) {
      const { status, body } = await create(team, { member_id });
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test('D123: an invited recipient has no user id until the invitation is accepted', async () => {
    const team = await makeTeam(api());
    const invited = await team.request('POST', '/users', { body: { email: 'to@example.com' } });
    const { body } = await create(team, { member_id: invited.body.id });
    expect([body.member_user_id, body.member_email]).toEqual([null, 'to@example.com']);
    expect(body.member_id).toBe(invited.body.id);
    await api().sql.query(
      `update member set status = 'active', user_id = 'usr_new', joined_at = now() where id = $1`,
      [invited.body.id],
    );
    const { member_user_id } = (await team.request('GET', `/assignments/${body.id}`)).body;
    expect(member_user_id).toBe('usr_new');
  });

  test('D32: the title has 1 to 120 code points after trimming', async () => {
    const team = await makeTeam(api());
    expect((await create(team, { title: `  ${'😀'.repeat(120)} ` })).body.title).toBe(
      '😀'.repeat(120),
    );
    for (const title of ['', '   ', 'x'.repeat(121), null]) {
      const { status, body } = await create(team, { title });
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/title']);
    }
  });

  test('D33, D29: a note has at most 5,000 characters, due_date is a real day, which may be in the past', async () => {
    const team = await makeTeam(api());
    const kept = await create(team, { note: 'n'.repeat(5000), due_date: '2001-02-03' });
    expect([kept.status, kept.body.due_date]).toEqual([201, '2001-02-03']);
    for (const wrong of [{ note: 'n'.repeat(5001) }, { due_date: '2026-02-30' }]) {
      const { status, body } = await create(team, wrong);
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, `/${Object.keys(wrong)[0]}`]);
    }
  });

  test('D119: null counts as absent', async () => {
    const team = await makeTeam(api());
    const { status, body } = await create(team, { note: null, due_date: null });
    expect([status, body.note, body.due_date]).toEqual([201, null, null]);
  });

  test('422 kombination_ungueltig and 403 vorgabe_gesperrt are judged for the recipient (D124 to D126)', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    const unknown = await create(team, { personality_id: 'per_never' });
    expect(unknown.body).toMatchObject({
      status: 422,
      code: 'kombination_ungueltig',
      dimension: 'personality',
      id: 'per_never',
    });
    const entry_ids = [globalIds.industry];
    await insertPolicy(team, { dimension: 'industry', mode: 'block', entry_ids });
    const blocked = await create(team);
    expect([blocked.status, blocked.body.code]).toEqual([403, 'vorgabe_gesperrt']);
    expect(blocked.body).not.toHaveProperty('dimension');
    const { memberId: member_id } = member;
    await insertPolicy(team, { member_id, dimension: 'industry', mode: 'allow', entry_ids });
    expect((await create(team, { member_id })).status).toBe(201);
  });

  test('D189: every answer names the member, also after an invited one was removed', async () => {
    const team = await makeTeam(api());
    const { id: member_id } = (
      await team.request('POST', '/users', { body: { email: 'never-joined@example.com' } })
    ).body;
    const { body } = await create(team, { member_id });
    expect(Object.keys(body).slice(0, 2)).toEqual(['id', 'member_id']);
    const changed = await change(team, body.id, { note: 'Soon.' });
    await team.request('DELETE', `/users/${member_id}`);
    const read = await team.request('GET', `/assignments/${body.id}`);
    const listed = await team.request('GET', '/assignments');
    expect([body, changed.body, read.body, ...listed.body.data]).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ id: body.id, member_id })),
    );
    expect(read.body).toMatchObject({ status: 'revoked', member_user_id: null });
  });

  test('D127: duplicates are allowed', async () => {
    const team = await makeTeam(api());
    expect((await create(team)).status).toBe(201);
    expect((await create(team)).status).toBe(201);
    expect((await readAll(team, '/assignments')).ids).toHaveLength(2);
  });

  test('D128: without member_detail_enabled it still works, and names nobody', async () => {
    const team = await makeTeam(api());
    await team.set({ member_detail_enabled: false });
    const { status, body } = await create(team);
    expect(status).toBe(201);
    expect(body).toMatchObject({ member_id: null, member_user_id: null, member_email: null });
    const patched = await change(team, body.id, { status: 'done' });
    expect(patched.body).toMatchObject({
      status: 'done',
      member_id: null,
      member_user_id: null,
      member_email: null,
    });
    expect((await team.request('DELETE', `/assignments/${body.id}`)).status).toBe(200);
  });

  test('a simultaneous removal leaves no open assignment behind', async () => {
    const team = await makeTeam(api());
    for (let round = 0; round < 5; round += 1) {
      const { memberId } = await team.addMember();
      await Promise.all([
        team.request('DELETE', `/users/${memberId}`),
        ...Array.from({ length: 5 }, () => create(team, { member_id: memberId })),
      ]);
      const { rows } = await api().sql.query(
        `select id from assignment where member_id = $1 and status = 'open'`,
        [memberId],
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('PATCH /assignments/{assignment_id}', () => {
  test('D117: open and done from any state; anything else is 422 with errors', async () => {
    const team = await makeTeam(api());
    const id = await insertAssignment(team, { status: 'revoked' });
    for (const status of ['done', 'open', 'done']) {
      expect((await change(team, id, { status })).body.status).toBe(status);
    }
    for (const status of ['revoked', 'closed', null, 1]) {
      const answer = await change(team, id, { status });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, '/status']);
    }
  });

  test('D119: null clears note and due_date', async () => {
    const team = await makeTeam(api());
    const { id } = (await create(team, { note: 'x', due_date: '2026-12-24' })).body;
    expect((await change(team, id, { note: null })).body).toMatchObject({
      note: null,
      due_date: '2026-12-24',
    });
    expect((await change(team, id, { due_date: null })).body.due_date).toBe(null);
  });

  test('D120: {} and the values it already has are 200 unchanged, and the audit log has no change', async () => {
    const team = await makeTeam(api());
    const made = (await create(team, { note: 'x', due_date: '2026-12-24' })).body;
    for (const same of [{}, { status: 'open', note: 'x', due_date: '2026-12-24' }]) {
      const { status, body } = await change(team, made.id, same);
      expect([status, body]).toEqual([200, made]);
    }
    expect(await auditOf(team, made.id)).toHaveLength(1);
    await change(team, made.id, { status: 'done', note: 'x' });
    expect((await auditOf(team, made.id)).at(-1)).toEqual({
      action: 'assignment.changed',
      changes: { changed: ['status'], status: 'done' },
    });
  });

  test('D121: reopening clears completed_training_id; other changes keep it', async () => {
    const team = await makeTeam(api());
    const training = await insertTraining(team);
    const done = { status: 'done', completed_training_id: training };
    const id = await insertAssignment(team, done);
    expect((await change(team, id, { note: 'seen' })).body).toMatchObject(done);
    expect((await change(team, id, { status: 'open' })).body.completed_training_id).toBe(null);
  });

  test('unknown fields are refused: title and combination cannot be changed here (D13)', async () => {
    const team = await makeTeam(api());
    const id = await insertAssignment(team);
    const { status, body } = await change(team, id, { title: 'New', member_id: 'mem_1' });
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([
      422,
      ['/title', '/member_id'],
    ]);
  });
});

describe('GET and DELETE', () => {
  test('D65, D116: newest first, in every state', async () => {
    const team = await makeTeam(api());
    const ids: string[] = [];
    for (const status of ['open', 'done', 'revoked']) {
      api().clock.travel(1000);
      ids.unshift(await insertAssignment(team, { status }));
    }
    expect(await readAll(team, '/assignments?limit=2')).toEqual({ ids, sizes: [2, 1] });
  });

  test('D127: a second DELETE is 404, and trainings of the assignment stay', async () => {
    const team = await makeTeam(api());
    const id = await insertAssignment(team);
    const training = await insertTraining(team, { assignment_id: id });
    expect((await team.request('DELETE', `/assignments/${id}`)).body).toEqual({ ok: true });
    expect((await team.request('DELETE', `/assignments/${id}`)).status).toBe(404);
    const { body } = await team.request('GET', `/trainings/${training}`);
    expect([body.id, body.assignment_id]).toEqual([training, null]);
    expect(await auditOf(team, id)).toEqual([{ action: 'assignment.deleted', changes: null }]);
  });

  test('D127: a DELETE waits for a training that is being recorded, and the training stays', async () => {
    const team = await makeTeam(api());
    const id = await insertAssignment(team);
    const { promise: removing, resolve: remove } = Promise.withResolvers<void>();
    const { promise: recorded, resolve: hasRecorded } = Promise.withResolvers<void>();
    const recording = team.do(async (call) => {
      const input = { user_id: team.owner.userId, assignment_id: id };
      const { training_id } = await recordTraining(call, input);
      hasRecorded();
      await removing;
      return training_id;
    });
    await recorded;
    const removal = team.request('DELETE', `/assignments/${id}`);
    await waitingBackend(api().sql);
    remove();
    expect((await removal).status).toBe(200);
    const { body } = await team.request('GET', `/trainings/${await recording}`);
    expect([body.status, body.assignment_id]).toEqual(['completed', null]);
  });
});
