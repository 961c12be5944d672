import { expect, test } from 'vitest';
import { GroupCommit } from '../../src/worker/delivery/group-commit.ts';

test('"group commit": what arrives while a batch is on its way makes up the next one', async () => {
  const sizes: number[] = [];
  const gates: (() => void)[] = [];
  const group = new GroupCommit<number, number>({
    run: async (items) => {
      sizes.push(items.length);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((item) => item * 2);
    },
    most: 5,
    lingerMs: 0,
  });
  const first = group.add(1);
  while (gates.length === 0) await new Promise(setImmediate);
  const others = [2, 3, 4, 5, 6, 7].map((item) => group.add(item));
  for (let n = 0; n < 3; n++) {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(sizes).toEqual([1, 5, 1]);
});

test('a batch that fails says so to each of its items, and the next one runs', async () => {
  let fails = true;
  const group = new GroupCommit<number, number>({
    run: async (items) => {
      if (fails) throw new Error('away');
      return [...items];
    },
    most: 10,
    lingerMs: 0,
  });
  const outcomes = await Promise.allSettled([group.add(1), group.add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await group.add(3)).toBe(3);
});
