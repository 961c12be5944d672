import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { TeamApi } from '../../dist/sdk/typescript/index.js';
import {
  type CopyOptions,
  type CopyState,
  type CopyStep,
  copy,
} from '../../dist/sdk/typescript/sync.js';
import { typeNames } from '../../src/features/changes/changes.schema.ts';
import { listsOf } from '../changes/harness/copy.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makeSession } from '../harness/app.ts';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { insertCase, insertScoredTraining } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi({ poolSize: 20, readersMs: 20 });
closeProxies();

type Type = (typeof typeNames)[number];
type Row = { type: string; member_id: string | null; generation: number; object: unknown };
type Kept = { rows: Map<string, Row>; state: CopyState | null };

/** A database that keeps a copy: what is applied is kept as a whole, or not at all. */
class Store {
  kept: Kept = { rows: new Map(), state: null };
  readonly steps: Omit<CopyStep, 'cursor'>[] = [];
  readonly closed: string[][] = [];
  /** May throw an error, which kills the program before the commit. */
  before: (step: CopyStep) => void = () => undefined;

  load(): CopyState | null {
    return this.kept.state;
  }

  apply(step: CopyStep): void {
    const { changes, cursor, generation, ends, types } = step;
    const rows = new Map(this.kept.rows);
    for (const { type, id, member_id, object } of changes) {
      if (object) rows.set(`${type} ${id}`, { type, member_id, generation, object });
      else rows.delete(`${type} ${id}`);
      if (object || type !== 'member') continue;
      for (const [key, row] of rows) {
        const isTaken = ['training', 'evaluation'].includes(row.type);
        if (row.member_id === id && isTaken) rows.delete(key);
      }
    }
    for (const [key, row] of ends ? rows : []) {
      const isOlder = row.generation < generation;
      if (isOlder && types.some((type) => type === row.type)) rows.delete(key);
    }
    this.before(step);
    this.kept = { rows, state: { cursor, generation } };
    this.steps.push({ changes, generation, ends, types });
  }

  get objects(): Record<string, unknown> {
    const all = [...this.kept.rows].map(([key, { object }]): [string, unknown] => {
      const { synced_at: _, ...rest } = object as Record<string, unknown>;
      return [key, rest];
    });
    return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get isWhole(): boolean {
    return this.steps.some(({ ends }) => ends);
  }
}

let world: World;
beforeAll(() => makeGlobalCatalog(api()));
beforeEach(async () => {
  world = await makeWorld(api());
});

/** Keeps the copy until it is stopped. */
async function start(
  store: Store,
  types: readonly Type[] = typeNames,
  faults: Fault[] = [],
): Promise<{ ended: Promise<void>; proxy: FaultyProxy; stop: () => Promise<void> }> {
  const proxy = await FaultyProxy.withFaults(api(), faults);
  const client = new TeamApi({ url: proxy.url, key: world.team.key });
  const end = new AbortController();
  const onClosed: CopyOptions['onClosed'] = (closed) => store.closed.push(closed);
  const ended = copy({ client, types, into: store, onClosed, signal: end.signal });
  ended.catch(() => undefined);
  const stop = () => {
    end.abort();
    return ended;
  };
  onTestFinished(() => stop().catch(() => undefined));
  return { ended, proxy, stop };
}

/** Waits until the copy equals the lists. */
async function untilEqual(store: Store, types: readonly Type[] = typeNames): Promise<void> {
  const lists = await listsOf(world.team, types);
  const text = JSON.stringify(lists);
  const isEqual = () => JSON.stringify(store.objects) === text;
  await until('the copy', isEqual).catch(() => expect(store.objects).toEqual(lists));
}

const setDetail = (shows: boolean) =>
  api().sql.query('update tenant set member_detail_enabled = $2 where id = $1', [
    world.team.tenantId,
    shows,
  ]);

test('D184: a copy becomes whole, and follows every change', async () => {
  const store = new Store();
  const { stop } = await start(store);
  await until('a whole copy', () => store.isWhole);
  await untilEqual(store);
  expect(new Set([...store.kept.rows.values()].map(({ type }) => type)).size).toBe(7);
  const { assignment, team, memberId, invited } = world;
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'Anew' } });
  await untilEqual(store);
  await insertScoredTraining(team, { member_id: memberId });
  await team.request('DELETE', `/users/${invited}`);
  await untilEqual(store);
  await team.request('DELETE', `/users/${memberId}`);
  await untilEqual(store);
  expect(store.steps.filter(({ ends }) => ends)).toHaveLength(1);
  expect(new Set(store.steps.map(({ generation }) => generation))).toEqual(new Set([1]));
  await stop();
});

test('a program that is killed in the middle of a beginning goes on where it was', async () => {
  for (let n = 0; n < 450; n += 1) await insertCase(world.team);
  const store = new Store();
  const killed = new Error('killed');
  let applied = 0;
  store.before = () => {
    applied += 1;
    if (applied === 2) throw killed;
  };
  const ids: string[] = [];
  for (let runs = 0; !store.isWhole; runs += 1) {
    expect(runs).toBeLessThan(9);
    applied = 0;
    const run = await start(store);
    const whole = until('a whole copy', () => applied > 0 && store.isWhole);
    await Promise.race([run.ended.catch((error) => expect(error).toBe(killed)), whole]);
    ids.push(...(store.steps.at(-1)?.changes.map(({ type, id }) => `${type} ${id}`) ?? []));
    await run.stop().catch(() => undefined);
  }
  await untilEqual(store);
  // It has read nothing twice.
  expect(ids.toSorted()).toEqual(Object.keys(store.objects));
  expect(store.kept.state?.generation).toBe(1);
});

test('D186: after its cursor has expired, a copy begins anew, and then drops what is gone', async () => {
  const store = new Store();
  const first = await start(store);
  await until('a whole copy', () => store.isWhole);
  await first.stop();
  await api().sql.query('select end_change_feed($1)', [world.team.tenantId]);
  await world.team.request('DELETE', `/cases/${world.teamCase}`);
  const before = Object.keys(store.objects);
  store.steps.length = 0;
  let least = before.length;
  store.before = () => {
    least = Math.min(least, store.kept.rows.size);
  };
  const second = await start(store);
  await until('a whole copy', () => store.isWhole);
  await untilEqual(store);
  expect(Object.keys(store.objects)).toHaveLength(before.length - 1);
  // Until then it was not empty.
  expect(least).toBe(before.length);
  expect(store.kept.state?.generation).toBe(2);
  await second.stop();
});

describe('D185: while the team closes types,', () => {
  const open = ['member', 'deal', 'objection'] as const;

  test('a copy keeps them, follows the others, says so once, and then goes on with all', async () => {
    const store = new Store();
    const run = await start(store);
    await until('a whole copy', () => store.isWhole);
    await setDetail(false);
    const { memberId } = await world.team.addMember();
    await until('the news', () => store.closed.length === 1);
    await until('the new member', () => store.kept.rows.has(`member ${memberId}`));
    await untilEqualIn(store, open);
    const has = (type: string) => [...store.kept.rows.values()].some((row) => row.type === type);
    expect(['assignment', 'case', 'training', 'evaluation'].map(has)).toEqual(Array(4).fill(true));
    await world.team.request('DELETE', `/users/${memberId}`);
    await until('the removal', () => !store.kept.rows.has(`member ${memberId}`));
    await api().sql.query('delete from team_case where tenant_id = $1 and id = $2', [
      world.team.tenantId,
      world.teamCase,
    ]);
    await setDetail(true);
    await untilEqual(store);
    expect(store.closed).toEqual([['assignment', 'case', 'evaluation', 'training'], []]);
    // It has begun with the open types, and not again with all.
    const begun = store.steps.filter(({ ends }) => ends);
    expect(begun.map(({ types }) => types.length)).toEqual([7, 3]);
    await run.stop();
  });

  test('a program that is killed goes on with the open types, and an unfinished beginning begins again', async () => {
    const store = new Store();
    store.before = ({ ends }) => {
      if (ends) throw new Error('killed');
    };
    await (await start(store)).ended.catch(() => undefined);
    store.before = () => undefined;
    await setDetail(false);
    await (await startUntil(store, () => store.isWhole)).stop();
    expect(store.kept.state?.generation).toBe(2);
    const size = store.steps.length;
    const again = await startUntil(store, () => store.closed.length === 2);
    await world.team.addMember();
    await until('the new member', () => store.steps.length > size);
    await again.stop();
    expect(store.kept.state?.generation).toBe(2);
    await setDetail(true);
    const last = await start(store);
    await until('all', () => store.steps.some(({ ends, types }) => ends && types.length === 7));
    await untilEqual(store);
    expect(store.kept.state?.generation).toBe(3);
    await last.stop();
  });

  test('a copy of closed types alone waits', async () => {
    await setDetail(false);
    const store = new Store();
    const run = await startUntil(store, () => store.closed.length === 1, ['training']);
    expect([store.closed, store.steps, run.proxy.seen.length]).toEqual([[['training']], [], 1]);
    await run.stop();
  });
});

async function startUntil(store: Store, moment: () => boolean, types?: readonly Type[]) {
  const run = await start(store, types);
  await until('the moment', moment);
  return run;
}

/** Waits until these types in the copy equal their lists. */
async function untilEqualIn(store: Store, types: readonly Type[]): Promise<void> {
  const lists = await listsOf(world.team, types);
  const isOf = ([key]: [string, unknown]) => types.some((type) => key.startsWith(`${type} `));
  await until('the open types', () => {
    const objects = Object.fromEntries(Object.entries(store.objects).filter(isOf));
    return JSON.stringify(objects) === JSON.stringify(lists);
  });
}

test('D187: after an erasure the copy has nothing of the person', async () => {
  const store = new Store();
  const run = await start(store);
  await until('a whole copy', () => store.isWhole);
  const { memberId, team } = world;
  await team.request('DELETE', `/users/${memberId}`);
  await until('the removal', () => !store.kept.rows.has(`member ${memberId}`));
  const owner = await makeSession(team, team.owner);
  await owner.app.members.erase.mutate({ member_id: memberId });
  const ofMember = () =>
    [...store.kept.rows].filter(([, row]) => row.member_id === memberId).map(([key]) => key);
  await runErasures(api());
  const told = () => store.steps.flatMap(({ changes }) => changes);
  await until('the erasure', () => told().some(({ change }) => change === 'erased'));
  // The lists still have the cases and the revoked assignments, without the texts about the person.
  await untilEqual(store);
  expect(ofMember().toSorted()).toEqual([
    `assignment ${world.assignment}`,
    `case ${world.teamCase}`,
  ]);
  await run.stop();
});

test('a copy goes on after 429 and more outages than a call survives', async () => {
  const full = { status: 429, headers: { 'retry-after': '1' } };
  const faults: Fault[] = [full, 'refuse', { status: 503 }, 'half', 'lose', { status: 502 }];
  const store = new Store();
  const { proxy, stop } = await start(store, typeNames, faults);
  await until('a whole copy', () => store.isWhole);
  const [first, second] = proxy.seen;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
  await untilEqual(store);
  await stop();
});

test('a refusal that no retry mends ends a copy, and so does an error of `apply`', async () => {
  const { team } = world;
  const { key } = await team.createKey({ scopes: ['users:read'] });
  const client = new TeamApi({ url: `http://127.0.0.1:${api().port}`, key });
  const into = new Store();
  await expect(copy({ client, types: ['case'], into })).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  into.before = () => {
    throw new Error('the transaction was rolled back');
  };
  await expect(copy({ client, types: ['member'], into })).rejects.toThrow('rolled back');
  expect(into.kept.state).toBeNull();
});
