import { beforeAll, expect, test } from 'vitest';
import { typeNames } from '../../src/features/changes/changes.schema.ts';
import { procedures } from '../harness/app-answers.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { callerFor, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { Copy } from './harness/copy.ts';

const api = useApi({ env: { SERVICE_TOKEN } });

beforeAll(() => makeGlobalCatalog(api()));

// The list of the procedures, so that no writer can be forgotten. REST's operations are among them.
const writers = procedures.filter(({ type }) => type === 'mutation');

/** What ends the team or its sandbox, or the reading of a copy. */
const ends = new Set(['team.setApi', 'team.setPrivacy', 'sandboxes.reset', 'sandboxes.remove']);

test.each(writers)(
  'D184: after $name a copy that has read on equals the lists',
  async (procedure) => {
    const world = await makeWorld(api(), { seats: 1_000 });
    const copies = [
      new Copy(world.team),
      ...typeNames.map((type) => new Copy(world.team, [type])),
      new Copy(world.team, ['training', 'evaluation', 'assignment']),
    ];
    for (const copy of copies) await copy.follow();
    const browser = await callerFor(procedure, world);
    const input = await validInput(procedure, world, browser);
    await browser.call(procedure.name, procedure.type, input);
    if (ends.has(procedure.name)) return;
    for (const copy of copies) {
      await copy.follow();
      await copy.expectWhole();
    }
    expect(await copies[0]?.follow()).toEqual([]);
  },
);
