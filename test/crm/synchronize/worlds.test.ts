import { expect, inject, test } from 'vitest';
import { rounds } from '../../harness/rounds.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { chanceOf } from '../harness/chance.ts';
import { dealsOf, objectionsOf, PlayedWorld } from '../harness/played-world.ts';
import { World } from '../harness/world.ts';

const api = useApi();

async function playWorld(round: number, overlapMs?: number) {
  const seed = inject('seed') + round;
  const world = new World(chanceOf(seed), overlapMs);
  const played = await PlayedWorld.begin(await makeTeam(api()), api().pool, { world, seed });
  await played.play(12);
  world.calm();
  // The first run continues the work of the last worker, and reads the changes after it.
  await played.quietPass();
  await played.quietPass();
  return { world, played };
}

/** What increments alone must have stored. Only a full pass finds deletions that the CRM does not report. */
async function storedOfThose({ world, played }: Awaited<ReturnType<typeof playWorld>>) {
  const there = new Set(world.deals().map(({ externalId }) => externalId));
  const stored = (await played.deals()).map(({ id: _, xmin: __, ...deal }) => deal);
  return stored.filter(({ external_id }) => there.has(external_id));
}

test.each(rounds({ few: 2, all: 400 }))(
  'world %i: despite crashes, quota waits, delays, edits and stolen leases, the store equals the CRM',
  async (round) => {
    const { world, played } = await playWorld(round);
    expect(await storedOfThose({ world, played })).toEqual(dealsOf(world));

    await played.readAgain();
    const stored = await played.deals();
    expect(stored.map(({ id: _, xmin: __, ...deal }) => deal)).toEqual(dealsOf(world));
    expect(await played.objections()).toEqual(objectionsOf(world));

    const { failedAttempts: events } = played;
    expect(await played.failures()).toEqual({ events, audited: events, runs: events });

    const before = await played.objectionIds();
    await played.quietPass();
    await played.quietPass();
    expect(await played.deals()).toEqual(stored);
    expect(await played.objectionIds()).toEqual(before);
  },
);

test('without an overlap of windows, a CRM that shows changes late loses some of them', async () => {
  let round = 0;
  for (let isLost = false; !isLost; ) {
    round += 1;
    expect(round).toBeLessThan(30);
    const { world, played } = await playWorld(round, 0);
    const stored = await storedOfThose({ world, played });
    isLost = JSON.stringify(stored) !== JSON.stringify(dealsOf(world));
  }
});
