import type { FakeClock } from './fake-server.ts';

/**
 * The records of one kind, as the provider has them (`live`), and as its search index shows them a little later
 * (`indexed`). A record is replaced, never changed in place.
 */
export class LaggedRecords<T extends { id: string }> {
  readonly live = new Map<string, T>();
  readonly indexed = new Map<string, T>();
  /** How long the index takes for the next change. */
  lagMs: () => number = () => 0;
  readonly #clock: FakeClock;
  readonly #newest = new Map<string, number>();
  #waiting: { visibleAt: number; version: number; id: string; record: T | null }[] = [];
  #versions = 0;
  #sorted: T[] | null = null;
  #sortedIndex: T[] | null = null;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  put(record: T): void {
    this.live.set(record.id, record);
    this.#sorted = null;
    this.#index(record.id, record);
  }

  remove(id: string): void {
    this.live.delete(id);
    this.#sorted = null;
    this.#index(id, null);
  }

  /** The live records, sorted by their ids, which are numbers. */
  sorted(): readonly T[] {
    this.#sorted ??= byNumber(this.live);
    return this.#sorted;
  }

  /** The records in the index, sorted in the same way. */
  sortedIndex(): readonly T[] {
    this.#sortedIndex ??= byNumber(this.indexed);
    return this.#sortedIndex;
  }

  /** Shows in the index all changes whose time has come. */
  settle(): void {
    if (this.#waiting.length === 0) return;
    const now = this.#clock.now();
    const due = this.#waiting.filter(({ visibleAt }) => visibleAt <= now);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ visibleAt }) => visibleAt > now);
    for (const { id, version, record } of due) this.#show(id, version, record);
  }

  #index(id: string, record: T | null): void {
    const version = ++this.#versions;
    const lagMs = this.lagMs();
    if (lagMs <= 0) this.#show(id, version, record);
    else this.#waiting.push({ visibleAt: this.#clock.now() + lagMs, version, id, record });
  }

  /** Changes may reach the index in the wrong order. It keeps the later one. */
  #show(id: string, version: number, record: T | null): void {
    if ((this.#newest.get(id) ?? 0) > version) return;
    this.#newest.set(id, version);
    this.#sortedIndex = null;
    if (record === null) this.indexed.delete(id);
    else this.indexed.set(id, record);
  }
}

function byNumber<T extends { id: string }>(records: Map<string, T>): T[] {
  return [...records.values()].sort((one, other) => Number(one.id) - Number(other.id));
}
