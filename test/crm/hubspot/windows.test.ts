import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceRecord } from '../../../src/crm/connector.ts';
import { rounds } from '../../harness/rounds.ts';
import { readWindow } from '../harness/read-window.ts';
import { useHubspot } from '../harness/use-hubspot.ts';

const start = useHubspot();
const MINUTE = 60_000;

type Edit = { kind: 'add' | 'edit' | 'merge' | 'note' | 'editNote'; which: number; waitMs: number };

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('add', 'edit', 'edit', 'merge', 'note', 'editNote'),
  which: fc.nat(),
  // The step is often 0, so that many records change in the same millisecond.
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
});
const world = fc.record({
  windows: fc.array(fc.array(edit, { maxLength: 40 }), { minLength: 3, maxLength: 6 }),
  /** Edits while a window is read. They are later than its end. */
  during: fc.array(edit, { maxLength: 20 }),
  shortPages: fc.constantFrom(null, 1, 3),
  mostLagMs: fc.integer({ min: 0, max: 50 * MINUTE }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The last state of each record, as the windows showed it. */
class Store {
  readonly records = new Map<string, string>();

  take(records: SourceRecord[]): void {
    for (const record of records) {
      if (record.kind === 'gone') this.records.delete(record.externalId);
      else this.records.set(record.externalId, textOf(record));
    }
  }
}

function textOf(record: SourceRecord): string {
  if (record.kind === 'deal') return `${record.title}`;
  return record.kind === 'note' ? `${record.body} of ${record.dealIds}` : '';
}

type Fake = Awaited<ReturnType<typeof start>>['fake'];

function applyTo(fake: Fake, { kind, which, waitMs }: Edit): void {
  fake.server.clock.advance(waitMs);
  const deals = [...fake.deals.live.keys()];
  const notes = [...fake.notes.live.keys()];
  const deal = deals[which % deals.length];
  const other = deals[(which + 1) % deals.length];
  const note = notes[which % notes.length];
  if (kind === 'merge' && deal && other && deal !== other) fake.mergeDeals(deal, other);
  else if (kind === 'edit' && deal) fake.editDeal(deal, { dealname: `edit ${which}` });
  else if (kind === 'editNote' && note) fake.editNote(note, `edit ${which}`);
  else if (kind === 'note' && deal) fake.addNote([deal], `note ${which}`);
  else fake.addDeal({ dealname: `new ${which}` });
}

/** Reads all windows of a world, the last one after the index has caught up. Returns what was missed. */
async function missedIn(world: World, overlapMs?: number) {
  const started = await start();
  const { fake, connector } = started;
  const { clock } = fake.server;
  clock.stands = Date.parse('2026-11-20T10:00:00Z');
  fake.shortPages = world.shortPages;
  let lags = 0;
  fake.lag(() => (++lags * 7919) % (world.mostLagMs + 1));
  const overlap = overlapMs ?? connector.overlapMs;
  const store = { deals: new Store(), notes: new Store() };
  const during = [...world.during];
  let since = new Date(clock.now() - MINUTE);
  const read = async () => {
    const until = new Date(clock.now());
    for (const stream of ['deals', 'notes'] as const) {
      const { records } = await readWindow(started, { stream, window: { since, until } }, () => {
        const next = during.pop();
        if (next) applyTo(fake, next);
      });
      store[stream].take(records);
    }
    since = new Date(until.getTime() - overlap);
  };
  for (const edits of world.windows) {
    for (const each of edits) applyTo(fake, each);
    clock.advance(1);
    await read();
  }
  for (const each of during.splice(0)) applyTo(fake, each);
  clock.advance(55 * MINUTE);
  await read();
  const live = [...fake.deals.live.values()];
  const missed = live.filter(
    ({ id, properties }) => store.deals.records.get(id) !== `${properties.dealname}`,
  );
  const missedNotes = [...fake.notes.live.values()].filter(({ id, properties }) => {
    const cached = store.notes.records.get(id);
    return !cached?.startsWith(`${properties.hs_note_body} of`);
  });
  const kept = [...store.deals.records.keys()].filter((id) => !fake.deals.live.has(id));
  return { missed: missed.length, missedNotes: missedNotes.length, kept: kept.length };
}

test.each(rounds({ few: 2, all: 100 }))(
  'round %i: overlapping windows contain every change, and no deal that was merged away',
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (world) => {
        expect(await missedIn(world)).toEqual({ missed: 0, missedNotes: 0, kept: 0 });
      }),
      { numRuns: 4 },
    );
  },
);

test('without the overlap, a late index loses changes', async () => {
  const add: Edit = { kind: 'add', which: 1, waitMs: 1000 };
  const late = { windows: [[add], [add], [add]], during: [], shortPages: null };
  const world = { ...late, mostLagMs: 40 * MINUTE };
  expect((await missedIn(world)).missed).toBe(0);
  expect((await missedIn(world, 0)).missed).toBeGreaterThan(0);
});
