import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { shareOf } from '../../src/shared/load/share-holder.ts';

// Two connections are reserved, so five are left. A team gets two of them. One is kept for a team without any.
const CONNECTIONS = 7;
const LIMIT = 5;
const OF_TEAM = 2;
const OF_HOLDERS = 4;
const WAIT_MS = 5_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

type Work = {
  team: string;
  n: number;
  state: 'waits' | 'runs' | 'ended' | 'refused';
  end: () => void;
};

/** Work of teams that runs until the test ends it. */
class Slots {
  readonly all: Work[] = [];
  readonly #slots: TeamSlots;

  constructor(connections = CONNECTIONS) {
    this.#slots = new TeamSlots(connections);
  }

  begin(team: string): Work {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work: Work = { team, n: this.all.length, state: 'waits', end: resolve };
    this.all.push(work);
    const run = () => {
      work.state = 'runs';
      return promise;
    };
    this.#slots.run(shareOf({ homeTenantId: team }), run).then(
      () => {
        work.state = 'ended';
      },
      () => {
        work.state = 'refused';
      },
    );
    return work;
  }

  of(state: Work['state'], team?: string): Work[] {
    return this.all.filter((work) => work.state === state && (!team || work.team === team));
  }
}

const settled = () => new Promise(setImmediate);

test('work that has waited too long leaves the queue, and waiting work of others begins', async () => {
  const slots = new Slots();
  const running = ['a', 'a', 'b', 'b', 'c'].map((team) => slots.begin(team));
  const late = slots.begin('d');
  vi.advanceTimersByTime(WAIT_MS - 1);
  const next = slots.begin('e');
  vi.advanceTimersByTime(1);
  await settled();
  expect([late.state, next.state]).toEqual(['refused', 'waits']);
  running[0]?.end();
  await settled();
  expect(next.state).toBe('runs');
});

test('only the work that has waited too long leaves the queue: later work of its team begins', async () => {
  const slots = new Slots();
  const [first] = [slots.begin('a'), slots.begin('a')];
  const late = slots.begin('a');
  vi.advanceTimersByTime(WAIT_MS - 1);
  const next = slots.begin('a');
  vi.advanceTimersByTime(1);
  first.end();
  await settled();
  expect([late.state, next.state]).toEqual(['refused', 'runs']);
});

test('two teams that take all they can leave a quarter to teams that hold none', async () => {
  // Of eight connections, a team may have four, and two are kept.
  const slots = new Slots(10);
  for (let n = 0; n < 4; n += 1) for (const team of ['a', 'b']) slots.begin(team);
  const later = ['c', 'c', 'd', 'e'].map((team) => slots.begin(team));
  await settled();
  expect(later.map(({ state }) => state)).toEqual(['runs', 'waits', 'runs', 'waits']);
  expect(slots.of('runs')).toHaveLength(8);
});

type Step = { does: 'begin' | 'end' | 'wait'; team: string; which: number };

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('begin', 'begin', 'begin', 'end', 'end', 'wait'),
  team: fc.constantFrom('a', 'b', 'c', 'd'),
  which: fc.nat(20),
});

/** The order of turns: teams take turns, and the work of each team keeps its order. */
class Model {
  readonly running = new Map<string, number[]>();
  readonly refused: number[] = [];
  /** Teams with waiting work; the first has waited longest for its turn. */
  readonly queue: { team: string; waiting: { n: number; until: number }[] }[] = [];
  #now = 0;

  begin(team: string, n: number): void {
    if (this.#mayRun(team)) this.#start(team, n);
    else {
      const own = this.queue.find((each) => each.team === team);
      const work = { n, until: this.#now + WAIT_MS };
      if (own) own.waiting.push(work);
      else this.queue.push({ team, waiting: [work] });
    }
  }

  end(team: string, n: number): void {
    this.running.set(
      team,
      (this.running.get(team) ?? []).filter((each) => each !== n),
    );
    while (this.#startNext()) {}
  }

  #startNext(): boolean {
    const index = this.queue.findIndex((each) => this.#mayRun(each.team));
    const [next] = index < 0 ? [] : this.queue.splice(index, 1);
    const work = next?.waiting.shift();
    if (!next || !work) return false;
    if (next.waiting.length > 0) this.queue.push(next);
    this.#start(next.team, work.n);
    return true;
  }

  wait(ms: number): void {
    this.#now += ms;
    for (const each of [...this.queue]) {
      const late = each.waiting.filter(({ until }) => until <= this.#now);
      this.refused.push(...late.map(({ n }) => n));
      each.waiting = each.waiting.filter((work) => !late.includes(work));
      if (each.waiting.length === 0) this.queue.splice(this.queue.indexOf(each), 1);
    }
  }

  all(): number[] {
    return [...this.running.values()].flat();
  }

  #mayRun(team: string): boolean {
    const own = this.running.get(team)?.length ?? 0;
    return this.all().length < (own === 0 ? LIMIT : OF_HOLDERS) && own < OF_TEAM;
  }

  #start(team: string, n: number): void {
    this.running.set(team, [...(this.running.get(team) ?? []), n]);
  }
}

const numbers = (works: Work[]) => works.map(({ n }) => n).sort((a, b) => a - b);
const sorted = (list: number[]) => list.toSorted((a, b) => a - b);

test('whatever begins, ends or waits too long, teams take turns and no connection is idle', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const slots = new Slots();
      const model = new Model();
      for (const { does, team, which } of steps) {
        if (does === 'begin') model.begin(team, slots.begin(team).n);
        else if (does === 'wait') {
          vi.advanceTimersByTime(which * 400);
          model.wait(which * 400);
        } else {
          const running = slots.of('runs');
          const work = running[which % Math.max(1, running.length)];
          work?.end();
          if (work) model.end(work.team, work.n);
        }
        await settled();
        expect(numbers(slots.of('runs'))).toEqual(sorted(model.all()));
        expect(numbers(slots.of('refused'))).toEqual(sorted(model.refused));
      }
      for (const work of slots.all) work.end();
      await settled();
      vi.advanceTimersByTime(WAIT_MS);
      await settled();
    }),
    { numRuns: 150 },
  );
});
