import type {
  CrmConnector,
  PageRequest,
  SourceDeal,
  SourceNote,
  SourcePage,
  SourceRecord,
  Window,
} from '../../../src/crm/connector.ts';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import type { Chance } from './chance.ts';

type Version = { at: number; shownAt: number; record: SourceRecord; isSilent: boolean };
type Kind = 'deals' | 'notes';

const MINUTE = 60_000;
const PAGE = 7;
const LAG_MS = 5 * MINUTE;

/**
 * A CRM in memory, with a clock of its own. Its search shows a change only after a while, and sorts by id. It reports
 * some deletions; only a full pass finds the others.
 */
export class World {
  now = Date.UTC(2027, 0, 4, 8);
  readonly overlapMs: number;
  readonly #chance: Chance;
  readonly #versions: Record<Kind, Map<string, Version[]>> = { deals: new Map(), notes: new Map() };
  #lastId = 100;
  #isQuiet = false;
  /** How many requests of the engine have failed. */
  failures = 0;
  waits = 0;
  /** Runs once, in the middle of a read. */
  interruption: (() => Promise<void>) | null = null;

  constructor(chance: Chance, overlapMs = 10 * MINUTE) {
    this.#chance = chance;
    this.overlapMs = overlapMs;
  }

  /** From now on nothing is edited, nothing fails, and every change is shown. */
  calm(): void {
    this.#isQuiet = true;
    this.pass(2 * LAG_MS);
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** The existing deals. */
  deals(): SourceDeal[] {
    return this.#there('deals').filter((record): record is SourceDeal => record.kind === 'deal');
  }

  notes(): SourceNote[] {
    return this.#there('notes').filter((record): record is SourceNote => record.kind === 'note');
  }

  /** Makes edits, at most this many. */
  live(most: number): void {
    for (let n = Math.floor(this.#chance() * (most + 1)); n > 0; n--) {
      this.pass(Math.floor(this.#chance() * 2 * MINUTE));
      const chance = this.#chance();
      if (chance < 0.3) this.#write('deals', this.#deal(this.#newId()));
      else if (chance < 0.55) this.#edit();
      else if (chance < 0.65) this.#remove('deals', { isSilent: this.#chance() < 0.5 });
      else if (chance < 0.72) this.#restore();
      else if (chance < 0.78) this.#merge();
      else if (chance < 0.92) this.#write('notes', this.#note(this.#newId()));
      else this.#remove('notes', { isSilent: this.#chance() < 0.5 });
    }
  }

  connector(): CrmConnector {
    return {
      provider: 'hubspot',
      overlapMs: this.overlapMs,
      requestsPerSecond: 1000,
      oauth: null,
      exchange: null,
      reference: async () => ({
        owners: [{ id: 'o1', name: 'Owner', email: 'nobody@example.com' }],
        pipelines: [],
        fields: [],
      }),
      read: (_, request) => this.#read(request),
      wholeText: (_, id) => this.#wholeText(id),
    } as Partial<CrmConnector> as CrmConnector;
  }

  async #wholeText(id: string): Promise<string | null> {
    if (!this.#isQuiet) {
      this.live(1);
      this.#trouble();
    }
    return this.notes().find(({ externalId }) => externalId === id)?.body ?? null;
  }

  async #read({ stream, window, after }: PageRequest): Promise<SourcePage> {
    if (!this.#isQuiet) {
      this.live(2);
      const interruption = this.interruption;
      if (interruption && this.#chance() < 0.3) {
        this.interruption = null;
        await interruption();
      }
      this.#trouble();
    }
    this.pass(1000);
    const found = [...this.#versions[stream]]
      .filter(([id]) => after === null || Number(id) > Number(after))
      .sort(([a], [b]) => Number(a) - Number(b));
    const records: SourceRecord[] = [];
    let last: string | null = null;
    for (const [id, versions] of found) {
      const version = this.#shown(versions);
      if (!version || !isIn(version, window)) continue;
      if (version.record.kind === 'gone' && (version.isSilent || window.since === null)) continue;
      if (records.length === PAGE) return { records, setAside: [], next: last };
      records.push(shownOnPage(version.record));
      last = id;
    }
    return { records, setAside: [], next: null };
  }

  #trouble(): void {
    const chance = this.#chance();
    if (chance < 0.04) {
      this.failures += 1;
      throw new CrmFailure('unavailable', { status: 503 });
    }
    if (chance < 0.08) {
      this.waits += 1;
      throw new QuotaWait(MINUTE);
    }
  }

  #shown(versions: readonly Version[]): Version | undefined {
    return versions.findLast(({ shownAt }) => shownAt <= this.now);
  }

  #there(kind: Kind): SourceRecord[] {
    return [...this.#versions[kind].values()].flatMap((versions) => versions.at(-1)?.record ?? []);
  }

  #write(kind: Kind, record: SourceRecord, isSilent = false): void {
    const versions = this.#versions[kind].get(record.externalId) ?? [];
    const shownAt = this.now + Math.floor(this.#chance() * LAG_MS);
    versions.push({ at: this.now, shownAt, record, isSilent });
    this.#versions[kind].set(record.externalId, versions);
    this.pass(1);
  }

  #newId(): string {
    this.#lastId += 1 + Math.floor(this.#chance() * 5);
    return String(this.#lastId);
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#chance() * from.length)];
  }

  #edit(): void {
    const deal = this.#pick(this.deals());
    const note = this.#pick(this.notes());
    if (note && this.#chance() < 0.3) this.#write('notes', this.#note(note.externalId));
    else if (deal) this.#write('deals', this.#deal(deal.externalId));
  }

  #remove(kind: Kind, { isSilent }: { isSilent: boolean }): void {
    const there: SourceRecord[] = kind === 'deals' ? this.deals() : this.notes();
    const id = this.#pick(there)?.externalId;
    if (id) this.#write(kind, { kind: 'gone', externalId: id }, isSilent);
  }

  #restore(): void {
    const gone = this.#there('deals').filter(({ kind }) => kind === 'gone');
    const id = this.#pick(gone)?.externalId;
    if (id) this.#write('deals', this.#deal(id));
  }

  /** Merges two deals into a third. */
  #merge(): void {
    const [a, b] = [this.#pick(this.deals()), this.#pick(this.deals())];
    if (!a || !b || a === b) return;
    for (const { externalId } of [a, b]) this.#write('deals', { kind: 'gone', externalId });
    this.#write('deals', this.#deal(this.#newId()));
  }

  #deal(externalId: string): SourceDeal {
    const isLost = this.#chance() < 0.4;
    return {
      kind: 'deal',
      externalId,
      changedAt: new Date(this.now),
      title: `Deal ${Math.floor(this.#chance() * 5)}`,
      amount: this.#chance() < 0.2 ? null : `${Math.floor(this.#chance() * 1e6)}.50`,
      currency: 'EUR',
      closeDate: '2027-03-31',
      outcome: isLost ? 'lost' : 'open',
      probability: 50,
      pipelineId: 'default',
      stageId: 's1',
      ownerId: this.#chance() < 0.5 ? 'o1' : 'o2',
      lostReason: isLost ? (this.#pick(['price', 'budget', 'something else']) ?? null) : null,
      industryValue: null,
      objections: this.#chance() < 0.2 ? ['timing'] : [],
      lastActivityAt: null,
    };
  }

  #note(externalId: string): SourceNote {
    const deals = this.deals();
    const dealIds = [this.#pick(deals), this.#pick(deals)].flatMap(
      (deal) => deal?.externalId ?? [],
    );
    return {
      kind: 'note',
      externalId,
      changedAt: new Date(this.now),
      writtenAt: new Date(this.now),
      dealIds,
      body: `${this.#pick(['price', 'budget', 'timing', 'nothing', 'price timing'])} ${this.#pick(['a', 'b'])}`,
    };
  }
}

function isIn({ at }: Version, { since, until }: Window): boolean {
  return (since === null || at >= since.getTime()) && at < until.getTime();
}

/** Of every other note, a page has only the first word. */
function shownOnPage(record: SourceRecord): SourceRecord {
  if (record.kind !== 'note' || Number(record.externalId) % 2 === 0) return record;
  return { ...record, body: record.body.split(' ')[0] ?? '', isCut: true };
}
