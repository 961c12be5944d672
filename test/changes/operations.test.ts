import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Copy, read } from './harness/copy.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

describe('GET /changes', () => {
  test('D183, D184: from the beginning everything once, and then the copy equals the lists', async () => {
    const { team } = world;
    const copy = new Copy(team);
    const told = await copy.follow({ limit: '2' });
    await copy.expectWhole();
    const ids = told.map(({ type, id }) => `${type} ${id}`);
    expect(ids).toEqual([...new Set(ids)]);
    expect(told.map(({ change }) => change)).toEqual(told.map(() => 'changed'));
    expect(await copy.follow()).toEqual([]);
  });

  test('D183: a change comes with the object as it is now, a deletion without', async () => {
    const { team } = world;
    const copy = new Copy(team);
    await copy.follow();
    await team.request('PATCH', `/assignments/${world.assignment}`, { body: { note: 'Anew' } });
    expect(await copy.follow()).toEqual([
      {
        type: 'assignment',
        id: world.assignment,
        member_id: world.memberId,
        change: 'changed',
        object: (await team.request('GET', `/assignments/${world.assignment}`)).body,
      },
    ]);
    await team.request('DELETE', `/assignments/${world.assignment}`);
    const told = await copy.follow();
    expect(told).toContainEqual({
      type: 'assignment',
      id: world.assignment,
      member_id: world.memberId,
      change: 'deleted',
      object: null,
    });
    // Its training no longer names it.
    expect(told.map(({ id }) => id)).toContain(world.training);
    await copy.expectWhole();
  });

  test('D187: a removed member is one entry, and takes trainings and evaluations along', async () => {
    const { team } = world;
    const [all, some] = [new Copy(team), new Copy(team, ['training', 'evaluation'])];
    await all.follow();
    await some.follow();
    const { memberId } = world;
    await team.request('DELETE', `/users/${memberId}`);
    const entry = {
      type: 'member',
      id: memberId,
      member_id: memberId,
      change: 'deleted',
      object: null,
    };
    expect(await all.follow()).toContainEqual(entry);
    expect(await some.follow()).toEqual([entry]);
    await all.expectWhole();
    await some.expectWhole();
    await team.request('DELETE', `/users/${world.invited}`);
    expect(await some.follow()).toEqual([]);
    expect(await all.follow()).toMatchObject([{ type: 'member', id: world.invited }]);
  });

  test('an empty page waits for a change', async () => {
    const { team } = world;
    const copy = new Copy(team);
    await copy.follow();
    const waiting = read(team, {
      cursor: copy.cursor ?? '',
      types: 'member,deal,objection,assignment,case,training,evaluation',
      wait: '10',
    });
    await team.addMember();
    expect((await waiting).data).toMatchObject([{ type: 'member', change: 'changed' }]);
  });
});
