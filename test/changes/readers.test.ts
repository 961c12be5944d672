import { beforeAll, expect, test } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Copy } from './harness/copy.ts';

const api = useApi({ readersMs: 20 });
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

const readers = async () => (await owner.app.events.readers.query({})).data;

/** Waits until the only reader of changes is like this. */
async function untilReader(wanted: { state: string; remaining: number | null }): Promise<void> {
  await until(`the reader is ${JSON.stringify(wanted)}`, async () => {
    const [reader] = await readers();
    return reader?.state === wanted.state && reader.remaining === wanted.remaining;
  });
}

test('the app shows who reads changes, how much of the beginning is left, and how far each is', async () => {
  const copy = new Copy(world.team, ['member', 'training']);
  await until(
    'the list has opened',
    async () => (await copy.readSome({ limit: '2' })).data.length > 0,
  );
  await copy.readSome({ limit: '2' });
  await until('the beginning is shown', async () => ((await readers())[0]?.remaining ?? 0) > 0);
  expect(await readers()).toMatchObject([
    { feed: 'changes', key: { id: world.team.keyId }, types: ['member', 'training'] },
  ]);
  await copy.follow();
  await copy.follow();
  await untilReader({ state: 'up_to_date', remaining: null });
  const { memberId } = await world.team.addMember();
  await copy.readSome({ limit: '1' });
  // What a key has been given, it has not taken yet.
  await untilReader({ state: 'behind', remaining: null });
  await copy.follow();
  await copy.follow();
  await untilReader({ state: 'up_to_date', remaining: null });
  expect(Object.keys(copy.objects)).toContain(`member ${memberId}`);
  await api().sql.query('select end_change_feed($1)', [world.team.tenantId]);
  await untilReader({ state: 'expired', remaining: null });
});
