import { expect, test } from 'vitest';
import { hour } from '../harness/provider-account.ts';
import { api, connector, fake, read, usePipedrive, waits } from '../harness/use-pipedrive.ts';

usePipedrive();

test.each([
  [5, 5],
  [7, 5],
  [45, 4],
  [90, 3],
])(
  'with a run every %i minutes, each change in the archive is in the window of a full hour, of which there are %i',
  async (every, hours) => {
    const minute = 60_000;
    const begin = Date.parse('2026-11-20T08:00:00Z');
    fake.lag(() => 9 * minute);
    const add = (n: number) => {
      fake.clock.stands = begin + n * minute;
      return fake.addDeal({ isArchived: true }).id;
    };
    const archived: string[] = [];
    const seen = new Set<string>();
    let since = new Date(begin - connector().overlapMs);
    for (let at = 1; at <= 310; at++) {
      if (at < 180) archived.push(add(at));
      if (at % every !== 0) continue;
      fake.clock.stands = begin + at * minute + 30_500;
      const until = new Date(fake.clock.now());
      const { deals } = await read({ window: { since, until } });
      for (const { externalId } of deals) seen.add(externalId);
      since = new Date(until.getTime() - connector().overlapMs);
    }
    expect([...seen].toSorted()).toEqual(archived.toSorted());
    expect(fake.server.count(/archived$/)).toBe(hours);
  },
);

test('more activities than one request accepts are all read', async () => {
  const at = Date.parse('2026-03-04T05:06:07Z');
  for (let n = 1; n <= 250; n++) {
    fake.activities.set(n, { at: at + n * 1000 });
    fake.addDeal({ lastActivityId: n });
  }
  const { deals } = await read();
  expect(deals.map(({ lastActivityAt }) => lastActivityAt?.getTime())).toEqual(
    Array.from({ length: 250 }, (_, n) => at + (n + 1) * 1000),
  );
  expect(fake.server.count(/activities$/)).toBe(3);
});

test('all notes of a second are read while some of them change', async () => {
  fake.pageCap = 60;
  const changedAt = fake.clock.now() - hour;
  const ids = Array.from({ length: 200 }, () => fake.addNote({ dealId: 1, changedAt }).id);
  const change = (page: number) => {
    if (page !== 1) return;
    for (const id of ids.slice(0, 40)) fake.changeNote(id, { content: 'neu' });
  };
  const { notes } = await read({ stream: 'notes', afterPage: change });
  expect(new Set(notes.map(({ externalId }) => externalId))).toEqual(new Set(ids));
});

test.each(['stages', 'pipelines', 'dealFields'])('%s are read from all pages', async (name) => {
  const whole = await connector().reference(api);
  const empty = { success: true, data: [], additional_data: { next_cursor: 'more' } };
  const answer = { status: 200, json: empty };
  fake.server.plan({ on: new RegExp(`/${name}$`), fault: { kind: 'answer', answer } });
  expect(await connector().reference(api)).toEqual(whole);
  const [, second] = fake.server.requests.filter(({ path }) => path.endsWith(name)).slice(1);
  expect(second?.query.get('cursor')).toBe('more');
});

test("a fifth of a token's requests in two seconds is left to other programs", async () => {
  fake.limits.burst = { requests: 100 };
  fake.pageCap = 1;
  for (let n = 0; n < 5; n++) fake.addDeal();
  await read();
  expect(waits().slice(-3).map(Math.round)).toEqual([25, 25, 25]);
});
