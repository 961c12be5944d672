import type { CrmConnector, SourceDeal } from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import type { Chance } from './chance.ts';
import type { FakeClock } from './fake-server.ts';
import { pageRequestOf } from './read-window.ts';

/** A provider whose records change while they are read. */
export type WindowWorld = {
  connector: CrmConnector;
  api: CrmApi;
  clock: FakeClock;
  /** Makes one change. */
  change(random: Chance): void;
  /** All deals as they are now, by id, in a form that can be compared. */
  truth(): Map<string, string>;
};

const comparable = ({ title, amount, outcome }: SourceDeal) => `${title} ${amount} ${outcome}`;

/** Reads windows as the engine does, with crashes between a page and its commit. Its store is in memory. */
class WindowReader {
  readonly store = new Map<string, { text: string; changedAt: Date }>();
  readonly #world: WindowWorld;
  readonly #random: Chance;
  readonly #overlapMs: number;
  #since: Date | null = null;

  constructor(world: WindowWorld, random: Chance, overlapMs = world.connector.overlapMs) {
    this.#world = world;
    this.#random = random;
    this.#overlapMs = overlapMs;
  }

  texts(): Map<string, string> {
    return new Map([...this.store].map(([id, { text }]) => [id, text]));
  }

  async run({ isFull, isCalm }: { isFull: boolean; isCalm: boolean }): Promise<void> {
    const { connector, api, clock, change } = this.#world;
    const until = new Date(clock.now());
    const window = { since: isFull ? null : this.#since, until };
    // In the end, a person asks for the run.
    const isRequested = isCalm || this.#random() < 0.2;
    const seen = new Set<string>();
    let after: string | null = null;
    for (;;) {
      const page = await connector.read(api, pageRequestOf({ window, after, isRequested }));
      if (!isCalm && this.#random() < 0.5) change(this.#random);
      if (!isCalm) clock.advance(Math.floor(this.#random() * 5000));
      // A crash before the commit: the same page is read again.
      if (this.#random() < 0.15) continue;
      for (const record of page.records) {
        if (record.kind === 'gone') this.store.delete(record.externalId);
        if (record.kind === 'deal') this.#keep(record);
        if (record.kind === 'deal') seen.add(record.externalId);
      }
      after = page.next;
      if (after === null) break;
    }
    if (isFull) {
      for (const id of this.store.keys()) if (!seen.has(id)) this.store.delete(id);
    }
    this.#since = new Date(until.getTime() - this.#overlapMs);
  }

  #keep(deal: SourceDeal): void {
    const former = this.store.get(deal.externalId);
    if (former && former.changedAt > deal.changedAt) return;
    this.store.set(deal.externalId, { text: comparable(deal), changedAt: deal.changedAt });
  }
}

/** Plays the life of an account and its connection. Returns whether the store equals the source at the end. */
export async function livesWell(
  world: WindowWorld,
  random: Chance,
  overlapMs?: number,
): Promise<boolean> {
  const reader = new WindowReader(world, random, overlapMs);
  for (let index = 0; index < 12; index++) world.change(() => Math.min(random(), 0.3));
  for (let round = 0; round < 6; round++) {
    await reader.run({ isFull: round === 0 || random() < 0.2, isCalm: false });
    for (let index = 0; index < 3; index++) {
      world.clock.advance(Math.floor(random() * 60_000));
      world.change(random);
    }
  }
  await reader.run({ isFull: false, isCalm: false });
  // Lets the index catch up.
  world.clock.advance(6 * 60_000);
  await reader.run({ isFull: false, isCalm: true });
  const [store, truth] = [reader.texts(), world.truth()];
  return store.size === truth.size && [...truth].every(([id, text]) => store.get(id) === text);
}
