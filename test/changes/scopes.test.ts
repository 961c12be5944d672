import { beforeAll, expect, test } from 'vitest';
import { scopes } from '../../src/auth/scopes.ts';
import { changedTypes } from '../../src/features/changes/changed-types.ts';
import { type ChangedType, typeNames } from '../../src/features/changes/changes.schema.ts';
import { appRouter } from '../../src/features/router.ts';
import { faultOf } from '../events/harness/feed.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { ask, Copy, read } from './harness/copy.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  await new Copy(world.team).follow();
});

const lists: Record<ChangedType, string> = {
  member: 'members.list',
  deal: 'crm.listDeals',
  objection: 'crm.listObjections',
  assignment: 'assignments.list',
  case: 'cases.list',
  training: 'trainings.list',
  evaluation: 'evaluations.list',
};

test.each(typeNames)(
  'D185: %s needs the scope of its list, and is closed when its list is',
  (type) => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { meta: { permission: { scope: string; needsMemberDetail: boolean } } } }
    >;
    const procedure = procedures[lists[type]];
    const { scope, needsMemberDetail } = changedTypes[type];
    expect(procedure?._def.meta.permission).toMatchObject({ scope, needsMemberDetail });
  },
);

test('D185: a named type without its scope is refused with the scope that is missing', async () => {
  const { key } = await world.team.createKey({ scopes: ['users:read'] });
  const refused = await ask(world.team, { types: 'member,training' }, key);
  expect([refused.status, refused.body.code, refused.body.required_scope]).toEqual([
    403,
    'insufficient_scope',
    'trainings:read',
  ]);
});

test('D185: without `types` a key gets what its scopes allow, and with none it is refused', async () => {
  const { key } = await world.team.createKey({ scopes: ['cases:read', 'catalog:read'] });
  const types = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await read(world.team, cursor === undefined ? {} : { cursor }, key);
    for (const { type } of page.data) types.add(type);
    cursor = page.cursor;
    if (!page.has_more) break;
  }
  expect([...types].sort()).toEqual(['case', 'deal', 'objection']);
  const others = scopes.filter(
    (scope) => !/^(users|cases|assignments|trainings|evaluations):read$/.test(scope),
  );
  const { key: without } = await world.team.createKey({ scopes: others });
  const refused = await ask(world.team, {}, without);
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
});

test('D185: the switch closes every call with a type that its list would refuse', async () => {
  const { team } = world;
  await team.set({ member_detail_enabled: false });
  try {
    for (const query of [{}, { types: 'member,case' }, { types: 'evaluation' }]) {
      const { status, body } = await ask(team, query as Record<string, string>);
      expect([status, body.code]).toEqual([403, 'privacy_restricted']);
    }
    const open = new Copy(team, ['member', 'deal', 'objection']);
    await open.follow();
    await open.expectWhole();
    expect(JSON.stringify(open.objects)).not.toMatch(/@|owner_user_id/);
  } finally {
    await team.set({ member_detail_enabled: true });
  }
});

test('D186: after the switch, exactly what it shows or hides is told again', async () => {
  const { team } = world;
  const copy = new Copy(team, ['member', 'deal', 'objection']);
  await copy.follow();
  for (const member_detail_enabled of [false, true]) {
    await team.set({ member_detail_enabled });
    const told = await copy.follow();
    expect([...new Set(told.map(({ type }) => type))].sort()).toEqual(['deal', 'member']);
    await copy.expectWhole();
    expect(await copy.follow()).toEqual([]);
  }
  await team.set({ leaderboard_enabled: false });
  expect(await copy.follow()).toEqual([]);
  await team.set({ leaderboard_enabled: true });
});

test('D186: a cursor is bound to the team and the types, not to the key, the order of the types or the limit', async () => {
  const { team } = world;
  const { cursor } = await read(team, { types: 'member,deal', limit: '1' });
  const { key } = await team.createKey({ scopes: ['users:read', 'cases:read'] });
  expect((await ask(team, { cursor, types: 'deal,member', limit: '7' }, key)).status).toBe(200);
  const wrong = [422, ['/cursor invalid_cursor']];
  expect(faultOf(await ask(team, { cursor, types: 'member' }))).toEqual(wrong);
  expect(faultOf(await ask(team, { cursor }))).toEqual(wrong);
  const other = await makeWorld(api());
  expect(faultOf(await ask(other.team, { cursor, types: 'member,deal' }))).toEqual(wrong);
  for (const types of ['ping', 'member,x', ',', 'removal']) {
    expect((await ask(team, { types })).status).toBe(422);
  }
});

test('private cases and their ids are never told', async () => {
  const { team } = world;
  const copy = new Copy(team, ['case']);
  const told = await copy.follow();
  const set = (visibility: string, id: string) =>
    api().sql.query('update team_case set visibility = $2, title = title || $2 where id = $1', [
      id,
      visibility,
    ]);
  await set('private', world.privateCase);
  told.push(...(await copy.follow()));
  expect(JSON.stringify(told)).not.toContain(world.privateCase);
  await set('private', world.teamCase);
  expect(await copy.follow()).toMatchObject([{ id: world.teamCase, change: 'deleted' }]);
  await set('private', world.teamCase);
  expect(await copy.follow()).toEqual([]);
  await set('team', world.teamCase);
  expect(await copy.follow()).toMatchObject([{ id: world.teamCase, change: 'changed' }]);
});
