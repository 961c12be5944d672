import { beforeEach, describe, expect, test } from 'vitest';
import { runErasures } from '../erasure/harness/erase.ts';
import { codeOf, makeSession, serviceOf } from '../harness/app.ts';
import { raisedIn } from '../harness/raised.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { Backend, eventsOf, newSessionId, scoreOf } from './harness/intake.ts';

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

const training = async (id: string | null) =>
  (await team.request('GET', `/trainings/${id}`)).body as Record<string, unknown>;

test('member detail off: the event has neither user_id nor score (spec, general rule 7)', async () => {
  await team.set({ member_detail_enabled: false });
  await backend.record([{ session_id: id, user_id: member.userId, score: scoreOf(70) }]);
  const data = (await eventsOf(team)).map(({ data }) => Object.keys(data).sort());
  expect(data.sort()).toEqual([['assignment_id', 'status', 'training_id'], ['training_id']]);
});

test('each event has a delivery for each subscribed endpoint, and each call one job', async () => {
  await insertEndpoint(team, { events: ['evaluation.completed'] });
  await insertEndpoint(team, { events: ['evaluation.completed'], status: 'disabled' });
  const trainings = [1, 2, 3].map((n) => {
    return { session_id: `${id} ${n}`, user_id: member.userId, score: scoreOf(n) };
  });
  await backend.record(trainings);
  const { events, deliveries, jobs } = await raisedIn(team);
  expect([events.length, deliveries.length]).toEqual([6, 12]);
  expect(jobs).toMatchObject([{ urgent: null }]);
  expect(jobs[0]?.endpoints).toHaveLength(2);
});

describe('a team that the service names', () => {
  const ask = async (tenantId: string, token = SERVICE_TOKEN) => {
    const browser = serviceOf(api(), token);
    const body = JSON.stringify({ tenant_id: tenantId, session_id: id, user_id: member.userId });
    const response = await browser.post('trainings.start', body, { 'accept-language': 'en' });
    const {
      'x-request-id': requestId = '',
      date: _,
      ...headers
    } = Object.fromEntries(response.headers);
    const text = (await response.text()).replaceAll(requestId, '(id)');
    return { status: response.status, headers, text };
  };

  test('that is unknown or has ended gets the answer of a wrong token', async () => {
    const wrong = await ask(team.tenantId, 'x'.repeat(40));
    expect(wrong.status).toBe(401);
    expect(await ask('ten_unknown')).toEqual(wrong);
    await team.set({ status: 'ended' });
    expect(await ask(team.tenantId)).toEqual(wrong);
  });

  test('that is suspended is not changed', async () => {
    await team.set({ status: 'suspended' });
    expect(JSON.parse((await ask(team.tenantId)).text).error.data.code).toBe('team_suspended');
  });

  test('has sessions of its own: the same id in another team is another session', async () => {
    const other = await makeTeam(api());
    const { training_id } = await backend.start(id, { user_id: member.userId });
    expect(await codeOf(new Backend(other).start(id, { user_id: member.userId }))).toBe(
      'not_found',
    );
    const made = await new Backend(other).start(id, { user_id: other.owner.userId });
    expect(made.training_id).not.toBe(training_id);
    expect(await new Backend(other).abort(id)).toEqual(made);
    expect(await training(training_id)).toMatchObject({ status: 'in_progress' });
  });
});

const at = (minute: number) => ({ evaluated_at: `2026-11-03T08:0${minute}:00Z` });
const texts = {
  tips: [{ issue: 'Sue talks', moment: 'm', principle: 'p', rewrite: 'r', impact: 'i' }],
  goal: 'Sue listens',
  strongest: 'her voice',
  biggest_lever: 'her pauses',
};

describe('an evaluation of an erased member', () => {
  const stored = async (training_id: string | null) => {
    const { rows } = await api().sql.query(
      'select total, tips, goal, strongest, biggest_lever from evaluation where training_id = $1',
      [training_id],
    );
    return rows[0];
  };

  test('keeps only its numbers from the request for the erasure on, and its texts before', async () => {
    const { training_id } = await backend.start(id, { user_id: member.userId });
    await team.request('DELETE', `/users/${member.memberId}`);
    await backend.evaluate(id, { ...scoreOf(50), ...texts }, at(1));
    expect(await stored(training_id)).toEqual({ total: 50, ...texts });
    const owner = await makeSession(team, team.owner);
    await owner.app.members.erase.mutate({ member_id: member.memberId });
    await backend.evaluate(id, { ...scoreOf(60), ...texts }, at(2));
    const none = { tips: [], goal: null, strongest: null, biggest_lever: null };
    expect(await stored(training_id)).toEqual({ total: 60, ...none });
    await runErasures(api());
    await backend.evaluate(id, { ...scoreOf(70), ...texts }, at(3));
    expect(await stored(training_id)).toEqual({ total: 70, ...none });
  });
});

test('that is being stored while its member is erased keeps no texts', async () => {
  const { training_id } = await backend.start(id, { user_id: member.userId });
  await team.request('DELETE', `/users/${member.memberId}`);
  const owner = await makeSession(team, team.owner);
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select from training where id = $1 for update', [training_id]);
    const evaluated = backend.evaluate(id, { ...scoreOf(50), ...texts });
    await waitingBackend(api().sql, 'training');
    const erased = owner.app.members.erase
      .mutate({ member_id: member.memberId })
      .then(() => runErasures(api()));
    await Promise.race([erased, waitingBackend(api().sql, 'from member')]);
    await holder.query('rollback');
    await Promise.all([evaluated, erased]);
  } finally {
    holder.release();
  }
  const { rows } = await api().sql.query(
    'select total, goal from evaluation where training_id = $1',
    [training_id],
  );
  expect(rows).toEqual([{ total: 50, goal: null }]);
});
