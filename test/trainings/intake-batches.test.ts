import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, errorOf } from '../harness/app.ts';
import { insertEndpoint, insertRemoved } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { Backend, eventsOf, newSessionId, rowsOfIntake, scoreOf } from './harness/intake.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let team: TestTeam;
let member: Person;
let backend: Backend;

beforeEach(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  backend = new Backend(team);
  await insertEndpoint(team, { events: ['training.completed', 'evaluation.completed'] });
});

const sessionOf = (session_id: string, rest: object = {}) => ({
  session_id,
  user_id: member.userId,
  ...rest,
});
const ok = (session_id: string) => ({ session_id, ok: true, training_id: expect.any(String) });

describe('a batch', () => {
  test('has a result for each training, in order, and a refused training does not affect the others', async () => {
    const removed = await insertRemoved(team);
    const started = newSessionId();
    await backend.start(started, { user_id: team.owner.userId });
    const results = await backend.record([
      sessionOf('one', { score: scoreOf(1) }),
      sessionOf('two', { user_id: removed }),
      sessionOf('three', { duration_s: -1, extra: 1 }),
      sessionOf(started),
      { user_id: member.userId },
      sessionOf('four', { assignment_id: 'asg_none' }),
      sessionOf('five', { finished_at: '2999-01-01T00:00:00Z' }),
      sessionOf('six', { score: scoreOf(6) }),
    ]);
    const refused = (session_id: string | null, error: object) => ({
      session_id,
      ok: false,
      error,
    });
    expect(results).toEqual([
      ok('one'),
      refused('two', { code: 'not_found', detail: expect.stringContaining('no active member') }),
      refused('three', {
        code: 'validation_error',
        errors: [
          expect.objectContaining({ pointer: '/trainings/2/duration_s', code: 'too_small' }),
          expect.objectContaining({ pointer: '/trainings/2/extra', code: 'unrecognized_key' }),
        ],
      }),
      refused(started, { code: 'conflict', detail: expect.any(String) }),
      refused(null, {
        code: 'validation_error',
        errors: [expect.objectContaining({ pointer: '/trainings/4/session_id' })],
      }),
      refused('four', { code: 'not_found', detail: expect.any(String) }),
      refused('five', {
        code: 'validation_error',
        field: 'finished_at',
        detail: expect.any(String),
      }),
      ok('six'),
    ]);
    expect(await rowsOfIntake(api(), team.tenantId)).toEqual({
      sessions: 3,
      waiting: 0,
      trainings: 3,
      evaluations: 2,
      entries: 3,
    });
    expect(await eventsOf(team)).toHaveLength(4);
  });

  test('may name a session several times, as if it came in several calls', async () => {
    const results = await backend.record([
      sessionOf('one', { score: scoreOf(1) }),
      sessionOf('one', { score: scoreOf(1) }),
      sessionOf('one', { duration_s: 9 }),
      sessionOf('two'),
      sessionOf('one', { score: scoreOf(2), evaluated_at: '2026-11-03T08:00:00Z' }),
    ]);
    const conflict = {
      session_id: 'one',
      ok: false,
      error: expect.objectContaining({ code: 'conflict' }),
    };
    expect(results).toEqual([ok('one'), results[0], conflict, ok('two'), results[0]]);
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({
      trainings: 2,
      evaluations: 1,
    });
    const scores = (await eventsOf(team)).filter(({ type }) => type === 'evaluation.completed');
    expect(scores.map(({ data }) => (data as { score: number }).score).sort()).toEqual([1, 2]);
  });

  test('completes an assignment with the first of its trainings', async () => {
    const { rows } = await api().sql.query(
      `insert into assignment (tenant_id, id, member_id, created_at, updated_at)
       values ($1, 'asg_1', $2, now(), now()) returning id`,
      [team.tenantId, member.memberId],
    );
    const assignment_id = rows[0].id;
    const [first] = await backend.record([
      sessionOf('one', { assignment_id }),
      sessionOf('two', { assignment_id }),
    ]);
    const { body } = await team.request('GET', `/assignments/${assignment_id}`);
    expect(body).toMatchObject({
      status: 'done',
      completed_training_id: (first as { training_id: string }).training_id,
    });
  });

  test('of 200 is accepted; one of 201 and an empty one are refused as a whole', async () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, i) => sessionOf(`s ${i}`, { score: scoreOf(1) }));
    expect(await codeOf(backend.record(many(201)))).toBe('validation_error');
    expect(await codeOf(backend.record([]))).toBe('validation_error');
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ sessions: 0 });
    const results = await backend.record(many(200));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await backend.record(many(200))).toEqual(results);
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({
      trainings: 200,
      entries: 200,
    });
    expect(await eventsOf(team)).toHaveLength(400);
  });

  test('that is too large is refused with 413, and with 422 if it has too many names', async () => {
    const large = sessionOf('x', { external_ref: { text: 'x'.repeat(1024 * 1024) } });
    expect(await errorOf(backend.record([large]))).toMatchObject({ httpStatus: 413 });
    const names = Object.fromEntries(Array.from({ length: 40_001 }, (_, n) => [`n${n}`, 1]));
    expect(await errorOf(backend.record([sessionOf('x', { external_ref: names })]))).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'too_big' }],
    });
  });
});

describe('two at once', () => {
  test('about one session make one training, each event once, and the same answers', async () => {
    for (const n of [1, 2, 3]) {
      const reports = Array.from({ length: 6 }, () =>
        backend.record([sessionOf(`s ${n}`, { score: scoreOf(n) })]),
      );
      const results = await Promise.all(reports);
      expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
    }
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ trainings: 3, entries: 3 });
    expect(await eventsOf(team)).toHaveLength(6);
  });

  test('with start, end and evaluation leave nothing waiting, whatever comes first', async () => {
    for (let n = 0; n < 10; n++) {
      const id = newSessionId();
      await Promise.all([
        backend.evaluate(id, scoreOf(n)),
        new Backend(team).start(id, { user_id: member.userId }),
        new Backend(team).finish(id),
      ]);
    }
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({
      sessions: 10,
      waiting: 0,
      trainings: 10,
      evaluations: 10,
    });
    expect(await eventsOf(team)).toHaveLength(20);
  });

  test('with the same sessions in different orders do not lock each other out', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `s ${n}`);
    const batches = [ids, ids.toReversed(), ids.slice(10), ids.slice(0, 20).toReversed()];
    const results = await Promise.all(
      batches.map((batch) => new Backend(team).record(batch.map((id) => sessionOf(id)))),
    );
    expect(results.flat().every(({ ok }) => ok)).toBe(true);
    expect(await rowsOfIntake(api(), team.tenantId)).toMatchObject({ trainings: 30 });
  });
});
