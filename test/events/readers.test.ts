import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, SECOND_MS } from '../../src/shared/time/durations.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { read } from './harness/feed.ts';

const api = useApi({ readersMs: 20 });
let team: TestTeam;
let owner: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const readersOf = async ({ app }: Browser) => (await app.events.readers.query({})).data;

/** Waits until the readers of the team are like this. */
async function untilReaders(states: readonly string[], of = owner): Promise<void> {
  await until(`the readers are ${states.join(', ')}`, async () => {
    const seen = (await readersOf(of)).map(({ types, state }) => `${types ?? 'all'} ${state}`);
    return JSON.stringify(seen) === JSON.stringify(states);
  });
}

describe('readers of the feed', () => {
  test('a reader has taken what it asks with, and is behind since the first event of its types after that', async () => {
    const { cursor } = await read(team);
    await untilReaders(['all up_to_date']);
    await read(team, { types: 'member.removed' });
    await untilReaders(['member.removed up_to_date', 'all up_to_date']);
    const raised = api().clock.now().getTime();
    await team.addMember();
    await read(team, { cursor });
    await untilReaders(['all behind', 'member.removed up_to_date']);
    const [behind] = await readersOf(owner);
    expect(Date.parse(behind?.behind_since ?? '')).toBeGreaterThanOrEqual(raised);
    const page = await read(team, { cursor });
    await untilReaders(['all behind', 'member.removed up_to_date']);
    await read(team, { cursor: page.cursor });
    await untilReaders(['all up_to_date', 'member.removed up_to_date']);
  });

  test('a rotated key stays the same reader; a revoked key is forgotten at once', async () => {
    await read(team);
    await untilReaders(['all up_to_date']);
    const key_id = (await readersOf(owner))[0]?.key.id ?? '';
    const fresh = await makeSession(team, team.owner);
    const { key, key_id: next } = await fresh.app.apiKeys.rotate.mutate({ key_id, grace: '24h' });
    await read(team, {}, key);
    await until('the newest key is shown', async () => {
      const all = await readersOf(owner);
      return all.length === 1 && all[0]?.key.id === next;
    });
    await fresh.app.apiKeys.revoke.mutate({ key_id: next });
    await fresh.app.apiKeys.revoke.mutate({ key_id });
    expect(await readersOf(owner)).toEqual([]);
  });

  test('a reader is forgotten seven days after it last asked', async () => {
    await read(team);
    await untilReaders(['all up_to_date']);
    const houseKept = () =>
      runHousekeeping(
        { pool: api().sql, clock: api().clock, log: createLogger('silent'), links },
        { rules: retention() },
      );
    api().clock.travel(7 * DAY_MS - 60 * SECOND_MS);
    await houseKept();
    const later = await makeSession(team, team.owner);
    expect(await readersOf(later)).toHaveLength(1);
    api().clock.travel(120 * SECOND_MS);
    await houseKept();
    expect(await readersOf(later)).toEqual([]);
  });

  test('a cursor after which events are gone is expired', async () => {
    await read(team);
    await untilReaders(['all up_to_date']);
    await api().sql.query(
      'update event_feed set floor = last_position + 1, last_position = last_position + 1 where tenant_id = $1',
      [team.tenantId],
    );
    await untilReaders(['all expired']);
  });

  test('a key has at most twenty readers', async () => {
    const types = 'training.completed,evaluation.completed,assignment.created,assignment.completed';
    const lists = types
      .split(',')
      .flatMap((one, i, all) =>
        ['member.joined', 'member.removed', 'member.erased', 'crm.sync.failed'].flatMap((other) => [
          `${one},${other}`,
          ...all.slice(i + 1).map((third) => `${one},${other},${third}`),
        ]),
      );
    for (const list of lists.slice(0, 20)) {
      await read(team, { types: list });
    }
    await until('all are noted', async () => (await readersOf(owner)).length === 20);
    for (const list of lists.slice(20, 25)) await read(team, { types: list });
    const asked = api().clock.now().getTime();
    await read(team, { types: lists[0] ?? '' });
    await until('the known reader is noted again', async () => {
      const known = (await readersOf(owner)).find(
        ({ types: one }) => one?.toSorted().join() === lists[0]?.split(',').toSorted().join(),
      );
      return known !== undefined && Date.parse(known.asked_at) >= asked;
    });
    expect(await readersOf(owner)).toHaveLength(20);
  });

  test('noting costs a call of GET /events no statement', async () => {
    const slow = await api().beside({ readersMs: 3_600_000 });
    const key = team.key;
    const ask = () => slow.request('GET', '/events', { key });
    const written = async () => {
      const { rows } = await api().sql.query('select from feed_reader where tenant_id = $1', [
        team.tenantId,
      ]);
      return rows.length;
    };
    expect((await ask()).status).toBe(200);
    expect(await written()).toBe(0);
    await slow.close();
    expect(await written()).toBe(1);
  });

  test('another team and a member without the right see none of it', async () => {
    await read(team);
    await untilReaders(['all up_to_date']);
    const other = await makeTeam(api());
    expect(await readersOf(await makeSession(other, other.owner))).toEqual([]);
    const member = await makeSession(team, await team.addMember());
    expect(await codeOf(member.app.events.readers.query({}))).toBe('forbidden');
  });
});

describe('events in the app', () => {
  test('lists the kept events newest first, with their deliveries and readers, a page after the other', async () => {
    const { cursor } = await read(team);
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    const page = await read(team, { cursor });
    await read(team, { cursor: page.cursor });
    await untilReaders(['all up_to_date']);
    const first = await owner.app.events.listKept.query({ limit: '1' });
    expect(first.data).toMatchObject([
      {
        type: 'member.removed',
        deliveries: { ok: 0, pending: 0, held: 0, gave_up: 0 },
        readers: { taken: 1, all: 1 },
      },
    ]);
    const second = await owner.app.events.listKept.query({
      limit: '1',
      cursor: first.next_cursor ?? '',
    });
    expect([second.data[0]?.type, second.next_cursor]).toEqual(['member.joined', null]);
    const filtered = await owner.app.events.listKept.query({ type: 'member.joined' });
    expect(filtered.data).toEqual(second.data);
    const from = new Date(api().clock.now().getTime() + DAY_MS).toISOString();
    expect((await owner.app.events.listKept.query({ from })).data).toEqual([]);
  });

  test('an event is shown at once, although nobody reads the feed', async () => {
    const newest = async () => (await owner.app.events.listKept.query({ limit: '1' })).data[0]?.id;
    const before = await newest();
    await team.addMember();
    expect(await newest()).not.toBe(before);
  });

  test('D180: an event is shown with what became of it, its body as the switch is now', async () => {
    const url = 'https://hooks.example.com/feed';
    const events = ['member.joined'];
    await team.request('POST', '/webhook-endpoints', { body: { url, events } });
    await read(team);
    const { userId } = await team.addMember();
    await read(team, { types: 'member.removed' });
    await untilReaders(['all behind', 'member.removed up_to_date']);
    const [event] = (await owner.app.events.listKept.query({})).data;
    expect(event).toMatchObject({
      deliveries: { ok: 0, pending: 1, held: 0, gave_up: 0 },
      readers: { taken: 0, all: 1 },
    });
    const event_id = event?.id ?? '';
    const shown = await owner.app.events.get.query({ event_id });
    expect(shown).toMatchObject({
      type: 'member.joined',
      hidden: [],
      deliveries: [{ url, status: 'pending', attempt: 0 }],
      readers: [{ types: null, has_taken: false }],
    });
    expect(shown.body).toContain(userId);
    await team.set({ member_detail_enabled: false });
    const hidden = await owner.app.events.get.query({ event_id });
    expect(hidden.hidden).toEqual(['user_id']);
    expect(hidden.body).not.toContain(userId);
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    expect(await codeOf(stranger.app.events.get.query({ event_id }))).toBe('not_found');
    expect((await stranger.app.events.listKept.query({})).data).toEqual([]);
  });
});
