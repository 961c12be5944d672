import type { Reference, SourcePage } from '../../../crm/connector.ts';
import { CrmFailure } from '../../../crm/crm-failure.ts';
import { TeamDb } from '../../../db/team-db.ts';
import { SECOND_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';
import { closeSuccessful } from './close-run.ts';
import { inWantedTransaction, NoLongerNeeded } from './fenced.ts';
import { findInSlices } from './find-in-slices.ts';
import { findLongNotes, readWhole } from './long-notes.ts';
import {
  type Cursor,
  endByProvider,
  endWindow,
  type Progress,
  saveProgress,
  windowOf,
} from './progress.ts';
import { namesOfUnseen, removeUnseen, requireTrustworthy } from './remove-unseen.ts';
import { requireBudget, type SyncLimits } from './sync-limits.ts';
import { countPage, writePage, writeWhole } from './take-page.ts';
import type { TokenRenewingSession } from './token-renewing-session.ts';

type Parts = {
  deps: SyncDeps;
  claimed: ClaimedConnection;
  progress: Progress;
  session: TokenRenewingSession;
  reference: Reference;
  industries: Readonly<Record<string, string>>;
};

/** Progress over pages without records is noted after this time at the latest. */
const RECORDED_EVERY_MS = 10 * SECOND_MS;

/** The greatest number that the column can store: 24 days. */
const MOST_WORKED_MS = 2 ** 31 - 1;

/**
 * A running synchronization. The progress in memory is the committed one, except for pages without records.
 */
export class SyncRun {
  readonly #parts: Parts;
  readonly #owners: Set<string>;
  readonly #wasFull: boolean;
  #progress: Progress;
  #recordedAt = performance.now();
  /** The time of work up to this moment is in the run already. */
  #countedAt = performance.now();
  #hasRead = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#progress = parts.progress;
    this.#owners = new Set(parts.reference.owners.map(({ id }) => id));
    this.#wasFull = parts.progress.run.is_full;
  }

  /** Reads all streams to their end. */
  async readAll({ signal, maxMs, onProgress }: SyncLimits): Promise<'ok' | 'yielded'> {
    const until = performance.now() + maxMs;
    const isOver = () => signal.aborted || performance.now() > until;
    for (;;) {
      const cursor = this.#open();
      if (!cursor) return this.#close();
      if (isOver()) return 'yielded';
      const page = await this.#read(cursor);
      const isLast = page.next === null;
      const isLong = isLast && (await this.#hasLongNotes(cursor, page));
      await this.#take(page, { isLast, ends: isLast && !cursor.is_full && !isLong });
      onProgress?.(page.records.length);
      while (isLong && (await this.#readLongNotes(onProgress))) if (isOver()) return 'yielded';
      if (isLast && (cursor.is_full || isLong)) await this.#endStream(cursor.stream, onProgress);
      // The transaction that ends the last stream also ends the run.
      if (this.#progress.run.status === 'ok') return 'ok';
    }
  }

  #open(): Cursor | undefined {
    return this.#progress.cursors.find(({ until }) => until !== null);
  }

  async #read(cursor: Cursor): Promise<SourcePage> {
    const { claimed, session, reference } = this.#parts;
    // At least one page is read. Otherwise the requests before the first page could use up each day.
    if (this.#hasRead) requireBudget(claimed, session.requests);
    this.#hasRead = true;
    const { stream, after } = cursor;
    const { settings } = claimed;
    const isRequested = this.#progress.run.cause !== 'schedule';
    const request = {
      stream,
      window: windowOf(cursor),
      after,
      settings,
      reference,
      isRequested,
    };
    const page = await session.ask((api) => session.connector.read(api, request));
    if (page.next !== null && page.next === after)
      throw new CrmFailure('contract', { field: 'next' });
    return page;
  }

  /** Stores a page. A page without records is noted together with the next page that has some. */
  async #take(page: SourcePage, { isLast, ends }: { isLast: boolean; ends: boolean }) {
    const { deps, claimed, industries } = this.#parts;
    const next = structuredClone(this.#progress);
    const cursor = openIn(next);
    const checked = countPage(page, { claimed, cursor, run: next.run });
    const isFull = cursor.is_full;
    endByProvider(cursor, this.#parts.session.providerTime);
    const work = { page: checked, cursor: structuredClone(cursor), run: next.run };
    if (!isLast) cursor.after = page.next;
    else if (ends) endWindow(cursor, this.#parts.session.connector.overlapMs);
    const brings = page.records.length > 0 || checked.setAside.length > 0;
    const isDone = next.cursors.every(({ until }) => until === null);
    const isLong = performance.now() - this.#recordedAt > RECORDED_EVERY_MS;
    if (!(brings || isFull || isDone || isLong)) {
      this.#progress = next;
      return;
    }
    const find = await findInSlices(deps.loadObjections, checked);
    await this.#commit(next, async (db, now) => {
      const context = { find, claimed, industries, owners: this.#owners };
      await writePage(db, context, { ...work, now });
      if (isDone) await this.#closeIn(db, next, now);
    });
    for (const { ownerId } of checked.deals) if (ownerId !== null) this.#owners.add(ownerId);
  }

  /** Whether the whole texts of notes are still to be read, once the last page is stored. */
  async #hasLongNotes({ stream }: Cursor, { records }: SourcePage): Promise<boolean> {
    const { claimed, session } = this.#parts;
    if (stream !== 'notes' || !session.connector.wholeText) return false;
    if (records.some((record) => record.kind === 'note' && record.isCut)) return true;
    return (await this.#findLongNotes(claimed)).length > 0;
  }

  #findLongNotes({ tenantId, id }: ClaimedConnection) {
    const { pool } = this.#parts.deps;
    return findLongNotes(new TeamDb(pool, tenantId), id, this.#progress.run);
  }

  /**
   * Reads the next piece of the notes that are cut, and stores it. The stream stays open meanwhile. Returns false if
   * nothing is left for this run (P835).
   */
  async #readLongNotes(onProgress: SyncLimits['onProgress']): Promise<boolean> {
    const { deps, claimed, session, industries } = this.#parts;
    const long = await this.#findLongNotes(claimed);
    if (long.length === 0) return false;
    requireBudget(claimed, session.requests);
    const { connector } = session;
    const read = await readWhole(long, (id) =>
      session.ask(async (api) => (await connector.wholeText?.(api, id)) ?? null),
    );
    const find = await findInSlices(deps.loadObjections, { deals: [], notes: read.notes });
    const next = structuredClone(this.#progress);
    const cursor = openIn(next);
    await this.#commit(next, async (db, now) => {
      const context = { find, claimed, industries, owners: this.#owners };
      await writeWhole(db, context, { read, cursor, run: next.run, now });
    });
    onProgress?.(read.notes.length);
    if (read.end) throw read.end;
    return read.failed === null;
  }

  /** Closes the window of a stream. First it removes, piece by piece, what a full pass has not seen. */
  async #endStream(stream: Cursor['stream'], onProgress: SyncLimits['onProgress']): Promise<void> {
    const { claimed, session } = this.#parts;
    const { is_blind, is_full } = openIn(this.#progress);
    const keepsAll = is_blind || !is_full;
    let isChecked = keepsAll;
    for (let isLast = false; !isLast; onProgress?.(0)) {
      const next = structuredClone(this.#progress);
      const cursor = openIn(next);
      if (cursor.stream !== stream) throw new Error('Another stream is open');
      await this.#commit(next, async (db, now) => {
        if (!isChecked) await this.#check(db, cursor);
        const pass = { claimed, cursor };
        isLast = keepsAll || (await removeUnseen(db, pass, { run: next.run, now }));
        if (!isLast) return;
        endWindow(cursor, session.connector.overlapMs);
        if (next.cursors.every(({ until }) => until === null)) await this.#closeIn(db, next, now);
      });
      isChecked = true;
    }
  }

  /**
   * Checks the pass. Even if it is not trustworthy, its window is closed: the next try begins a new pass.
   */
  async #check(db: TeamDb, cursor: Cursor): Promise<void> {
    const { claimed, session, progress } = this.#parts;
    try {
      await requireTrustworthy(db, { claimed, cursor });
    } catch (error) {
      const { overlapMs } = session.connector;
      for (const one of this.#progress.cursors) {
        if (one.stream === cursor.stream) endWindow(one, overlapMs);
        else Object.assign(one, { until: null, after: null });
      }
      if (error instanceof CrmFailure) {
        this.#progress.run.gone_ids = await namesOfUnseen(db, { claimed, cursor });
      }
      Object.assign(progress, this.#progress);
      throw error;
    }
  }

  async #close(): Promise<'ok'> {
    const next = structuredClone(this.#progress);
    await this.#commit(next, (db, now) => this.#closeIn(db, next, now));
    return 'ok';
  }

  #closeIn(db: TeamDb, progress: Progress, now: Date): Promise<void> {
    const { claimed } = this.#parts;
    return closeSuccessful(db, claimed, { progress, now, wasFull: this.#wasFull });
  }

  async #commit(next: Progress, work: (db: TeamDb, now: Date) => Promise<void>): Promise<void> {
    const { deps, claimed, session } = this.#parts;
    const usage = session.usage();
    next.run.requests += usage.requests;
    const now = performance.now();
    const worked_ms = next.run.worked_ms + Math.round(now - this.#countedAt);
    next.run.worked_ms = Math.min(worked_ms, MOST_WORKED_MS);
    await inWantedTransaction(deps, claimed, usage, async (db, now) => {
      await work(db, now);
      if (next.run.status !== 'ok') await saveProgress(db, claimed.id, next, now);
    });
    usage.commit();
    this.#countedAt = now;
    Object.assign(next, { replaces: null, readsAgain: false } satisfies Partial<Progress>);
    this.#progress = next;
    this.#recordedAt = performance.now();
    // Code that ends the run after an error starts from the committed progress.
    Object.assign(this.#parts.progress, structuredClone(next));
  }
}

function openIn({ cursors }: Progress): Cursor {
  const cursor = cursors.find(({ until }) => until !== null);
  if (!cursor) throw new NoLongerNeeded();
  return cursor;
}
