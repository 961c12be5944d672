import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/rounds.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { read } from './harness/feed.ts';
import { raise, type Type, types } from './harness/raise.ts';

const api = useApi();

/** One transaction of a writer: it raises its events with pauses, and stays open until it ends. */
type Change = { raises: Type[]; pauseMs: number; isUndone: boolean };
type Reader = { types: Type[] | undefined; limit: number; pauseMs: number };

const change = fc.record<Change>({
  raises: fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
  pauseMs: fc.nat(30),
  isUndone: fc.boolean(),
});
const readers = fc.record<Reader>({
  types: fc.option(fc.subarray([...types], { minLength: 1 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 5 }),
  pauseMs: fc.nat(20),
});
const world = fc.record({
  writers: fc.array(fc.array(change, { maxLength: 6 }), { minLength: 2, maxLength: 5 }),
  readers: fc.array(readers, { minLength: 1, maxLength: 4 }),
});

const undone = new Error('undone');
type Seen = { id: string; type: string };

/** Makes the changes one after the other. Returns the committed events in the order in which they were asked for. */
async function write(team: TestTeam, changes: readonly Change[]): Promise<Seen[]> {
  const committed: Seen[] = [];
  for (const { raises, pauseMs, isUndone } of changes) {
    const done = await team
      .do(async (call) => {
        const events: Seen[] = [];
        for (const type of raises) {
          events.push({ id: await raise(call, type), type });
          await sleep(pauseMs);
        }
        if (isUndone) throw undone;
        return events;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
        return [];
      });
    committed.push(...done);
  }
  return committed;
}

const queryOf = ({ types: chosen, limit }: Reader) => ({
  limit: String(limit),
  ...(chosen && { types: chosen.join() }),
});

/** Reads until the writers have ended and nothing is left. */
async function follow(
  team: TestTeam,
  reader: Reader,
  begin: { cursor: string; isOver: () => boolean },
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let cursor = begin.cursor; ; ) {
    const wasOver = begin.isOver();
    const page = await read(team, { ...queryOf(reader), cursor });
    for (const { type, data } of page.data) {
      seen.push({ id: String(data.training_id ?? data.member_id), type });
    }
    ({ cursor } = page);
    if (wasOver && !page.has_more) return seen;
    if (!page.has_more) await sleep(reader.pauseMs);
  }
}

const ids = (events: readonly Seen[]) => events.map(({ id }) => id);

test('D178: whatever commits overtake each other, each reader sees each committed event exactly once, in one order', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ writers, readers }) => {
      const team = await makeTeam(api());
      const everything = { types: undefined, limit: 200, pauseMs: 0 };
      const following = [];
      let isOver = false;
      for (const one of [everything, ...readers]) {
        const { cursor } = await read(team, queryOf(one));
        following.push(() => follow(team, one, { cursor, isOver: () => isOver }));
      }
      const reading = Promise.all(following.map((begin) => begin()));
      const written = await Promise.all(writers.map((changes) => write(team, changes)));
      isOver = true;
      const [all = [], ...seen] = await reading;
      expect(ids(all).toSorted()).toEqual(ids(written.flat()).toSorted());
      // What was asked for after the answer to another comes after it.
      for (const own of written) {
        const expected = new Set(ids(own));
        expect(ids(all).filter((id) => expected.has(id))).toEqual(ids(own));
      }
      for (const [n, { types: chosen }] of readers.entries()) {
        expect(seen[n]).toEqual(all.filter(({ type }) => !chosen || chosen.includes(type as Type)));
      }
    }),
    { numRuns: runs({ few: 5, all: 400 }) },
  );
});
