import { beforeAll, expect, test } from 'vitest';
import { type Event, TeamApi, ValidationError } from '../../dist/sdk/typescript/index.js';
import { SECOND_MS } from '../../src/shared/time/durations.ts';
import { read } from '../events/harness/feed.ts';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ poolSize: 20 });
closeProxies();

type Options = Parameters<TeamApi['events']['consume']>[0];
type Page = { types: string[]; ids: string[]; cursor: string };

/** A program that consumes the feed of a team through a proxy, and stores a page together with its cursor. */
class Consumer {
  readonly pages: Page[] = [];
  readonly #stop = new AbortController();
  #proxy: FaultyProxy | undefined;
  ended: Promise<void> = Promise.resolve();

  static async start(
    { key }: TestTeam,
    options: Options = {},
    faults: Fault[] = [],
    fails: (events: Event[]) => boolean = () => false,
  ): Promise<Consumer> {
    const consumer = new Consumer();
    const proxy = await FaultyProxy.withFaults(api(), faults);
    consumer.#proxy = proxy;
    const client = new TeamApi({ url: proxy.url, key, timeout: 5000 });
    const { signal } = consumer.#stop;
    consumer.ended = client.events.consume({ signal, ...options }, (events, cursor) => {
      if (fails(events)) throw new Error('the transaction was rolled back');
      const ids = events.map(({ id }) => id);
      consumer.pages.push({ types: events.map(({ type }) => type), ids, cursor });
    });
    consumer.ended.catch(() => undefined);
    return consumer;
  }

  get requests() {
    return this.#proxy?.seen ?? [];
  }

  get ids(): string[] {
    return this.pages.flatMap(({ ids }) => ids);
  }

  get cursor(): string | undefined {
    return this.pages.at(-1)?.cursor;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }
}

let team: TestTeam;
beforeAll(async () => {
  team = await makeTeam(api());
});

/** A team whose events are kept from a time on. */
async function makeReading(): Promise<{ own: TestTeam; since: Date }> {
  const own = await makeTeam(api());
  await read(own);
  api().clock.travel(SECOND_MS);
  return { own, since: api().clock.now() };
}

/** All events of the team, in the order of the feed. */
async function all(of: TestTeam, since: Date): Promise<string[]> {
  const { data } = await read(of, { since: since.toISOString(), limit: '200' });
  return data.map(({ id }) => id);
}

test('a consumer begins now, gets its position at once, and then each event in order', async () => {
  const { own, since } = await makeReading();
  const consumer = await Consumer.start(own);
  await until('its position', () => consumer.pages.length === 1);
  expect(consumer.pages).toEqual([{ types: [], ids: [], cursor: expect.any(String) }]);
  for (let n = 0; n < 3; n += 1) await own.addMember();
  await until('the events', () => consumer.ids.length === 3);
  expect(consumer.ids).toEqual(await all(own, since));
  await consumer.stop();
});

test('a handler that throws ends the consumer with this error, and the next one gets the same events again', async () => {
  const { own, since } = await makeReading();
  const first = await Consumer.start(own, { since }, [], (events) => events.length > 0);
  await own.addMember();
  await own.addMember();
  await expect(first.ended).rejects.toThrow('the transaction was rolled back');
  await own.addMember();
  const second = await Consumer.start(own, { cursor: first.cursor ?? null, since });
  await until('the events', () => second.ids.length === 3);
  await second.stop();
  await own.addMember();
  const third = await Consumer.start(own, { cursor: second.cursor });
  await until('the last event', () => third.ids.length === 1);
  expect([...second.ids, ...third.ids]).toEqual(await all(own, since));
  await third.stop();
});

test('a consumer gets the types that it asks for', async () => {
  const own = await makeTeam(api());
  const consumer = await Consumer.start(own, { types: ['member.removed', 'member.erased'] });
  await until('its position', () => consumer.pages.length === 1);
  const { memberId } = await own.addMember();
  await own.request('DELETE', `/users/${memberId}`);
  await until('the event', () => consumer.ids.length > 0);
  expect(consumer.pages.flatMap(({ types }) => types)).toEqual(['member.removed']);
  await consumer.stop();
});

test('a consumer goes on after 429 and more outages than a call survives', async () => {
  const { own, since } = await makeReading();
  await own.addMember();
  const full = { status: 429, headers: { 'retry-after': '1' } };
  const faults: Fault[] = [full, 'refuse', { status: 503 }, 'half', 'lose', { status: 502 }];
  const consumer = await Consumer.start(own, { since }, faults);
  await until('the event', () => consumer.ids.length === 1);
  const [first, second] = consumer.requests;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
  expect(consumer.requests.length).toBeGreaterThanOrEqual(7);
  await consumer.stop();
});

test('D179: an expired cursor throws, and the consumer does not begin anew', async () => {
  const own = await makeTeam(api());
  const consumer = await Consumer.start(own);
  await until('its position', () => consumer.pages.length === 1);
  await consumer.stop();
  await own.addMember();
  // As housekeeping does when it removes events that are too old.
  const text = 'update event_feed set floor = floor + 1000 where tenant_id = $1';
  await api().sql.query(text, [own.tenantId]);
  const late = await Consumer.start(own, { cursor: consumer.cursor });
  await expect(late.ended).rejects.toBeInstanceOf(ValidationError);
  const code = 'cursor_expired';
  await expect(late.ended).rejects.toMatchObject({ errors: [{ code, pointer: '/cursor' }] });
  expect([late.pages, late.requests.length]).toEqual([[], 1]);
});

test('a signal ends a consumer within a second: while it waits, between its tries and between its calls', async () => {
  const empty = { data: [], cursor: 'c', has_more: false };
  const atOnce = { status: 200, text: JSON.stringify(empty) };
  const away = { status: 429, headers: { 'retry-after': '60' } };
  const plans: Fault[][] = [[], [away], [atOnce, atOnce]];
  for (const [index, faults] of plans.entries()) {
    const consumer = await Consumer.start(team, {}, faults);
    const count = index === 1 ? 1 : 2;
    await until('the last request', () => consumer.requests.length === count);
    const began = performance.now();
    await consumer.stop();
    expect(performance.now() - began).toBeLessThan(1000);
    expect(consumer.requests).toHaveLength(count);
  }
  const ended = await Consumer.start(team, { signal: AbortSignal.abort() });
  await ended.ended;
  expect(ended.requests).toEqual([]);
});

test('D178: a call that should wait and is answered at once with nothing is followed by a pause as long as `wait`', async () => {
  const empty = { data: [], cursor: 'c', has_more: false };
  const atOnce: Fault = { status: 200, text: JSON.stringify(empty) };
  const more: Fault = { status: 200, text: JSON.stringify({ ...empty, has_more: true }) };
  const consumer = await Consumer.start(team, {}, [atOnce, more, atOnce, atOnce, atOnce]);
  await until('the pause', () => consumer.requests.length === 4);
  const times = consumer.requests.map(({ at }) => at);
  const [first = 0, , third = 0, fourth = 0] = times;
  // Neither the first call, which does not wait, nor `has_more` is a reason to pause.
  expect(third - first).toBeLessThan(5000);
  expect(fourth - third).toBeGreaterThan(19_000);
  await consumer.stop();
});

test('a refusal that no retry mends ends the consumer', async () => {
  const own = await makeTeam(api(), { scopes: ['users:read'] });
  const consumer = await Consumer.start(own);
  await expect(consumer.ended).rejects.toMatchObject({ code: 'insufficient_scope' });
});
