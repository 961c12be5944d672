import { beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
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

test('D187: a reader without the type member is behind once a member is removed, as it is told of that', async () => {
  const { team } = await makeWorld(api());
  const { app } = await makeSession(team, team.owner);
  const copy = new Copy(team, ['evaluation']);
  await copy.follow();
  await copy.follow();
  const state = async () => (await app.events.readers.query({})).data[0]?.state;
  await until('it has read everything', async () => (await state()) === 'up_to_date');
  const { memberId } = await team.addMember();
  expect(await copy.follow()).toEqual([]);
  await team.request('DELETE', `/users/${memberId}`);
  await copy.readSome();
  await until('it is behind', async () => (await state()) === 'behind');
});

test('a reader that has not asked for a week is not shown, but an erasure that it has not taken stays open', async () => {
  const { team } = await makeWorld(api());
  const { memberId: member_id } = await team.addMember();
  const copy = new Copy(team, ['member']);
  await copy.follow();
  await copy.follow();
  const { app } = await makeSession(team, team.owner);
  const shown = async ({ app: of }: Browser) => (await of.events.readers.query({})).data.length;
  await until(
    'the reader is known',
    async () => (await app.events.readers.query({})).data.length > 0,
  );
  await team.request('DELETE', `/users/${member_id}`);
  await app.members.erase.mutate({ member_id });
  await runErasures(api());
  api().clock.travel(8 * DAY_MS);
  await runHousekeeping(
    { pool: api().sql, clock: api().clock, log: createLogger('silent'), links },
    { rules: retention() },
  );
  const later = await makeSession(team, team.owner);
  expect(await shown(later)).toBe(0);
  const news = await later.app.members.erasureNews.query({ member_id });
  expect(news.readers).toMatchObject([{ feed: 'changes', status: 'open' }]);
});
