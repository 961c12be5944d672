import { beforeAll, expect, test } from 'vitest';
import { type ChangedType, typeNames } from '../../src/features/changes/changes.schema.ts';
import { Random } from '../../src/seed/demo/random.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { Copy } from './harness/copy.ts';
import { beginWrites, erasing, insertSome, inserts, statements } from './harness/operator.ts';

const api = useApi();

beforeAll(() => makeGlobalCatalog(api()));

const from = [...statements, erasing];
const SEED = Number(process.env.SEED ?? 20_261_130);

test.each(Array.from({ length: 8 }, (_, n) => n))(
  'D184: whatever is written, copies that have read to the end equal the lists (world %i)',
  async (number) => {
    const random = new Random(SEED + number);
    const world = await makeWorld(api(), { seats: 1_000 });
    const copies: Copy[] = [];
    const open: (() => Promise<void>)[] = [];
    for (let n = 0; n < 4; n++) {
      const { memberId } = await world.team.addMember();
      for (const insert of inserts.slice(0, 4)) await insert(world, memberId);
    }
    for (let step = 0; step < 120; step++) {
      const what = random.whole(0, 9);
      if (what === 0 && copies.length < 6) {
        const types = typeNames.filter(() => random.whole(0, 1) === 1);
        copies.push(new Copy(world.team, types.length > 0 ? (types as ChangedType[]) : typeNames));
      } else if (what < 3) {
        await insertSome(world, random);
      } else if (what < 6) {
        await (await beginWrites(world, random, { most: 1, from }))();
      } else if (what === 6 && open.length < 3) {
        open.push(await beginWrites(world, random, { from }));
      } else if (what === 7) {
        await open.shift()?.();
      } else if (copies.length > 0) {
        await random.pick(copies).readSome({ limit: `${random.whole(1, 7)}` });
      }
    }
    for (const end of open) await end();
    copies.push(new Copy(world.team));
    for (const copy of copies) {
      await copy.follow({ limit: `${random.whole(1, 200)}` });
      await copy.expectWhole();
    }
    expect(copies.length).toBeGreaterThan(0);
  },
);
