import { expect, test } from 'vitest';
import { rounds } from '../../harness/rounds.ts';
import { randomOf } from '../harness/chance.ts';
import { useProviderWorlds } from '../harness/provider-worlds.ts';
import { livesWell } from '../harness/window-world.ts';

const begin = useProviderWorlds();
const names = ['pipedrive', 'salesforce'] as const;
const each = rounds({ few: 2, all: 400 }).flatMap((round) =>
  names.map((name) => [round, name] as const),
);

test.each(each)('round %i: at the end the store equals %s', async (round, name) => {
  const random = randomOf(round);
  expect(await livesWell(await begin[name](random), random)).toBe(true);
});

test.each(names)('without an overlap, worlds of %s lose changes', async (name) => {
  let lost = 0;
  for (let round = 1; round <= 20 && lost === 0; round++) {
    const random = randomOf(round);
    if (!(await livesWell(await begin[name](random), random, 0))) lost += 1;
  }
  expect(lost).toBe(1);
});
