import { type CrmStream, crmStreams, type SetAside, type Window } from '../../../crm/connector.ts';
import { newId } from '../../../db/ids.ts';
import { TeamDb } from '../../../db/team-db.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection, SyncCause, SyncDeps } from './claimed-connection.ts';

/** How far a stream has been read. If `until` is null, no window is open. */
export type Cursor = {
  stream: CrmStream;
  since: Date | null;
  until: Date | null;
  after: string | null;
  pass: number;
  is_full: boolean;
  /**
   * True if the CRM has a record whose id could not be read. Then a record that this pass has not seen may
   * still exist.
   */
  is_blind: boolean;
  /** When the open window was opened, or the last one, by our clock. */
  opened_at: Date | null;
};

export type Run = {
  id: string;
  cause: SyncCause;
  is_full: boolean;
  status: 'running' | 'ok' | 'waiting' | 'failed' | 'stopped';
  started_at: Date;
  /** How long workers have worked on the run, without the time for which it waited for the quota. */
  worked_ms: number;
  finished_at: Date | null;
  stream: CrmStream;
  pages: number;
  requests: number;
  records: number;
  inserted: number;
  updated: number;
  removed: number;
  objections: number;
  set_aside: number;
  set_aside_records: (SetAside & { stream: CrmStream })[];
  expected: number | null;
  failed_for: string | null;
  failure: object | null;
  /** The ids in the CRM of the first deals that were removed, or would be removed. */
  gone_ids: string[];
};

export type Progress = {
  run: Run;
  cursors: Cursor[];
  /** A run that had not ended and that this run replaces. */
  replaces: string | null;
  /** True if this run begins to read everything again, as a person has asked. */
  readsAgain: boolean;
  /** True if notes were read before, and the settings no longer ask for them. */
  forgetsNotes: boolean;
};

type Stored = {
  cursors: (Omit<Cursor, 'since' | 'until' | 'opened_at'> &
    Record<'since' | 'until' | 'opened_at', string | null>)[];
  run:
    | (Omit<Run, 'started_at' | 'finished_at'> & { started_at: string; finished_at: string | null })
    | null;
};

const loading = `select
  (select coalesce(jsonb_agg(k), '[]') from crm_cursor k
    where k.tenant_id = $1 and k.connection_id = $2) as cursors,
  (select to_jsonb(r) from crm_sync_run r where r.tenant_id = $1 and r.connection_id = $2
    order by r.started_at desc, r.id desc limit 1) as run`;

/** Continues where the last worker has stopped, or opens a window that ends at the time of the claim. */
export async function openProgress(
  { pool }: Pick<SyncDeps, 'pool'>,
  claimed: ClaimedConnection,
): Promise<Progress> {
  const db = new TeamDb(pool, claimed.tenantId);
  const stored = await db.row<Stored>(loading, [claimed.id]);
  const existing = (stored?.cursors ?? []).map(cursorOf);
  const wanted = crmStreams.filter((stream) => stream === 'deals' || claimed.settings.notes);
  const cursors = wanted.map(
    (stream) => existing.find((c) => c.stream === stream) ?? fresh(stream),
  );
  const isOpen = cursors.some(({ until }) => until !== null);
  const isFullOpen = cursors.some(({ until, is_full }) => until !== null && is_full);
  const isRestart = claimed.readAgain || (claimed.deletionConfirmed !== null && !isFullOpen);
  const goesOn = isOpen && !isRestart;
  if (!goesOn) openWindows(cursors, { claimed, isRestart });
  const last = stored?.run;
  const isUnfinished = last?.status === 'running' || last?.status === 'waiting';
  const goesOnWith = isUnfinished && goesOn ? last : null;
  const open = cursors.filter(({ until }) => until !== null);
  return {
    run: goesOnWith
      ? {
          ...goesOnWith,
          started_at: new Date(goesOnWith.started_at),
          status: 'running',
          finished_at: null,
        }
      : newRun(
          claimed,
          open.every(({ is_full }) => is_full),
        ),
    cursors,
    replaces: isUnfinished && !goesOn ? last.id : null,
    readsAgain: claimed.readAgain,
    forgetsNotes: existing.some(({ stream }) => !wanted.includes(stream)),
  };
}

/**
 * Opens a run that reads nothing, because the connection cannot be synchronized. No window is opened or
 * changed.
 */
export async function openFaulty(
  { pool }: Pick<SyncDeps, 'pool'>,
  claimed: ClaimedConnection,
): Promise<Progress> {
  const stored = await new TeamDb(pool, claimed.tenantId).row<Stored>(loading, [claimed.id]);
  const last = stored?.run;
  const isUnfinished = last?.status === 'running' || last?.status === 'waiting';
  return {
    run: newRun(claimed, false),
    cursors: [],
    replaces: isUnfinished ? last.id : null,
    readsAgain: false,
    forgetsNotes: false,
  };
}

function openWindows(
  cursors: Cursor[],
  { claimed, isRestart }: { claimed: ClaimedConnection; isRestart: boolean },
): void {
  const { claimedAt, fullAt } = claimed;
  // A time ahead is of a clock that was set back since. What changed meanwhile may lie before it.
  const isDaily = fullAt !== null && Math.abs(claimedAt.getTime() - fullAt.getTime()) >= DAY_MS;
  for (const cursor of cursors) {
    cursor.is_full =
      isRestart || isDaily || fullAt === null || cursor.since === null || cursor.since > claimedAt;
    cursor.until = claimedAt;
    cursor.opened_at = claimedAt;
    cursor.after = null;
    cursor.is_blind = false;
    if (cursor.is_full) cursor.pass += 1;
  }
}

const FAR_MS = 366 * DAY_MS;
/** The greatest difference that the clocks of two servers and the way of an answer can make. */
const CLOCKS_DIFFER_MS = 30 * SECOND_MS;

/**
 * The window to read. The window of a full pass has no end: a record that somebody edits during the pass
 * would leave a window that ends, and a full pass removes the records that it does not see.
 */
export function windowOf({ since, until, is_full }: Cursor): Window {
  if (until === null) throw new Error('The stream has no open window');
  if (!is_full) return { since, until };
  return { since: null, until: new Date(until.getTime() + FAR_MS), startedAt: until };
}

/**
 * Ends a window at the clock of the provider, if that clock is behind. Otherwise a later change would have a
 * time within this window, and no later window would contain it. If the clock is behind by less than the
 * overlap, nothing needs correcting.
 */
export function endByProvider(cursor: Cursor, time: Date | null): void {
  const { until, after } = cursor;
  if (until === null || time === null || after !== null) return;
  if (until.getTime() - time.getTime() > CLOCKS_DIFFER_MS) cursor.until = time;
}

/**
 * Closes the window. The next one begins a little before the end of this one, because the provider may show a
 * change late.
 */
export function endWindow(cursor: Cursor, overlapMs: number): void {
  if (cursor.until) cursor.since = new Date(cursor.until.getTime() - overlapMs);
  Object.assign(cursor, { until: null, after: null, is_full: false });
}

function fresh(stream: CrmStream): Cursor {
  const nothing = { since: null, until: null, after: null, opened_at: null };
  return { stream, ...nothing, pass: 0, is_full: true, is_blind: false };
}

function cursorOf(stored: Stored['cursors'][number]): Cursor {
  const until = dateOf(stored.until);
  const opened_at = dateOf(stored.opened_at) ?? until;
  return { ...stored, since: dateOf(stored.since), until, opened_at };
}

function newRun({ cause, claimedAt }: ClaimedConnection, is_full: boolean): Run {
  return {
    id: newId('run', claimedAt),
    cause,
    is_full,
    status: 'running',
    started_at: claimedAt,
    worked_ms: 0,
    finished_at: null,
    stream: 'deals',
    pages: 0,
    requests: 0,
    records: 0,
    inserted: 0,
    updated: 0,
    removed: 0,
    objections: 0,
    set_aside: 0,
    set_aside_records: [],
    expected: null,
    failed_for: null,
    failure: null,
    gone_ids: [],
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

const saving = `with ended as (
    update crm_sync_run r set status = 'stopped', finished_at = $5
    where r.tenant_id = $1 and r.id = $6
  ), kept as (
    insert into crm_cursor as k (tenant_id, connection_id, stream, since, until, after, pass, is_full,
      is_blind, opened_at)
    select $1, $2, c.stream, c.since, c.until, c.after, c.pass, c.is_full, c.is_blind, c.opened_at
    from jsonb_to_recordset($3::jsonb) as c (stream text, since timestamptz, until timestamptz,
      after text, pass integer, is_full boolean, is_blind boolean, opened_at timestamptz)
    on conflict (tenant_id, connection_id, stream) do update set since = excluded.since,
      until = excluded.until, after = excluded.after, pass = excluded.pass, is_full = excluded.is_full,
      is_blind = excluded.is_blind, opened_at = excluded.opened_at
  )
  insert into crm_sync_run as r (tenant_id, id, connection_id, cause, is_full, status, started_at,
    worked_ms, finished_at, stream, pages, requests, records, inserted, updated, removed, objections,
    set_aside, set_aside_records, expected, failed_for, failure, gone_ids)
  select $1, x.id, $2, x.cause, x.is_full, x.status, x.started_at, x.worked_ms, x.finished_at, x.stream, x.pages,
    x.requests, x.records, x.inserted, x.updated, x.removed, x.objections, x.set_aside,
    x.set_aside_records, x.expected, x.failed_for, x.failure, x.gone_ids
  from jsonb_to_record($4::jsonb) as x (id text, cause text, is_full boolean, status text,
    started_at timestamptz, worked_ms integer, finished_at timestamptz, stream text, pages integer, requests integer,
    records integer, inserted integer, updated integer, removed integer, objections integer,
    set_aside integer, set_aside_records jsonb, expected integer, failed_for text, failure jsonb,
    gone_ids text[])
  on conflict (tenant_id, id) do update set status = excluded.status,
    worked_ms = excluded.worked_ms, finished_at = excluded.finished_at, stream = excluded.stream, pages = excluded.pages,
    requests = excluded.requests, records = excluded.records, inserted = excluded.inserted,
    updated = excluded.updated, removed = excluded.removed, objections = excluded.objections,
    set_aside = excluded.set_aside, set_aside_records = excluded.set_aside_records,
    expected = excluded.expected, failed_for = excluded.failed_for, failure = excluded.failure,
    gone_ids = excluded.gone_ids`;

/** Writes the cursors and the run, in the transaction of the page up to which they lead. */
export async function saveProgress(
  db: TeamDb,
  connectionId: string,
  { run, cursors, replaces, readsAgain }: Progress,
  now: Date,
): Promise<void> {
  if (readsAgain) await db.update('crmConnection', connectionId, { read_again: false });
  const values = [JSON.stringify(cursors), JSON.stringify(run), now, replaces];
  await db.write(saving, [connectionId, ...values]);
}
