import { expect, inject, test } from 'vitest';
import { rounds } from '../../harness/rounds.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { chanceOf } from '../harness/chance.ts';
import { PlayedProvider } from '../harness/played-provider.ts';
import { type ProviderName, providerNames, useProviderWorlds } from '../harness/provider-worlds.ts';

const api = useApi();
const begin = useProviderWorlds();
const each = rounds({ few: 1, all: 400 }).flatMap((round) =>
  providerNames.map((name) => [round, name] as const),
);

async function played(round: number, name: ProviderName) {
  const chance = chanceOf(inject('seed') + round);
  const world = await begin[name](chance);
  world.oauth.rotates = true;
  return { world, played: await PlayedProvider.begin(await makeTeam(api()), world, chance) };
}

test.each(each)(
  'world %i: over HTTP, despite crashes, 429s, delays, edits, merges, rotated tokens and two workers, the store equals %s',
  async (round, name) => {
    const { world, played: crm } = await played(round, name);
    await crm.play(8);
    await crm.calm();
    // Only a full pass finds what no CRM reports, such as a deletion at HubSpot.
    const there = world.truth();
    const increments = await crm.stored();
    expect(new Map([...increments].filter(([id]) => there.has(id)))).toEqual(there);

    await crm.readAgain();
    expect(await crm.stored()).toEqual(there);
    const failed = crm.ends.filter((end) => end === 'failed').length;
    expect(await crm.failures()).toEqual({ events: failed, runs: failed });
  },
);
