import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { nameOf } from '../harness/routes.ts';
import { auditOf, insertAssignment } from '../harness/rows.ts';
import type { Person } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Backend, newSessionId, scoreOf } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;
let owner: Browser;
let backend: Backend;
let watched: Person;
const watchedSession = newSessionId();
let assignment: string;

type NamedQuery = { name: string; ask: () => Promise<unknown> };
let overRest: NamedQuery[];
let inApp: NamedQuery[];

/** For each procedure, the question that tells most about one person. */
const aboutOne: Record<string, (world: World) => object> = {
  'policies.preview': ({ member, situation }) => ({
    member_id: member.memberId,
    situation: { mode: 'block', entry_ids: [situation] },
  }),
};

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000 });
  const { team } = world;
  watched = world.member;
  backend = new Backend(team);
  owner = await makeSession(team, team.owner);
  // With the watched person, four members are scored: one fewer than analytics tell of (D139).
  for (const person of [world.admin, await team.addMember(), await team.addMember()]) {
    for (let n = 0; n < 3; n++) await addTraining(team, person, { evaluation: { total: 50 + n } });
  }
  await api().sql.query('delete from evaluation where training_id = $1', [world.scored]);
  await backend.record([
    { session_id: watchedSession, user_id: watched.userId, score: scoreOf(60) },
  ]);
  const { situation: situation_id, personality: personality_id, industry: industry_id } = world;
  const combination = { situation_id, personality_id, industry_id };
  assignment = await insertAssignment(team, { member_id: watched.memberId, ...combination });
  overRest = await Promise.all(
    routes
      .filter(({ method }) => method === 'GET')
      .map(async (route) => {
        const { path } = await validRequest(route, world);
        return { name: nameOf(route), ask: () => restAnswer(path) };
      }),
  );
  // The log of requests and the readers of the feed show this test's own requests, some moments later.
  const others = /^(account\.me|events\.readers|requestLog\..+)$/;
  const queries = procedures.filter(({ type, name }) => type === 'query' && !others.test(name));
  inApp = [];
  for (const procedure of queries) {
    const make = aboutOne[procedure.name];
    const input = make ? make(world) : await validInput(procedure, world, owner);
    inApp.push({ name: procedure.name, ask: () => appAnswer(procedure, input) });
  }
  // Some inputs have made rows of the owner. The owner would be the fifth member.
  await api().sql.query(
    `delete from evaluation e using training t
     where t.id = e.training_id and t.tenant_id = $1 and t.member_id = $2`,
    [team.tenantId, team.owner.memberId],
  );
  // Makes an audit entry of each kind exist from the beginning.
  await backend.start(newSessionId(), { user_id: watched.userId });
  await team.set({ member_detail_enabled: false });
});

async function restAnswer(path: string): Promise<unknown> {
  const { status, body } = await world.team.request('GET', path);
  return { ...body, answered: status, request_id: null };
}

async function appAnswer({ name, type }: NamedProcedure, input: unknown): Promise<unknown> {
  const answer = (await owner.call(name, type, input)) as { error?: { data: object } };
  if (name === 'auditLog.list') return kindsOf(answer as AuditAnswer);
  // The entries that it counts are those of the list.
  if (name === 'auditLog.count') return {};
  return answer.error ? { error: { ...answer.error.data, request_id: null } } : answer;
}

type AuditAnswer = { result: { data: { data: Record<string, unknown>[] } } };

/** The kinds of entries. Each evaluation has one, without its scores. */
function kindsOf({ result }: AuditAnswer): string[] {
  const kinds = result.data.data.map(({ id, request_id, at, target, actor, ...entry }) =>
    JSON.stringify({ ...entry, actor: { ...(actor as object), id: null } }),
  );
  return [...new Set(kinds)].sort();
}

async function answersOf(requested: NamedQuery[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { name, ask } of requested) answers[name] = withoutOwnRequests(await ask());
  return answers;
}

/** The cursor of the feed counts events, as a receiver of webhooks can. */
const ownRequests = new Set([
  'last_use',
  'requests_by_day',
  'ok_by_day',
  'requests',
  'cursor',
  'readers',
]);

/** Leaves out this test's own requests, because they are counted a moment later. */
function withoutOwnRequests(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value) => (ownRequests.has(name) ? [] : value)));
}

let corrections = 0;
async function correct(total: number): Promise<void> {
  corrections += 1;
  const at = new Date(api().clock.now().getTime() + corrections).toISOString();
  const { dimensions } = scoreOf(total);
  const low = { ...dimensions, closing: total, value_argument: total };
  await backend.evaluate(watchedSession, { total, dimensions: low }, { evaluated_at: at });
}

const succeeded = (answers: Record<string, unknown>) =>
  Object.values(answers).filter(
    (answer) => !('error' in (answer as object)) && !('code' in (answer as object)),
  ).length;

test('while member detail is off, the score of one person among four changes no answer of the app', async () => {
  await correct(3);
  const before = await answersOf(inApp);
  await correct(97);
  expect(await answersOf(inApp)).toEqual(before);
  expect(succeeded(before)).toBeGreaterThan(40);
});

test('while member detail is off, the score of one person among four changes no answer of REST', async () => {
  const before = await answersOf(overRest);
  await correct(5);
  expect(await answersOf(overRest)).toEqual(before);
  expect(succeeded(before)).toBeGreaterThan(6);
});

test('a completed training changes only the counts of the analytics, and no edit confirms it', async () => {
  const counts = new Set(['analytics.team', 'analytics.figures', 'analytics.series']);
  const quiet = inApp.filter(({ name }) => !counts.has(name));
  const before = await answersOf(quiet);
  const { app } = owner;
  const version = 'AAAAAAAA.AAAAAAAA.AAAAAAAA';
  const edit = () => app.assignments.change.mutate({ assignment_id: assignment, version });
  const patch = () => world.team.request('PATCH', `/assignments/${assignment}`, { body: {} });
  expect(await codeOf(edit())).toBe('privacy_restricted');
  expect((await patch()).body).toMatchObject({ status: 'open' });

  const id = newSessionId();
  await backend.start(id, { user_id: watched.userId, assignment_id: assignment });
  await backend.evaluate(id, scoreOf(80));
  const { rows } = await api().sql.query('select status from assignment where id = $1', [
    assignment,
  ]);
  expect(rows).toEqual([{ status: 'done' }]);

  expect(await answersOf(quiet)).toEqual(before);
  expect(await codeOf(edit())).toBe('privacy_restricted');
  // The contract makes REST execute the change and answer with the assignment (D128). The answer does not tell the
  // training, because an empty change would then be a read.
  expect((await patch()).body).toMatchObject({ status: 'done', completed_training_id: null });
  expect(await auditOf(world.team, assignment)).toEqual([]);
});
