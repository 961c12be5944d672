import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TeamApi } from '../../dist/sdk/typescript/index.js';
import type { SyncOptions } from '../../dist/sdk/typescript/sync.js';
import { type Change, ChangingTeam, changes } from '../docs/harness/changing-team.ts';
import { busy, type Fault } from '../harness/faulty-proxy.ts';
import { rounds } from '../harness/rounds.ts';
import { makeTeam } from '../harness/team.ts';
import { addTraining, readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';
import { KeptCopy, type Killed } from './harness/kept-copy.ts';

const api = useApi();

/** Whether the program is killed at a request: before the request is sent, or before its answer is seen. */
type End = 'goes on' | 'killed before' | 'killed after';

class Kill extends Error {}

/**
 * A client of a program that can be killed. Calls `before` before each request. The answers have the time
 * of the API of the tests.
 */
function clientOf(
  team: { key: string },
  before: () => Promise<{ end: End; behaviour: Fault }>,
  kill: () => never,
): TeamApi {
  return new TeamApi({
    url: api().url,
    key: team.key,
    // A failed request ends the program, as a kill does.
    maxRetries: 0,
    fetch: async (address, init) => {
      const { end, behaviour } = await before();
      if (end === 'killed before') kill();
      if (behaviour === 'refuse') throw new TypeError('the connection broke');
      if (behaviour === busy) return new Response('{}', { status: 503 });
      const answer = await fetch(address, { ...init, signal: null });
      const text = await answer.text();
      if (end === 'killed after') kill();
      const headers = new Headers(answer.headers);
      headers.set('date', api().clock.now().toUTCString());
      return new Response(text, { status: answer.status, headers });
    },
  });
}

/** What changes before each request, where the program is killed, and how often a write is. */
const worlds = fc.record({
  all: changes(60, 90),
  // These changes happen while a pass is interrupted.
  late: changes(5, 20),
  ends: fc.infiniteStream(
    fc.constantFrom<End>(...Array<End>(12).fill('goes on'), 'killed before', 'killed after'),
  ),
  writing: fc.infiniteStream(fc.nat(12)),
  pageSize: fc.integer({ min: 1, max: 5 }),
  changesOnly: fc.infiniteStream(fc.boolean()),
});

test.each(rounds({ few: 20, all: 500 }))(
  'round %i: a copy misses nothing, although rows change and the program is killed between any two requests',
  async (round) => {
    const [world] = fc.sample(worlds, { numRuns: 1, seed: round });
    if (!world) throw new Error('There is no world');
    const { pageSize } = world;
    const team = await ChangingTeam.open(api(), 12);
    const coming: Change[] = [...world.all];
    const next = <T>(stream: Fluent<T>): T => stream.next().value as T;
    const copy = new KeptCopy();
    const run = async (options: SyncOptions, writes: (at: Killed) => void) => {
      const stop = new AbortController();
      const kill = (): never => {
        stop.abort(new Kill());
        throw new Kill();
      };
      const before = async () => {
        const change = coming.shift();
        if (change) return { end: next(world.ends), behaviour: await team.make(change) };
        // The clock moves on, so that the program never reaches the rate limit.
        api().clock.travel(600);
        return { end: 'goes on', behaviour: 'none' } as const;
      };
      const client = clientOf(team, before, kill);
      const erased = team.erased;
      await copy.run(client, { ...options, pageSize, signal: stop.signal }, writes);
      // D182: the turn has ended by itself.
      expect(erased.filter((word) => copy.text.includes(word))).toEqual([]);
    };
    const killSometimes = () => {
      if (next(world.writing) === 0) throw new Kill();
    };
    while (coming.length > 0) {
      const changesOnly = next(world.changesOnly);
      await run({ changesOnly }, killSometimes).catch(expectEnd);
    }
    let left = 1 + (round % 4);
    const killLater = (at: Killed) => {
      if (at === 'after it has written') left -= 1;
      if (left === 0) throw new Kill();
    };
    await run({}, killLater).catch(expectEnd);
    for (const change of world.late) await team.make(change);
    await run({}, () => {});
    expect(copy.held()).toEqual(await team.truth());
    expect(copy.state).not.toHaveProperty('pass');
  },
);

type Fluent<T> = { next(): IteratorResult<T> };

/** Only a kill or a planned fault may end the program. */
function expectEnd(error: unknown): void {
  if (error instanceof Kill) return;
  expect(error).toMatchObject({ code: expect.stringMatching(/^(connection|http_503)$/) });
}

test('a program that is killed again and again, always early, still finishes its copy', async () => {
  const team = await ChangingTeam.open(api(), 30);
  const copy = new KeptCopy();
  const marks = new Set<string>();
  let kills = 0;
  while (copy.state?.updatedSince === undefined) {
    expect(kills).toBeLessThan(60);
    let requests = 0;
    const stop = new AbortController();
    const kill = (): never => {
      stop.abort(new Kill());
      throw new Kill();
    };
    const before = async () => {
      api().clock.travel(600);
      requests += 1;
      return { end: requests === 9 ? 'killed before' : 'goes on', behaviour: 'none' } as const;
    };
    const client = clientOf(team, before, kill);
    const run = copy.run(client, { pageSize: 5, signal: stop.signal }, (_, { mark }) => {
      if (copy.state?.updatedSince === undefined) marks.add(mark.replace('?', ''));
    });
    await run.catch(expectEnd);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(1);
  expect(marks.size).toBe(1);
  expect(copy.held()).toEqual(await team.truth());
});

test('a person who returns brings nothing of the former membership back into a copy', async () => {
  const team = await makeTeam(api());
  const [person, other] = [await team.addMember(), await team.addMember()];
  await addTraining(team, person, { evaluation: {} });
  await addTraining(team, other, { evaluation: {} });
  const copy = new KeptCopy();
  const client = clientOf(
    team,
    async () => ({ end: 'goes on', behaviour: 'none' }),
    () => {
      throw new Kill();
    },
  );
  const compare = async (count: number) => {
    await copy.run(client);
    const { ids } = await readAll(team, '/trainings');
    expect(ids).toHaveLength(count);
    const { trainings, evaluations } = copy.held();
    expect(Object.keys(trainings).sort()).toEqual(ids.sort());
    expect(Object.keys(evaluations).sort()).toEqual(ids);
  };
  await compare(2);
  await client.users.remove(person.memberId);
  await compare(1);
  // The person returns long after, so that the former evaluation is in no list of changes.
  api().clock.travel(3_600_000);
  const returned = await team.addMember({ email: person.email });
  expect(returned.userId).toBe(person.userId);
  await compare(1);
  await addTraining(team, returned, { evaluation: {} });
  await compare(2);
});
