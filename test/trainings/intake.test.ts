import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, errorOf } from '../harness/app.ts';
import { insertAssignment, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { Backend, eventsOf, newSessionId, rowsOfIntake, scoreOf } from './harness/intake.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let team: TestTeam;
let member: Person;
let backend: Backend;
let id: string;

beforeEach(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  backend = new Backend(team);
  id = newSessionId();
  await insertEndpoint(team, {
    events: ['training.completed', 'evaluation.completed', 'assignment.completed'],
  });
});

const get = async (path: string) =>
  (await team.request('GET', path)).body as Record<string, unknown>;
const training = (training_id: string | null) => get(`/trainings/${training_id}`);
const evaluation = (training_id: string | null) => get(`/trainings/${training_id}/evaluation`);

const at = (minute: number) => ({ evaluated_at: `2026-11-03T08:0${minute}:00Z` });

describe('a session', () => {
  test('is started, finished and evaluated, and each step is visible over REST and in events', async () => {
    const { training_id } = await backend.start(id, {
      user_id: member.userId,
      started_at: '2026-11-03T08:15:00Z',
      role_id: 'rol_1',
      external_ref: { crm: 'D-7' },
    });
    expect(await training(training_id)).toMatchObject({
      id: training_id,
      user_id: member.userId,
      status: 'in_progress',
      source: 'app',
      created_at: '2026-11-03T08:15:00.000Z',
      finished_at: null,
      duration_s: null,
      external_ref: { crm: 'D-7' },
      situation_id: null,
      role_id: 'rol_1',
    });
    expect(await eventsOf(team)).toEqual([]);

    const end = { finished_at: '2026-11-03T08:27:41.25Z', duration_s: 700 };
    expect(await backend.finish(id, end)).toEqual({ training_id });
    expect(await training(training_id)).toMatchObject({
      status: 'completed',
      finished_at: '2026-11-03T08:27:41.250Z',
      duration_s: 700,
    });
    expect((await evaluation(training_id)).code).toBe('not_found');

    expect(await backend.evaluate(id, scoreOf(62))).toEqual({ training_id });
    expect((await training(training_id)).status).toBe('scored');
    expect(await evaluation(training_id)).toMatchObject({ training_id, score: { total: 62 } });
    const named = { training_id, user_id: member.userId };
    expect(await eventsOf(team)).toEqual([
      { type: 'training.completed', data: { ...named, assignment_id: null, status: 'completed' } },
      { type: 'evaluation.completed', data: { ...named, score: 62 } },
    ]);
  });

  test('that has ended is recorded by one call: one event of each type, as in three steps', async () => {
    const [result] = await backend.record([
      { session_id: id, user_id: member.userId, duration_s: 600, score: scoreOf(70) },
    ]);
    expect(result).toEqual({ session_id: id, ok: true, training_id: expect.any(String) });
    const { training_id } = result as { training_id: string };
    expect(await training(training_id)).toMatchObject({ status: 'scored', duration_s: 600 });
    const types = (await eventsOf(team)).map(({ type }) => type);
    expect(types.sort()).toEqual(['evaluation.completed', 'training.completed']);
    // This call only repeats an earlier report.
    expect(await backend.start(id, { user_id: member.userId })).toEqual({ training_id });
    expect(await backend.finish(id, { duration_s: 600 })).toEqual({ training_id });
    expect(await backend.evaluate(id, scoreOf(70))).toEqual({ training_id });
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ trainings: 1, entries: 1 });
    expect(await eventsOf(team)).toHaveLength(2);
  });

  test('that is aborted raises no event, and accepts no evaluation', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    expect(await backend.abort(id)).toEqual({ training_id });
    expect(await training(training_id)).toMatchObject({ status: 'aborted' });
    expect(await codeOf(backend.evaluate(id, scoreOf(1)))).toBe('conflict');
    expect(await codeOf(backend.finish(id))).toBe('conflict');
    expect(await backend.abort(id)).toEqual({ training_id });
    expect(await eventsOf(team)).toEqual([]);
  });

  test('ends with its evaluation, and a finish that follows adds the times', async () => {
    const { training_id } = await backend.start(id, {
      user_id: member.userId,
      started_at: '2026-11-03T08:15:00Z',
    });
    await backend.evaluate(id, scoreOf(5));
    expect(await training(training_id)).toMatchObject({ status: 'scored' });
    expect(await codeOf(backend.abort(id))).toBe('conflict');
    await backend.finish(id, { finished_at: '2026-11-03T08:20:00Z', duration_s: 300 });
    expect(await training(training_id)).toMatchObject({
      status: 'scored',
      finished_at: '2026-11-03T08:20:00.000Z',
      duration_s: 300,
    });
    const completed = (await eventsOf(team)).filter(({ type }) => type === 'training.completed');
    expect(completed).toMatchObject([{ data: { status: 'scored' } }]);
  });
});

describe('what arrives before its start', () => {
  test('waits, and is applied with the start, each event once', async () => {
    expect(await backend.evaluate(id, scoreOf(40))).toEqual({ training_id: null });
    expect(await backend.finish(id, { duration_s: 60 })).toEqual({ training_id: null });
    expect(await backend.evaluate(id, scoreOf(41), at(1))).toEqual({ training_id: null });
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ waiting: 1, trainings: 0 });
    expect(await eventsOf(team)).toEqual([]);
    const { training_id } = await backend.start(id, { user_id: member.userId });
    expect(await training(training_id)).toMatchObject({ status: 'scored', duration_s: 60 });
    expect(await evaluation(training_id)).toMatchObject({ score: { total: 41 } });
    expect(await eventsOf(team)).toHaveLength(2);
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ waiting: 0, entries: 1 });
  });

  test('keeps waiting while the start is refused', async () => {
    await backend.finish(id);
    expect(await codeOf(backend.start(id, { user_id: 'usr_unknown' }))).toBe('not_found');
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ waiting: 1 });
    await backend.start(id, { user_id: member.userId });
    expect(await eventsOf(team)).toHaveLength(1);
  });

  test('can contradict what came before it, as after the start', async () => {
    await backend.abort(id);
    expect(await codeOf(backend.evaluate(id, scoreOf(1)))).toBe('conflict');
    expect(await codeOf(backend.finish(id))).toBe('conflict');
    const other = newSessionId();
    await backend.evaluate(other, scoreOf(1));
    expect(await codeOf(backend.abort(other))).toBe('conflict');
  });

  test('waits for at most 1,000 sessions of a team: 429, and those that wait are still served', async () => {
    await api().sql.query(
      `insert into training_intake (tenant_id, session_id, waiting, waiting_since)
       select $1, 'waiting ' || n, '{"end":null,"evaluation":null}', now()
       from generate_series(1, 999) n`,
      [team.tenantId],
    );
    const two = await Promise.all([1, 2].map(() => codeOf(backend.finish(newSessionId()))));
    expect(two.sort()).toEqual(['ok', 'rate_limited']);
    expect(await errorOf(backend.finish(id))).toMatchObject({ httpStatus: 429, retry_after: 60 });
    expect(await codeOf(backend.finish('waiting 7'))).toBe('ok');
    expect(await codeOf(backend.start(id, { user_id: member.userId }))).toBe('ok');
    const other = new Backend(await makeTeam(api()));
    expect(await codeOf(other.finish(newSessionId()))).toBe('ok');
  });
});

describe('a repeat', () => {
  test('gets the same answer and changes nothing, whether null is given or left out', async () => {
    const start = { user_id: member.userId, external_ref: { a: 1, b: 2 } };
    const { training_id } = await backend.start(id, start);
    const again = { ...start, external_ref: { b: 2, a: 1 }, assignment_id: null };
    expect(await backend.start(id, again)).toEqual({ training_id });
    await backend.finish(id, { duration_s: 5 });
    expect(await backend.finish(id, { duration_s: 5, finished_at: null })).toEqual({ training_id });
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ trainings: 1, entries: 2 });
    expect(await eventsOf(team)).toHaveLength(1);
  });

  test('gets the same answer after the member was removed', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    await team.request('DELETE', `/users/${member.memberId}`);
    expect(await backend.start(id, { user_id: member.userId })).toEqual({ training_id });
    expect(await backend.finish(id)).toEqual({ training_id });
    expect(await codeOf(backend.start(newSessionId(), { user_id: member.userId }))).toBe(
      'not_found',
    );
  });

  test('of a start or an end with other content is refused, and changes nothing', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    expect(await codeOf(backend.start(id, { user_id: team.owner.userId }))).toBe('conflict');
    await backend.finish(id, { duration_s: 5 });
    expect(await codeOf(backend.finish(id, { duration_s: 6 }))).toBe('conflict');
    expect(await training(training_id)).toMatchObject({ user_id: member.userId, duration_s: 5 });
  });

  test('of an evaluation with other content corrects it: later in the list, with a new event', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    await backend.evaluate(id, scoreOf(50));
    api().clock.travel(60_000);
    const since = api().clock.now().toISOString();
    await backend.evaluate(id, scoreOf(50));
    const list = `/evaluations?updated_since=${encodeURIComponent(since)}`;
    expect((await get(list)).data).toEqual([]);
    expect(await backend.evaluate(id, scoreOf(55), at(1))).toEqual({ training_id });
    expect((await get(list)).data).toMatchObject([{ id: training_id }]);
    expect(await evaluation(training_id)).toMatchObject({ score: { total: 55 } });
    const scores = (await eventsOf(team)).filter(({ type }) => type === 'evaluation.completed');
    expect(scores).toMatchObject([{ data: { score: 50 } }, { data: { score: 55 } }]);
  });

  test('of an evaluation that has been corrected since does not undo the correction: 50, 80, 50 is 80', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    await backend.evaluate(id, scoreOf(50));
    expect(await codeOf(backend.evaluate(id, scoreOf(80)))).toBe('conflict');
    await backend.evaluate(id, scoreOf(80), at(2));
    expect(await codeOf(backend.evaluate(id, scoreOf(50)))).toBe('conflict');
    expect(await codeOf(backend.evaluate(id, scoreOf(50), at(2)))).toBe('conflict');
    // A repeat without the time leaves the stored one.
    await backend.evaluate(id, scoreOf(80));
    await backend.evaluate(id, scoreOf(50), at(1));
    expect(await evaluation(training_id)).toMatchObject({ score: { total: 80 } });
    const scores = (await eventsOf(team)).filter(({ type }) => type === 'evaluation.completed');
    expect(scores.map(({ data }) => (data as { score: number }).score).sort()).toEqual([50, 80]);
  });

  test('of an evaluation that is older than the stored one changes nothing', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    await backend.evaluate(id, scoreOf(52), at(2));
    await backend.evaluate(id, scoreOf(51), at(1));
    expect(await evaluation(training_id)).toMatchObject({ score: { total: 52 } });
    await backend.evaluate(id, scoreOf(53), at(3));
    expect(await evaluation(training_id)).toMatchObject({ score: { total: 53 } });
  });
});

describe('an assignment', () => {
  test('that a training names is done, without its event; others stay open (D118, D121)', async () => {
    const [named, other] = [
      await insertAssignment(team, { member_id: member.memberId, situation_id: 'sit_1' }),
      await insertAssignment(team, { member_id: member.memberId, situation_id: 'sit_1' }),
    ];
    const { training_id } = await backend.start(id, {
      user_id: member.userId,
      assignment_id: named,
    });
    expect(await get(`/assignments/${named}`)).toMatchObject({ status: 'open' });
    await backend.finish(id);
    expect(await get(`/assignments/${named}`)).toMatchObject({
      status: 'done',
      completed_training_id: training_id,
    });
    expect(await get(`/assignments/${other}`)).toMatchObject({ status: 'open' });
    expect(await training(training_id)).toMatchObject({ situation_id: 'sit_1' });
    expect(await eventsOf(team)).toMatchObject([{ data: { assignment_id: named } }]);
    const again = newSessionId();
    await backend.record([{ session_id: again, user_id: member.userId, assignment_id: named }]);
    expect(await get(`/assignments/${named}`)).toMatchObject({
      completed_training_id: training_id,
    });
  });

  test('that belongs to another member, or was revoked, refuses the start', async () => {
    const mine = await insertAssignment(team, { member_id: member.memberId, status: 'revoked' });
    const owners = await insertAssignment(team, { member_id: team.owner.memberId });
    const start = (assignment_id: string) =>
      codeOf(backend.start(id, { user_id: member.userId, assignment_id }));
    expect(await start(mine)).toBe('conflict');
    expect(await start(owners)).toBe('not_found');
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ sessions: 0, trainings: 0 });
  });

  test('that is revoked or deleted during the training stays so', async () => {
    const task = await insertAssignment(team, { member_id: member.memberId });
    const { training_id } = await backend.start(id, {
      user_id: member.userId,
      assignment_id: task,
    });
    await team.request('DELETE', `/assignments/${task}`);
    await backend.finish(id);
    expect(await training(training_id)).toMatchObject({ status: 'completed', assignment_id: null });
    expect(await eventsOf(team)).toMatchObject([{ data: { assignment_id: null } }]);
  });
});
