import { beforeAll, expect, test } from 'vitest';
import {
  checkCombination,
  refuseCombination,
} from '../../src/features/catalog/rules/check-combination.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { errorOf, makeSession } from '../harness/app.ts';
import {
  insert,
  insertCatalogEntry,
  insertInvited,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

type Combination = { situation_id: string; personality_id: string; industry_id: string };
const plain: Combination = { situation_id: 'sit_1', personality_id: 'per_1', industry_id: 'ind_1' };

beforeAll(async () => {
  for (const [id, dimension] of [
    ['sit_1', 'situation'],
    ['sit_2', 'situation'],
    ['per_1', 'personality'],
    ['per_2', 'personality'],
    ['ind_1', 'industry'],
    ['ind_2', 'industry'],
  ] as const) {
    await insertCatalogEntry(api(), id, dimension);
  }
  const archived_at = '2026-01-01T00:00:00Z';
  await insertCatalogEntry(api(), 'ind_archived', 'industry', { archived_at });
  const pair = { situation_id: 'sit_2', industry_id: 'ind_2', dimension: 'industry' };
  await insert(api(), 'catalog_rule', { id: 'rul_pair', ...pair });
  const all = { situation_id: 'sit_2', personality_id: 'per_2', industry_id: 'ind_1' };
  await insert(api(), 'catalog_rule', { id: 'rul_all', ...all, dimension: 'personality' });
});

/** What the client sees: null, or the code of the refusal with its members. */
async function refusalOf(
  team: TestTeam,
  requested: Partial<Combination>,
  memberId = 'nobody',
): Promise<unknown[]> {
  try {
    const combination = { ...plain, ...requested, memberId };
    refuseCombination(await team.do((call) => checkCombination(call, combination)));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { dimension, id } = error.details;
    return [error.code, dimension, id];
  }
}

test('D125: an unknown, archived, hidden, foreign or misplaced id is named with its dimension', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const foreign = await insertTeamCatalogEntry(other, 'situation');
  const own = await insertTeamCatalogEntry(team, 'situation');
  await insert(api(), 'catalog_hidden', { tenant_id: team.tenantId, entry_id: 'per_2' });
  expect(await refusalOf(team, {})).toEqual([]);
  expect(await refusalOf(team, { situation_id: own })).toEqual([]);
  for (const [dimension, id] of [
    ['situation', 'sit_nothing'],
    ['situation', foreign],
    ['situation', 'ind_1'],
    ['personality', 'per_2'],
    ['industry', 'ind_archived'],
  ] as const) {
    const expected = ['kombination_ungueltig', dimension, id];
    expect(await refusalOf(team, { [`${dimension}_id`]: id })).toEqual(expected);
  }
});

test('D124: existence is checked as situation, personality, industry', async () => {
  const team = await makeTeam(api());
  const none = { situation_id: 'a', personality_id: 'b', industry_id: 'c' };
  expect(await refusalOf(team, none)).toEqual(['kombination_ungueltig', 'situation', 'a']);
  expect(await refusalOf(team, { ...none, situation_id: 'sit_1' })).toEqual([
    'kombination_ungueltig',
    'personality',
    'b',
  ]);
});

test('D125: a violated catalog rule names its dimension and no id; every entry of the rule must match', async () => {
  const team = await makeTeam(api());
  const pair = { situation_id: 'sit_2', industry_id: 'ind_2' };
  const broken = ['kombination_ungueltig', 'industry', undefined];
  expect(await refusalOf(team, pair)).toEqual(broken);
  expect(await refusalOf(team, { ...pair, personality_id: 'per_2' })).toEqual(broken);
  expect(await refusalOf(team, { situation_id: 'sit_2' })).toEqual([]);
  expect(await refusalOf(team, { industry_id: 'ind_2' })).toEqual([]);
  expect(await refusalOf(team, { situation_id: 'sit_2', personality_id: 'per_2' })).toEqual([
    'kombination_ungueltig',
    'personality',
    undefined,
  ]);
});

test('the detail of a refusal says what a policy blocks, and the app says it in German too', async () => {
  const team = await makeTeam(api());
  await insertPolicy(team, { dimension: 'personality', mode: 'block', entry_ids: ['per_1'] });
  await insertPolicy(team, { dimension: 'industry', mode: 'allow', entry_ids: ['ind_2'] });
  const { memberId: member_id } = await team.addMember();
  const body = { ...plain, member_id, title: 'A task' };
  const { body: problem } = await team.request('POST', '/assignments', { body });
  expect(problem).toMatchObject({
    code: 'vorgabe_gesperrt',
    detail: 'A policy of the recipient blocks the personality per_1.',
  });
  const next = { ...body, personality_id: 'per_2' };
  expect((await team.request('POST', '/assignments', { body: next })).body.detail).toBe(
    'A policy of the recipient blocks the industry ind_1.',
  );
  const owner = await makeSession(team, team.owner);
  owner.headers = { 'accept-language': 'de' };
  const refused = await errorOf(owner.app.assignments.create.mutate(next));
  expect([refused.explanation, refused.dimension, refused.id]).toEqual([
    'Eine Vorgabe für das Mitglied sperrt die Branche ind_1.',
    undefined,
    undefined,
  ]);
});

test('D125: a policy answers vorgabe_gesperrt without dimension and id, in both modes', async () => {
  const gesperrt = ['vorgabe_gesperrt', undefined, undefined];
  const blocking = await makeTeam(api());
  await insertPolicy(blocking, { dimension: 'industry', mode: 'block', entry_ids: ['ind_1'] });
  expect(await refusalOf(blocking, {})).toEqual(gesperrt);
  expect(await refusalOf(blocking, { industry_id: 'ind_2' })).toEqual([]);
  const allowing = await makeTeam(api());
  await insertPolicy(allowing, { dimension: 'personality', mode: 'allow', entry_ids: ['per_1'] });
  expect(await refusalOf(allowing, {})).toEqual([]);
  expect(await refusalOf(allowing, { personality_id: 'per_2' })).toEqual(gesperrt);
});

test('D124: unknown entries are refused before rules, and rules before policies', async () => {
  const team = await makeTeam(api());
  await insertPolicy(team, { dimension: 'situation', mode: 'allow', entry_ids: [] });
  const requested = { situation_id: 'sit_2', industry_id: 'ind_2' };
  const unknown = await refusalOf(team, { ...requested, personality_id: 'b' });
  expect(unknown).toEqual(['kombination_ungueltig', 'personality', 'b']);
  expect(await refusalOf(team, requested)).toEqual([
    'kombination_ungueltig',
    'industry',
    undefined,
  ]);
  expect((await refusalOf(team, {}))[0]).toBe('vorgabe_gesperrt');
});

test("D126: a member's policy takes precedence over the team's in its dimension; for others the team's counts", async () => {
  const team = await makeTeam(api());
  const { memberId } = await team.addMember();
  const invited = await insertInvited(team);
  await insertPolicy(team, { dimension: 'situation', mode: 'block', entry_ids: ['sit_1'] });
  for (const member_id of [memberId, invited]) {
    const allowed = { mode: 'allow' as const, entry_ids: ['sit_1'] };
    await insertPolicy(team, { dimension: 'situation', ...allowed, member_id });
  }
  await insertPolicy(team, { dimension: 'industry', mode: 'block', entry_ids: ['ind_2'] });
  expect(await refusalOf(team, {}, memberId)).toEqual([]);
  expect((await refusalOf(team, { situation_id: 'sit_2' }, memberId))[0]).toBe('vorgabe_gesperrt');
  expect((await refusalOf(team, { industry_id: 'ind_2' }, memberId))[0]).toBe('vorgabe_gesperrt');
  for (const subject of ['nobody', team.owner.memberId, invited]) {
    expect((await refusalOf(team, {}, subject))[0]).toBe('vorgabe_gesperrt');
    expect(await refusalOf(team, { situation_id: 'sit_2' }, subject)).toEqual([]);
  }
});
